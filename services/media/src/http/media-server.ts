import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { Logger } from '@sangwian/node-kit/logger';
import { sendError, sendJson } from './answers.ts';
import type { Control } from './control.ts';
import type { Delivery } from './delivery.ts';
import type { Exchange } from './exchange.ts';
import { LiveLane } from './live-lane.ts';
import { NodeExchange } from './node-exchange.ts';
import { HEAD_BYTES_MAX } from './request-head.ts';
import { readSignallingAddress, type Signalling } from './signalling.ts';

/** A silent connection is kept this long: longer than a proxy keeps its own, so that it never meets a closed one. */
const KEEP_ALIVE_MS = 75_000;
/** A request's head has to be here by then (slowloris), and its body, if any. */
const HEADERS_MS_MAX = 10_000;
const REQUEST_MS_MAX = 20_000;
/** A client that takes nothing for this long is cut off. */
const SOCKET_SILENCE_MS_MAX = 90_000;

export interface MediaServerOptions {
  readonly delivery: Delivery;
  readonly signalling: Signalling;
  readonly control: Control;
  /** Prometheus' text format. */
  readonly metrics: () => Promise<{ readonly contentType: string; readonly text: string }>;
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

/** The loopback listener of the media process: `/media/…`, `/control/…`, `/health`, `/metrics`. */
export function createMediaServer(options: MediaServerOptions): MediaServer {
  const { delivery, signalling, control, metrics, logger, host, port } = options;

  const answerRest = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
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

  const failed = (method: string, error: unknown): void =>
    logger.error({ err: error, method }, 'a request failed');

  const failedOverNode = (
    request: IncomingMessage,
    response: ServerResponse,
    error: unknown,
  ): void => {
    failed(request.method ?? '', error);
    if (response.headersSent || response.destroyed) response.destroy();
    else sendError(new NodeExchange(request, response), 'error_occurred');
  };

  const server: Server = createServer(
    {
      keepAliveTimeout: KEEP_ALIVE_MS,
      headersTimeout: HEADERS_MS_MAX,
      requestTimeout: REQUEST_MS_MAX,
      maxHeaderSize: HEAD_BYTES_MAX,
      noDelay: true,
    },
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
  );
  server.timeout = SOCKET_SILENCE_MS_MAX;

  const lane = new LiveLane({
    server,
    limits: { headMs: HEADERS_MS_MAX, idleMs: KEEP_ALIVE_MS, silenceMs: SOCKET_SILENCE_MS_MAX },
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
