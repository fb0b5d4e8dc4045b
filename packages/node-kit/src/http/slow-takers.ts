import type { Socket } from 'node:net';
import type { HttpLimits } from './http-limits.ts';

/** What Node knows of a socket's bytes in the kernel; it documents no way to it. */
interface Handle {
  readonly bytesWritten?: number;
  readonly writeQueueSize?: number;
}

/** Bytes that the kernel has taken of what was written, part of a large buffer included. */
function bytesTaken(socket: Socket): number {
  const { _handle } = socket as Socket & { readonly _handle?: Handle | null };
  return (_handle?.bytesWritten ?? socket.bytesWritten) - (_handle?.writeQueueSize ?? 0);
}

interface Slow {
  readonly sinceMs: number;
  readonly taken: number;
}

/**
 * Finds clients that do not take what is sent to them, or take it byte by byte to hold memory for hours. Only those with
 * something left to take are looked at more closely.
 */
export class SlowTakers {
  readonly #slow = new Map<Socket, Slow>();
  readonly #limits: Pick<HttpLimits, 'takeMs' | 'takenBytesMin'>;

  constructor(limits: Pick<HttpLimits, 'takeMs' | 'takenBytesMin'>) {
    this.#limits = limits;
  }

  /** Destroys the socket where it took too little for too long. To be called for each socket at each check. */
  check(socket: Socket, nowMs: number): void {
    if (socket.writableLength === 0) {
      this.#slow.delete(socket);
      return;
    }
    const before = this.#slow.get(socket);
    const taken = bytesTaken(socket);
    if (before === undefined) {
      this.#slow.set(socket, { sinceMs: nowMs, taken });
    } else if (nowMs - before.sinceMs >= this.#limits.takeMs) {
      if (taken - before.taken < this.#limits.takenBytesMin) socket.destroy();
      this.#slow.set(socket, { sinceMs: nowMs, taken });
    }
  }

  forget(socket: Socket): void {
    this.#slow.delete(socket);
  }
}
