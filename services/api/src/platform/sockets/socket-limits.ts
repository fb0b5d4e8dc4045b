import type { IncomingMessage } from 'node:http';
import { ApiError } from '@sangwian/node-kit/api-error';
import { addressKey } from '@sangwian/node-kit/http/address-key';
import { clientAddress, compileTrust } from '@sangwian/node-kit/http/client-address';
import type { Logger } from '@sangwian/node-kit/logger';
import type { Socket } from 'socket.io';
import { HeldCounts } from '../limits/held-counts.ts';
import type { SharedCounters } from '../limits/shared-counters.ts';
import { SharedHolds } from '../limits/shared-holds.ts';
import { identityOf } from './admit-socket.ts';
import { refusalFrame } from './refusal-frame.ts';

/**
 * Maximum number of sockets of one member in one namespace: all tabs of all devices, and sockets of a lost network
 * until their ping times out.
 */
export const SOCKETS_PER_MEMBER_MAX = 50;

export type AllowRequest = (
  request: IncomingMessage,
  answer: (refusal: string | null, isAllowed: boolean) => void,
) => void;

/**
 * Returns a function that reads the client's IP address behind trusted proxies, like that of HTTP requests. An IPv6
 * address is reduced to its /64.
 */
function createAddressReader(trustProxy: readonly string[]) {
  const trust = compileTrust(trustProxy);
  return (request: IncomingMessage): string => addressKey(clientAddress(request, trust));
}

export interface SocketLimitsOptions {
  readonly trustProxy: readonly string[];
  readonly socketsPerAddressMax: number;
  /** Id of this node in the shared counts. */
  readonly nodeId: string;
  /** `null` if this node counts alone. */
  readonly counters: SharedCounters | null;
}

/** Creates the counts of one limit. With Redis, all nodes count together. */
function createHeldCounts(
  name: string,
  max: number,
  { counters, nodeId, logger }: Pick<SocketLimitsOptions, 'counters' | 'nodeId'> & LoggerOption,
): { readonly held: HeldCounts; readonly shared: readonly SharedHolds[] } {
  if (counters === null || max === 0) return { held: new HeldCounts(max), shared: [] };
  const counts = new Map<string, number>();
  const shared = new SharedHolds({ counters, logger, nodeId, name, max, counts });
  return { held: new HeldCounts(max, counts, shared), shared: [shared] };
}

interface LoggerOption {
  readonly logger: Logger;
}

/** Limits the open sockets of an IP address and of a member, on all nodes together if they have Redis. */
export function createSocketLimits(options: SocketLimitsOptions & LoggerOption) {
  const { trustProxy, socketsPerAddressMax } = options;
  const ofAddresses = createHeldCounts('sockets_address', socketsPerAddressMax, options);
  const ofMembers = createHeldCounts('sockets_member', SOCKETS_PER_MEMBER_MAX, options);
  const [addresses, members] = [ofAddresses.held, ofMembers.held];
  const shared = [...ofAddresses.shared, ...ofMembers.shared];
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
    /** Runs before the handshake, so that a refused connection is neither kept nor authenticated. */
    allowRequest,
    /** Counts a connection until it closes. Closes it if simultaneous handshakes have exceeded the limit. */
    holdAddress: (connection: Socket['conn']): void => {
      const close = (): unknown => connection.close(true);
      const release = addresses.hold(addressOf(connection.request), close);
      if (release === null) connection.close(true);
      else connection.once('close', release);
    },
    /** Creates a namespace middleware that refuses a member who has too many sockets. */
    admitMember: (socket: Socket, next: (error?: Error) => void): void => {
      const key = memberKey(socket);
      if (key === null || !members.isFull(key)) next();
      else next(refusalFrame(new ApiError('rate_limited')));
    },
    /** Counts an admitted socket until it disconnects. @returns `false` if it exceeded the limit and is disconnected */
    holdMember: (socket: Socket): boolean => {
      const key = memberKey(socket);
      if (key === null) return true;
      const release = members.hold(key, () => socket.disconnect(true));
      if (release === null) socket.disconnect(true);
      else socket.once('disconnect', release);
      return release !== null;
    },
    start: (): void => {
      for (const one of shared) one.start();
    },
    stop: async (): Promise<void> => {
      await Promise.all(shared.map((one) => one.stop()));
    },
  };
}
