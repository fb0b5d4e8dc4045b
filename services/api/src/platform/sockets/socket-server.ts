import { setTimeout as wait } from 'node:timers/promises';
import { LIMITS } from '@sangwian/contract/limits';
import { SOCKET_PATH } from '@sangwian/contract/sockets/event-namespace';
import type { Logger } from '@sangwian/node-kit/logger';
import { Gauge, type Registry } from 'prom-client';
import { type Namespace, Server, type Socket } from 'socket.io';
import type { ApiModule } from '../http/handler.ts';
import { toApiError } from '../http/to-api-error.ts';
import {
  type AdmitOptions,
  admitSocket,
  identityOf,
  type SocketAdmission,
  sessionRoom,
} from './admit-socket.ts';
import { EVENT_RATES, RateBucket } from './event-rate.ts';
import { isOwnOrigin } from './own-origin.ts';
import { RefusedEvents } from './refused-events.ts';
import {
  type AllowRequest,
  createSocketLimits,
  type SocketLimitsOptions,
} from './socket-limits.ts';

const NAMESPACE_MS_MAX = 10_000;
const PING_INTERVAL_MS = 20_000;
const PING_TIMEOUT_MS = 15_000;

export interface SocketServerOptions extends AdmitOptions, SocketLimitsOptions {
  /** Origins of the site and the console, whose pages may open sockets. */
  readonly origins: readonly string[];
  readonly logger: Logger;
}

/** The admission to a namespace: fans with the app key, or callers that the owner's middleware admits. */
type NamespaceAdmission =
  | {
      /** Whether visitors are refused. */
      readonly membersOnly: boolean;
    }
  | { readonly admit: SocketAdmission };

export type NamespaceOptions = NamespaceAdmission & {
  /** Wires one admitted socket. */
  readonly onConnection: (socket: Socket, refused: RefusedEvents) => void;
};

/** The sockets of this node. Each namespace has one owner, which opens it. */
export interface SocketServer {
  /**
   * Opens a namespace for its owner.
   *
   * @throws if the namespace has an owner already
   */
  open(name: string, options: NamespaceOptions): Namespace;
  /** Returns the number of admitted sockets of this node by namespace. */
  counts(): Readonly<Record<string, number>>;
  /** Returns the sessions that have a socket on this node, in any namespace. */
  sessionIds(): string[];
  /** Disconnects every socket of these sessions, in all namespaces. */
  disconnect(sessionIds: readonly string[]): void;
  /**
   * Refuses new sockets, and closes each open socket at a random moment of a period, so that fans do not reconnect to
   * the other nodes all at once. Browsers reconnect automatically.
   */
  drain(durationMs: number): Promise<void>;
  /** Attaches the sockets to the HTTP server, and closes them together with the server. */
  readonly module: ApiModule;
}

const createServer = (allowRequest: AllowRequest): Server =>
  new Server({
    allowRequest,
    path: SOCKET_PATH,
    transports: ['websocket'],
    serveClient: false,
    maxHttpBufferSize: LIMITS.socketFrameBytesMax,
    connectTimeout: NAMESPACE_MS_MAX,
    pingInterval: PING_INTERVAL_MS,
    pingTimeout: PING_TIMEOUT_MS,
    // Frames are encoded once for all sockets. Compression would encode them for each connection.
    perMessageDeflate: false,
    httpCompression: false,
  });

/** Closes a flooding connection before its packets are decoded. Joins of unknown namespaces count too. */
function limitPackets(io: Server, logger: Logger): void {
  io.engine.on('connection', (connection: Socket['conn']) => {
    const bucket = new RateBucket(EVENT_RATES.packets, performance.now());
    connection.on('packet', () => {
      if (bucket.take(performance.now())) return;
      logger.warn({ address: connection.remoteAddress }, 'socket cut off: too many packets');
      connection.close(true);
    });
  });
}

function observeSockets(registry: Registry, owned: ReadonlyMap<string, Namespace>): void {
  new Gauge({
    name: 'sockets_open',
    help: 'Admitted sockets of this node',
    labelNames: ['namespace'],
    registers: [registry],
    collect() {
      for (const [namespace, { sockets }] of owned) this.set({ namespace }, sockets.size);
    },
  });
}

/** Authenticates once more: the session may have ended during the admission, when there was no socket to disconnect. */
function closeEnded({ authenticate }: AdmitOptions, socket: Socket): void {
  const { token } = identityOf(socket);
  if (token === null) return;
  authenticate(token).catch((error: unknown) => {
    if (toApiError(error).httpStatus < 500) socket.disconnect(true);
  });
}

/** Creates the sockets of this node; they listen once the module is registered. */
export function createSocketServer(options: SocketServerOptions): SocketServer {
  const { logger } = options;
  const limits = createSocketLimits(options);
  let isDraining = false;
  const connections = new Set<Socket['conn']>();
  const io = createServer((request, answer) => {
    if (isDraining) answer('this node is stopping', false);
    else if (!isOwnOrigin(request, options.origins)) answer('not a page of this site', false);
    else limits.allowRequest(request, answer);
  });
  const refused = new RefusedEvents({ logger, nowMs: () => performance.now() });
  const owned = new Map<string, Namespace>();
  // Without this, Socket.IO admits every client to its default namespace.
  io.use((_socket, next) => next(new Error('Invalid namespace')));
  return {
    open: (name, namespaceOptions) => {
      const { onConnection } = namespaceOptions;
      if (owned.has(name)) throw new Error(`the namespace ${name} has an owner`);
      const namespace = io.of(name);
      owned.set(name, namespace);
      return namespace
        .use(
          'admit' in namespaceOptions
            ? namespaceOptions.admit
            : admitSocket(options, namespaceOptions),
        )
        .use(limits.admitMember)
        .on('connection', (socket) => {
          if (!limits.holdMember(socket)) return;
          onConnection(socket, refused);
          closeEnded(options, socket);
        });
    },
    counts: () => Object.fromEntries([...owned].map(([name, { sockets }]) => [name, sockets.size])),
    sessionIds: () => {
      const sockets = [...owned.values()].flatMap((namespace) => [...namespace.sockets.values()]);
      const ids = sockets.map((socket) => identityOf(socket).bearer?.sessionId);
      return [...new Set(ids.filter((id) => id !== undefined))];
    },
    disconnect: (sessionIds) => {
      const rooms = sessionIds.map(sessionRoom);
      if (rooms.length === 0) return;
      for (const namespace of owned.values()) namespace.in(rooms).disconnectSockets(true);
    },
    drain: async (durationMs) => {
      isDraining = true;
      // `close` ends the transport; after `disconnect` a browser would not reconnect.
      await Promise.all(
        [...connections].map(async (connection) => {
          await wait(Math.random() * durationMs);
          connection.close();
        }),
      );
    },
    module: {
      observe: (registry) => observeSockets(registry, owned),
      mayUpgrade: ({ headers, url = '' }) =>
        headers.upgrade?.toLowerCase() === 'websocket' && url.startsWith(`${SOCKET_PATH}/`),
      register: (app) => {
        io.attach(app.server);
        io.engine.on('connection', (connection: Socket['conn']) => {
          limits.holdAddress(connection);
          connections.add(connection);
          connection.once('close', () => connections.delete(connection));
        });
        limitPackets(io, logger);
      },
      start: limits.start,
      // Closes only the sockets: the HTTP server belongs to the application.
      stop: async () => {
        io.engine?.close();
        await limits.stop();
      },
    },
  };
}
