import { LIMITS } from '@sangwian/contract/limits';
import { EVENT_NAMESPACE, SOCKET_PATH } from '@sangwian/contract/sockets/event-namespace';
import { KICK_NAMESPACE } from '@sangwian/contract/sockets/kick-namespace';
import { ApiError } from '@sangwian/node-kit/api-error';
import type { Logger } from '@sangwian/node-kit/logger';
import { Server, type Socket } from 'socket.io';
import type { Bus } from '../../../platform/bus/bus.ts';
import type { ApiModule, Authenticate } from '../../../platform/http/handler.ts';
import { toApiError } from '../../../platform/http/to-api-error.ts';
import { admitSocket, identityOf } from '../../../platform/sockets/admit-socket.ts';
import { refuseEvent } from '../../../platform/sockets/answer-event.ts';
import { EVENT_RATES, RateBucket } from '../../../platform/sockets/event-rate.ts';
import { RefusedEvents } from '../../../platform/sockets/refused-events.ts';
import { type AllowRequest, createSocketLimits } from '../../../platform/sockets/socket-limits.ts';
import type { Clock } from '../../../platform/time/clock.ts';
import type { EndedSession } from '../../identity/sessions/sessions.module.ts';
import type { Wallet } from '../../money/wallet/wallet.module.ts';
import type { Chat } from '../chat/chat.module.ts';
import type { Gifts } from '../gifts/gifts.module.ts';
import type { LiveReader, ViewerCounts } from '../lives/lives.module.ts';
import type { WatchModule } from '../watch/watch.module.ts';
import { endSockets } from './end-sockets.ts';
import { serveEvents } from './event-namespace.ts';
import { LiveRooms } from './live-rooms.ts';
import { tellEverybody } from './tell-everybody.ts';
import { tellOwners } from './tell-owners.ts';

const NAMESPACE_MS_MAX = 10_000;
const PING_INTERVAL_MS = 20_000;
const PING_TIMEOUT_MS = 15_000;

export interface SocketsOptions {
  readonly appKey: string;
  readonly authenticate: Authenticate;
  /** Of these sign-ins those that are over. */
  readonly findEnded: (sessionIds: readonly string[]) => Promise<readonly EndedSession[]>;
  readonly bus: Bus;
  readonly clock: Clock;
  readonly chat: Chat;
  readonly gifts: Pick<Gifts, 'readBar'>;
  readonly live: LiveReader;
  readonly viewers: ViewerCounts;
  readonly wallet: Pick<Wallet, 'readWallet' | 'readWallets'>;
  readonly watch: Pick<WatchModule, 'beat' | 'hold'>;
  readonly logger: Logger;
  /** Addresses whose `X-Forwarded-For` is believed. */
  readonly trustProxy: readonly string[];
  /** Of one node; 0: no limit. */
  readonly socketsPerAddressMax: number;
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
    // Frames are made once for everybody, which a compression for each connection would undo.
    perMessageDeflate: false,
    httpCompression: false,
  });

/** Cuts off whoever floods, before anything of it is decoded; joins of unknown namespaces count too. */
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

/** A sign-in may end while its socket is being admitted, when there is no socket to close yet: looked at once more. */
function closeEnded({ authenticate }: SocketsOptions, socket: Socket): void {
  const { token } = identityOf(socket);
  if (token === null) return;
  authenticate(token).catch((error: unknown) => {
    if (toApiError(error).httpStatus < 500) socket.disconnect(true);
  });
}

/** The sockets of this node: `/event` for what happens in a live, `/kick` for what ends a session. */
export function createSocketsModule(options: SocketsOptions): ApiModule {
  const { chat, gifts, live, logger } = options;
  const limits = createSocketLimits(options);
  const io = createServer(limits.allowRequest);
  const refused = new RefusedEvents({ logger, nowMs: () => performance.now() });
  const rooms = new LiveRooms({
    ...options,
    matchesOf: (id) => live.matchesOf(id),
    linesAfter: (id, seq) => chat.linesAfter(id, seq),
    chatState: (id) => chat.stateOf(id),
    removedLines: (id) => chat.removedOf(id),
    boutOnNow: (id) => live.findBoutOnNow(id),
    readBar: (id) => gifts.readBar(id),
  });
  const stopEnding = endSockets(io, options);
  const stopTelling = tellOwners(io, options);
  const stopTellingAll = tellEverybody(io, options.bus);
  // The default namespace admits whoever connects, unless it is told otherwise.
  io.use((_socket, next) => next(new Error('Invalid namespace')));
  io.of(EVENT_NAMESPACE)
    .use(admitSocket(options, { membersOnly: false }))
    .use(limits.admitMember)
    .on('connection', (socket) => {
      if (!limits.holdMember(socket)) return;
      serveEvents({ ...options, refused, rooms }, socket);
      closeEnded(options, socket);
    });
  io.of(KICK_NAMESPACE)
    .use(admitSocket(options, { membersOnly: true }))
    .use(limits.admitMember)
    .on('connection', (socket) => {
      if (!limits.holdMember(socket)) return;
      // Nothing is asked for here; who asks is told so rather than left waiting.
      socket.use(([name, ...args]) => {
        refuseEvent(args, new ApiError('not_found'));
        refused.count(socket, name, 'not_found');
      });
      closeEnded(options, socket);
    });
  return {
    mayUpgrade: ({ headers, url = '' }) =>
      headers.upgrade?.toLowerCase() === 'websocket' && url.startsWith(`${SOCKET_PATH}/`),
    register: (app) => {
      io.attach(app.server);
      io.engine.on('connection', (connection: Socket['conn']) => limits.holdAddress(connection));
      limitPackets(io, logger);
    },
    stop: async () => {
      stopEnding();
      stopTelling();
      stopTellingAll();
      rooms.close();
      // Only the sockets: the HTTP server below belongs to the application.
      io.engine?.close();
    },
  };
}
