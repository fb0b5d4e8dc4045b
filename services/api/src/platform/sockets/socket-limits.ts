import type { IncomingMessage } from 'node:http';
import { ApiError } from '@sangwian/node-kit/api-error';
import { addressKey } from '@sangwian/node-kit/http/address-key';
import { clientAddress, compileTrust } from '@sangwian/node-kit/http/client-address';
import type { Socket } from 'socket.io';
import { identityOf } from './admit-socket.ts';
import { refusalFrame } from './refusal-frame.ts';

/**
 * Sockets of one member in one namespace on one node: all tabs of all devices of a fan, and those of a lost network
 * until their ping times out.
 */
export const SOCKETS_PER_MEMBER_MAX = 50;

export type AllowRequest = (
  request: IncomingMessage,
  answer: (refusal: string | null, isAllowed: boolean) => void,
) => void;

/** Counts what is held for each key. Keys at zero take no memory. */
export class HeldCounts {
  readonly #held = new Map<string, number>();
  readonly #max: number;

  /** @param max limit for one key; 0: no limit */
  constructor(max: number) {
    this.#max = max;
  }

  isFull(key: string): boolean {
    return this.#max > 0 && (this.#held.get(key) ?? 0) >= this.#max;
  }

  /** Counts one more. @returns an idempotent release function; `null` if the limit is reached */
  hold(key: string): (() => void) | null {
    if (this.isFull(key)) return null;
    this.#held.set(key, (this.#held.get(key) ?? 0) + 1);
    let isHeld = true;
    return () => {
      if (!isHeld) return;
      isHeld = false;
      const remaining = (this.#held.get(key) ?? 1) - 1;
      if (remaining > 0) this.#held.set(key, remaining);
      else this.#held.delete(key);
    };
  }
}

/** Returns a reader of the client's address behind trusted proxies, like that of HTTP requests; IPv6 by its /64. */
function createAddressReader(trustProxy: readonly string[]) {
  const trust = compileTrust(trustProxy);
  return (request: IncomingMessage): string => addressKey(clientAddress(request, trust));
}

export interface SocketLimitsOptions {
  readonly trustProxy: readonly string[];
  readonly socketsPerAddressMax: number;
}

/** Limits the open sockets of an address and of a member on one node. */
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
    /** Runs before the handshake: a refused connection is neither kept nor authenticated. */
    allowRequest,
    /** Counts a connection until it closes. Closes it if simultaneous handshakes have exceeded the limit. */
    holdAddress: (connection: Socket['conn']): void => {
      const release = addresses.hold(addressOf(connection.request));
      if (release === null) connection.close(true);
      else connection.once('close', release);
    },
    /** Middleware of a namespace: refuses a member who holds too many sockets. */
    admitMember: (socket: Socket, next: (error?: Error) => void): void => {
      const key = memberKey(socket);
      if (key === null || !members.isFull(key)) next();
      else next(refusalFrame(new ApiError('rate_limited')));
    },
    /** Counts an admitted socket until it disconnects. @returns `false` if it exceeded the limit and is disconnected */
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
