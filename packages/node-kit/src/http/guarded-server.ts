import {
  createServer,
  type IncomingMessage,
  type RequestListener,
  type Server,
  type ServerResponse,
} from 'node:http';
import type { Socket } from 'node:net';
import { every, type RepeatedTask } from '../every.ts';
import type { Logger } from '../logger.ts';
import { AddressCounts } from './address-counts.ts';
import { clientAddress, type TrustAddress } from './client-address.ts';
import { hasOneHost } from './host-header.ts';
import { HTTP_LIMITS, type HttpLimits } from './http-limits.ts';
import { type Refusal, refusalOf, refuseConnection } from './refuse-connection.ts';
import { sendRefusal } from './send-refusal.ts';
import { SlowTakers } from './slow-takers.ts';

const BAD_HOST: Refusal = { status: 400, code: 'request_invalid' };
/** `Retry-After` of a refusal. After ten seconds, idle connections have been closed, and retries are spread out. */
const TOO_MANY: Refusal = { status: 429, code: 'rate_limited', retryAfterS: 10 };
/** Minimum time between log lines about refused connections. */
const LOG_EVERY_MS = 10_000;

export interface GuardedServerOptions {
  readonly limits?: HttpLimits;
  /** Proxies whose `X-Forwarded-For` is trusted; default: none. */
  readonly trust?: TrustAddress;
  readonly logger: Logger;
  /** Whether a request with an `Upgrade` header may change the protocol; default: never, the header is ignored. */
  readonly mayUpgrade?: (request: IncomingMessage) => boolean;
}

/**
 * Limits the connections of one listener and detects slow readers. A connection counts for the address that opened it.
 * Once a request on it carries `X-Forwarded-For` of a trusted proxy, the connection no longer counts, and each request
 * counts for the client that the proxy names.
 */
class ConnectionGuard {
  readonly #limits: HttpLimits;
  readonly #trust: TrustAddress;
  readonly #logger: Logger;
  readonly #counts: AddressCounts;
  /** Functions that release the count of a connection; `null` for a connection of a proxy. */
  readonly #sockets = new Map<Socket, (() => void) | null>();
  readonly #slow: SlowTakers;
  readonly #checks: RepeatedTask;
  #loggedAtMs = Number.NEGATIVE_INFINITY;

  constructor({ limits = HTTP_LIMITS, trust = () => false, logger }: GuardedServerOptions) {
    this.#limits = limits;
    this.#trust = trust;
    this.#logger = logger;
    this.#counts = new AddressCounts(limits.connectionsPerAddressMax);
    this.#slow = new SlowTakers(limits);
    this.#checks = every(limits.checkMs, () => this.#check(), { name: 'slow_clients', logger });
    this.#checks.start();
  }

  readonly admit = (socket: Socket): void => {
    const release = this.#counts.take(socket.remoteAddress ?? '');
    if (release === null) {
      this.logRefused({ address: socket.remoteAddress });
      refuseConnection(socket, TOO_MANY, this.#limits.refusalMs);
      return;
    }
    this.#sockets.set(socket, release);
    socket.once('close', () => {
      this.#sockets.get(socket)?.();
      this.#sockets.delete(socket);
      this.#slow.forget(socket);
    });
  };

  /** Counts a request through a trusted proxy; `false` if its client has reached the limit. */
  admitForwarded(request: IncomingMessage, over: Socket | ServerResponse): boolean {
    if (request.headers['x-forwarded-for'] === undefined) return true;
    const { socket } = request;
    if (!this.#trust(socket.remoteAddress ?? '', 0)) return true;
    this.#sockets.get(socket)?.();
    this.#sockets.set(socket, null);
    const address = clientAddress(request, this.#trust);
    const release = this.#counts.take(address);
    if (release === null) {
      this.logRefused({ address });
      return false;
    }
    over.once('close', release);
    return true;
  }

  readonly refuseUnreadable = (error: NodeJS.ErrnoException, socket: Socket): void => {
    if (error.code === 'ECONNRESET') socket.destroy();
    else refuseConnection(socket, refusalOf(error), this.#limits.refusalMs);
  };

  /** Destroys connections without a request, because a stopping server would wait for them. */
  closeSilent(): void {
    for (const socket of this.#sockets.keys()) if (socket.bytesRead === 0) socket.destroy();
  }

  stop(): void {
    void this.#checks.stop();
  }

  #check(): void {
    const nowMs = performance.now();
    for (const socket of this.#sockets.keys()) this.#slow.check(socket, nowMs);
  }

  logRefused(fields: object): void {
    const nowMs = performance.now();
    if (nowMs - this.#loggedAtMs < LOG_EVERY_MS) return;
    this.#loggedAtMs = nowMs;
    this.#logger.warn(fields, 'connection limit reached');
  }
}

/**
 * Creates an HTTP server that closes every connection in bounded time: a request head, a body or a response without
 * progress ends the connection, and so does a refusal. Requests without exactly one host get 400.
 */
export function createGuardedServer(
  handle: RequestListener,
  options: GuardedServerOptions,
): Server {
  const { limits = HTTP_LIMITS, mayUpgrade = () => false } = options;
  const guard = new ConnectionGuard(options);
  const refuse = (response: ServerResponse, refusal: Refusal): void => {
    response.shouldKeepAlive = false;
    sendRefusal(response, refusal);
  };
  const server = createServer(
    {
      maxHeaderSize: limits.headBytesMax,
      headersTimeout: limits.headMs,
      requestTimeout: limits.requestMs,
      keepAliveTimeout: limits.idleMs,
      connectionsCheckingInterval: limits.checkMs,
      noDelay: true,
      // Checked below, which also detects two hosts.
      requireHostHeader: false,
      // An unsupported protocol gets the ordinary response (RFC 9110, 7.8).
      shouldUpgradeCallback: (request) =>
        mayUpgrade(request) && hasOneHost(request) && guard.admitForwarded(request, request.socket),
    },
    (request, response) => {
      // The request was refused before it was complete.
      if (request.socket.writableEnded) return;
      if (!hasOneHost(request)) refuse(response, BAD_HOST);
      else if (!guard.admitForwarded(request, response)) refuse(response, TOO_MANY);
      else handle(request, response);
    },
  );
  server.maxConnections = limits.connectionsMax;
  server.on('connection', guard.admit);
  server.on('clientError', guard.refuseUnreadable);
  server.on('drop', () => guard.logRefused({ max: limits.connectionsMax }));
  const closeIdle = server.closeIdleConnections.bind(server);
  server.closeIdleConnections = () => {
    closeIdle();
    guard.closeSilent();
  };
  server.on('close', () => guard.stop());
  return server;
}
