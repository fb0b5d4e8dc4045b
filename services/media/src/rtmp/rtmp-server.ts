import { createServer, type Server, type Socket } from 'node:net';
import { every } from '@sangwian/node-kit/every';
import { addressKey } from '@sangwian/node-kit/http/address-key';
import type { Logger } from '@sangwian/node-kit/logger';
import type { Channels } from '../stream/access-unit.ts';
import type { AuthorisePublish } from '../stream/authorise-publish.ts';
import { PublishSession } from './publish-session.ts';
import { RTMP_LIMITS, type RtmpLimits } from './rtmp-limits.ts';
import { ServerConnection } from './server-connection.ts';

/** Interval of the sessions' time-out checks. */
const EXPIRE_EVERY_MS = 250;

export interface RtmpServerOptions {
  readonly channels: Channels;
  readonly authorise: AuthorisePublish;
  /** Called when an authorised publisher sends media that cannot be played. */
  readonly onRefused?: (channelId: string, reason: string) => void;
  readonly logger: Logger;
  readonly host: string;
  /** If the port is in use, the server chooses another one; 0 means any free port. */
  readonly port: number;
  readonly limits?: Partial<RtmpLimits>;
  /** Milliseconds of a monotonic clock. */
  readonly now?: () => number;
}

export interface RtmpServer {
  /** Starts listening and resolves with the actual port. Rejects if listening on the host fails. */
  listen(): Promise<number>;
  /** Stops accepting connections and closes all sessions; resolves after the last one has ended. */
  close(): Promise<void>;
}

/** Creates the RTMP server for publishers: `rtmp://host:port/live` and a stream key. */
export function createRtmpServer(options: RtmpServerOptions): RtmpServer {
  const { channels, authorise, logger, host, port, now = () => performance.now() } = options;
  const limits: RtmpLimits = { ...RTMP_LIMITS, ...options.limits };
  const publishers = (key?: string): number =>
    [...sessions].filter(
      ([session, held]) => session.isPublishing && (key === undefined || held.key === key),
    ).length;
  const hasRoomFor = (address: string): boolean =>
    publishers() < limits.publishersMax &&
    publishers(addressKey(address)) < limits.publishersPerAddressMax;
  const { onRefused = () => {} } = options;
  const context = { channels, authorise, logger, limits, now, hasRoomFor, onRefused };
  const sessions = new Map<PublishSession, { key: string; done: Promise<void> }>();

  const admit = (socket: Socket): void => {
    const connection = new ServerConnection(socket, limits);
    const key = addressKey(connection.remoteAddress);
    const pending = [...sessions].filter(([session]) => !session.isPublishing);
    const fromAddress = pending.filter(([, held]) => held.key === key).length;
    if (fromAddress >= limits.pendingPerAddressMax) {
      logger.warn(
        { ip: connection.remoteAddress, fromAddress },
        'refused: too many connections without a key',
      );
      connection.destroy();
      return;
    }
    // New connections are always accepted and displace older ones, so that a flood of idle connections only displaces
    // itself.
    if (pending.length >= limits.pendingMax) oldestOfBusiest(pending)?.giveUp();
    const session = new PublishSession(connection, context);
    const done = session.run().finally(() => sessions.delete(session));
    sessions.set(session, { key, done });
  };

  const server = createServer({ noDelay: true }, admit);
  const expire = (): void => {
    for (const session of sessions.keys()) session.expire();
  };
  const expiry = every(EXPIRE_EVERY_MS, expire, { name: 'rtmp_expiry', logger });

  return {
    listen: async () => {
      const used = await listenOnFree(server, host, port, logger);
      // An error such as too many open files affects one connection only. The server continues.
      server.on('error', (error) => logger.error({ err: error }, 'connection accept failed'));
      expiry.start();
      return used;
    },
    close: async () => {
      const stopped = new Promise<void>((resolve) => server.close(() => resolve()));
      for (const session of sessions.keys()) session.close('the server is stopping');
      await Promise.all(Array.from(sessions.values(), (session) => session.done));
      await expiry.stop();
      await stopped;
    },
  };
}

type Pending = readonly (readonly [PublishSession, { readonly key: string }])[];

/** Returns the oldest pending connection of the IP address with the most pending connections. */
function oldestOfBusiest(pending: Pending): PublishSession | undefined {
  const counts = new Map<string, number>();
  for (const [, { key }] of pending) counts.set(key, (counts.get(key) ?? 0) + 1);
  const most = Math.max(...counts.values());
  return pending.find(([, { key }]) => counts.get(key) === most)?.[0];
}

async function listenOnFree(
  server: Server,
  host: string,
  port: number,
  logger: Logger,
): Promise<number> {
  try {
    return await listenOn(server, host, port);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EADDRINUSE') throw error;
    const used = await listenOn(server, host, 0);
    logger.warn({ wanted: port, used }, 'RTMP port in use, using another one');
    return used;
  }
}

function listenOn(server: Server, host: string, port: number): Promise<number> {
  const { promise, resolve, reject } = Promise.withResolvers<number>();
  server.once('error', reject);
  server.listen({ host, port }, () => {
    server.off('error', reject);
    const address = server.address();
    resolve(typeof address === 'object' && address !== null ? address.port : port);
  });
  return promise;
}
