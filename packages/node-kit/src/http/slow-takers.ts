import type { Socket } from 'node:net';
import type { HttpLimits } from './http-limits.ts';

/** Node's undocumented counters of a socket's handle. */
interface Handle {
  readonly bytesWritten?: number;
  readonly writeQueueSize?: number;
}

/** Returns the number of bytes that the kernel has accepted, including parts of a large buffer. */
function bytesTaken(socket: Socket): number {
  const { _handle } = socket as Socket & { readonly _handle?: Handle | null };
  return (_handle?.bytesWritten ?? socket.bytesWritten) - (_handle?.writeQueueSize ?? 0);
}

interface Slow {
  readonly sinceMs: number;
  readonly taken: number;
}

/**
 * Detects clients that do not read their responses, or read them byte by byte to occupy memory for hours. Only sockets
 * with pending data are tracked.
 */
export class SlowTakers {
  readonly #slow = new Map<Socket, Slow>();
  readonly #limits: Pick<HttpLimits, 'takeMs' | 'takenBytesMin'>;

  constructor(limits: Pick<HttpLimits, 'takeMs' | 'takenBytesMin'>) {
    this.#limits = limits;
  }

  /** Destroys the socket if it has read too little for too long. Call it for each socket at each check. */
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
