import type { IncomingMessage } from 'node:http';
import { ApiError } from '@sangwian/node-kit/api-error';
import { addressKey } from '@sangwian/node-kit/http/address-key';
import { clientAddress, compileTrust } from '@sangwian/node-kit/http/client-address';
import type { Socket } from 'socket.io';
import { identityOf } from './admit-socket.ts';
import { refusalFrame } from './refusal-frame.ts';

/**
 * Sockets of one member in one namespace on one node: every tab of every device that a fan owns, and those that a lost
 * network has left behind for a ping's time.
 */
export const SOCKETS_PER_MEMBER_MAX = 50;

export type AllowRequest = (
  request: IncomingMessage,
  answer: (refusal: string | null, isAllowed: boolean) => void,
) => void;

/** How many of each key there are now. Keys without any take no memory. */
export class HeldCounts {
  readonly #held = new Map<string, number>();
  readonly #max: number;

  /** @param max of one key; 0: no limit */
  constructor(max: number) {
    this.#max = max;
  }

  isFull(key: string): boolean {
    return this.#max > 0 && (this.#held.get(key) ?? 0) >= this.#max;
  }

  /** @returns gives it back, once; `null`: there are too many */
  hold(key: string): (() => void) | null {
    if (this.isFull(key)) return null;
    this.#held.set(key, (this.#held.get(key) ?? 0) + 1);
    let isHeld = true;
    return () => {
      if (!isHeld) return;
      isHeld = false;
      const left = (this.#held.get(key) ?? 1) - 1;
      if (left > 0) this.#held.set(key, left);
      else this.#held.delete(key);
    };
  }
}

/** The address behind trusted proxies only, as the HTTP side reads it; IPv6 by its /64. */
function createAddressReader(trustProxy: readonly string[]) {
  const trust = compileTrust(trustProxy);
  return (request: IncomingMessage): string => addressKey(clientAddress(request, trust));
}

export interface SocketLimitsOptions {
  readonly trustProxy: readonly string[];
  readonly socketsPerAddressMax: number;
}

/** Limits of one node on how many sockets an address and a member hold open. */
export function createSocketLimits({ trustProxy, socketsPerAddressMax }: SocketLimitsOptions) {
  const addresses = new HeldCounts(socketsPerAddressMax);
  const members = new HeldCounts(SOCKETS_PER_MEMBER_MAX);
  const addressOf = createAddressReader(trustProxy);
  const memberKey = (socket: Socket): string | null => {
    const { bearer } = identityOf(socket);
    return bearer === null ? null : `${socket.nsp.name} ${bearer.memberId}`;
  };
  const allowRequest: AllowRequest = (request, answer) => {
    const isFull = addresses.isFull(addressOf(request));
    answer(isFull ? 'too many sockets of this address' : null, !isFull);
  };

  return {
    /** Before the handshake: nothing of a refused connection is kept or authenticated. */
    allowRequest,
    /** Counts a connection until it closes. Those that shook hands at once may be too many: they are closed. */
    holdAddress: (connection: Socket['conn']): void => {
      const release = addresses.hold(addressOf(connection.request));
      if (release === null) connection.close(true);
      else connection.once('close', release);
    },
    /** A namespace's middleware: refuses a member who holds too many sockets already. */
    admitMember: (socket: Socket, next: (error?: Error) => void): void => {
      const key = memberKey(socket);
      if (key === null || !members.isFull(key)) next();
      else next(refusalFrame(new ApiError('rate_limited')));
    },
    /** Counts an admitted socket until it disconnects. @returns `false`: too many at once, and it is gone */
    holdMember: (socket: Socket): boolean => {
      const key = memberKey(socket);
      if (key === null) return true;
      const release = members.hold(key);
      if (release === null) socket.disconnect(true);
      else socket.once('disconnect', release);
      return release !== null;
    },
  };
}
