import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { TrustAddress } from '@sangwian/node-kit/http/client-address';
import { createGuardedServer } from '@sangwian/node-kit/http/guarded-server';
import { HTTP_LIMITS, type HttpLimits } from '@sangwian/node-kit/http/http-limits';
import type { Logger } from '@sangwian/node-kit/logger';
import { sendError, sendJson } from './answers.ts';
import type { Control } from './control.ts';
import type { Delivery } from './delivery.ts';
import type { Exchange } from './exchange.ts';
import { LiveLane } from './live-lane.ts';
import { NodeExchange } from './node-exchange.ts';
import { HEAD_BYTES_MAX } from './request-head.ts';
import { readSignallingAddress, type Signalling } from './signalling.ts';

export const MEDIA_HTTP_LIMITS: HttpLimits = {
  ...HTTP_LIMITS,
  /** Requests come from the site or a proxy on this machine, and offers are small. */
  headMs: 10_000,
  requestMs: 20_000,
  /** Longer than the site and nginx keep their connections (20 s, 60 s), so that they never meet a closed one. */
  idleMs: 75_000,
  headBytesMax: HEAD_BYTES_MAX,
  /** All connections are those of the site or a proxy on this machine, which limit their own clients. */
  connectionsPerAddressMax: 0,
};

export interface MediaServerOptions {
  readonly delivery: Delivery;
  readonly signalling: Signalling;
  readonly control: Control;
  /** Prometheus' text format. */
  readonly metrics: () => Promise<{ readonly contentType: string; readonly text: string }>;
  readonly limits?: HttpLimits;
  /** Proxies whose `X-Forwarded-For` is believed. */
  readonly trust: TrustAddress;
  readonly logger: Logger;
  readonly host: string;
  /** 0 takes a free one. */
  readonly port: number;
}

export interface MediaServer {
  /** Connections that are not node:http's. */
  readonly liveConnections: number;
  listen(): Promise<number>;
  /** Ends every connection. */
  close(): Promise<void>;
}

/** What live connections do not read: offers have bodies. */
const isSignalling = ({ method, url = '' }: IncomingMessage): boolean =>
  method !== 'OPTIONS' && readSignallingAddress(url) !== null;

/** Answers everything but media: signalling, control, health and metrics. */
function createRestAnswer({ signalling, control, metrics }: MediaServerOptions) {
  return async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const address = readSignallingAddress(request.url ?? '');
    if (address !== null) return signalling.handle(request, response, address);
    const exchange = new NodeExchange(request, response);
    const path = exchange.url.split('?', 1)[0] ?? '';
    if (path.startsWith('/control/')) return control.handle(request, response, path);
    if (request.method !== 'GET' && request.method !== 'HEAD')
      return sendError(exchange, 'not_found');
    if (path === '/health' || path === '/health/live' || path === '/health/ready') {
      return sendJson(exchange, 200, { status: 'ok' });
    }
    if (path !== '/metrics') return sendError(exchange, 'not_found');
    const { contentType, text } = await metrics();
    response.writeHead(200, { 'Content-Type': contentType });
    response.end(text);
  };
}

/** The loopback listener of the media process: `/media/…`, `/control/…`, `/health`, `/metrics`. */
export function createMediaServer(options: MediaServerOptions): MediaServer {
  const { delivery, limits = MEDIA_HTTP_LIMITS, trust, logger, host, port } = options;

  const answerRest = createRestAnswer(options);
  const failed = (method: string, error: unknown): void =>
    logger.error({ err: error, method }, 'a request failed');

  const failedOverNode = (
    request: IncomingMessage,
    response: ServerResponse,
    error: unknown,
  ): void => {
    if (request.destroyed && !request.complete) {
      logger.info({ method: request.method }, 'request aborted');
      return;
    }
    failed(request.method ?? '', error);
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
            failedOverNode(request, response, error),
          );
      } catch (error) {
        failedOverNode(request, response, error);
      }
    },
    { limits, trust, logger },
  );

  const lane = new LiveLane({
    server,
    limits,
    logger,
    answer: (exchange: Exchange) => {
      try {
        delivery.handle(exchange);
      } catch (error) {
        failed(exchange.method, error);
        sendError(exchange, 'error_occurred');
      }
    },
  });

  return {
    get liveConnections() {
      return lane.size;
    },
    listen: () =>
      new Promise((resolve, reject) => {
        server.once('error', reject);
        server.listen(port, host, () => {
          server.off('error', reject);
          server.on('error', (error) => logger.error({ err: error }, 'the listener failed'));
          const address = server.address();
          resolve(typeof address === 'object' && address !== null ? address.port : port);
        });
      }),
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        lane.close();
        server.closeAllConnections();
      }),
  };
}
