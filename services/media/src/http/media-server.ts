import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { TrustAddress } from '@sangwian/node-kit/http/client-address';
import { createGuardedServer } from '@sangwian/node-kit/http/guarded-server';
import { HTTP_LIMITS, type HttpLimits } from '@sangwian/node-kit/http/http-limits';
import type { Logger } from '@sangwian/node-kit/logger';
import { sendError } from './answers.ts';
import type { Delivery } from './delivery.ts';
import type { Exchange } from './exchange.ts';
import { NodeExchange } from './node-exchange.ts';
import { RawHttpServer } from './raw-http-server.ts';
import { HEAD_BYTES_MAX } from './request-head.ts';
import { createServiceAnswer, listenOn, type ServiceAnswerOptions } from './service-answer.ts';
import { readSignallingAddress, type Signalling } from './signalling.ts';

export const MEDIA_HTTP_LIMITS: HttpLimits = {
  ...HTTP_LIMITS,
  /** Time-outs can be short, because the site or a proxy on this machine sends the requests, and offers are small. */
  headMs: 10_000,
  requestMs: 20_000,
  /** Longer than the keep-alive of the site (20 s) and of nginx (60 s), so they never reuse a closed connection. */
  idleMs: 75_000,
  headBytesMax: HEAD_BYTES_MAX,
  /** Connections are not limited per address, because the site or the proxy limits its own clients. */
  connectionsPerAddressMax: 0,
};

export interface MediaServerOptions extends ServiceAnswerOptions {
  readonly delivery: Delivery;
  readonly signalling: Signalling;
  readonly limits?: HttpLimits;
  /** Proxies whose `X-Forwarded-For` is trusted. */
  readonly trust: TrustAddress;
  readonly logger: Logger;
  readonly host: string;
  /** 0 means any free port. */
  readonly port: number;
}

export interface MediaServer {
  /** Number of connections outside node:http. */
  readonly rawConnections: number;
  listen(): Promise<number>;
  /** Closes every connection. */
  close(): Promise<void>;
}

const isSignalling = ({ method, url = '' }: IncomingMessage): boolean =>
  method !== 'OPTIONS' && readSignallingAddress(url) !== null;

/** Handles everything except media: signalling, control, health and metrics. */
function createRestAnswer({ signalling, control, metrics }: MediaServerOptions) {
  const answerService = createServiceAnswer({ control, metrics });
  return async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const address = readSignallingAddress(request.url ?? '');
    if (address !== null) return signalling.handle(request, response, address);
    return answerService(request, response);
  };
}

/** Creates the HTTP listener of the media process: `/media/…`, `/control/…`, `/health`, `/metrics`. */
export function createMediaServer(options: MediaServerOptions): MediaServer {
  const { delivery, limits = MEDIA_HTTP_LIMITS, trust, logger, host, port } = options;

  const answerRest = createRestAnswer(options);
  const logFailure = (method: string, error: unknown): void =>
    logger.error({ err: error, method }, 'request failed');

  const handleNodeFailure = (
    request: IncomingMessage,
    response: ServerResponse,
    error: unknown,
  ): void => {
    if (request.destroyed && !request.complete) {
      logger.info({ method: request.method }, 'request aborted');
      return;
    }
    logFailure(request.method ?? '', error);
    if (response.headersSent || response.destroyed) response.destroy();
    else sendError(new NodeExchange(request, response), 'error_occurred');
  };

  const server: Server = createGuardedServer(
    (request, response) => {
      try {
        const media = request.url?.startsWith('/media/') === true;
        if (media && !isSignalling(request)) delivery.handle(new NodeExchange(request, response));
        else
          answerRest(request, response).catch((error: unknown) =>
            handleNodeFailure(request, response, error),
          );
      } catch (error) {
        handleNodeFailure(request, response, error);
      }
    },
    { limits, trust, logger },
  );

  const raw = new RawHttpServer({
    server,
    limits,
    logger,
    answer: (exchange: Exchange) => {
      try {
        delivery.handle(exchange);
      } catch (error) {
        logFailure(exchange.method, error);
        sendError(exchange, 'error_occurred');
      }
    },
  });

  return {
    get rawConnections() {
      return raw.size;
    },
    listen: () => listenOn(server, { host, port, logger }),
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        raw.close();
        server.closeAllConnections();
      }),
  };
}
