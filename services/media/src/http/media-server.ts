import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { Logger } from '@sangwian/node-kit/logger';
import { sendError, sendJson } from './answers.ts';
import type { Control } from './control.ts';
import type { Delivery } from './delivery.ts';

/** A silent connection is kept this long: longer than a proxy keeps its own, so that it never meets a closed one. */
const KEEP_ALIVE_MS = 75_000;
/** A request's head has to be here by then (slowloris), and its body, if any. */
const HEADERS_MS_MAX = 10_000;
const REQUEST_MS_MAX = 20_000;
/** A client that takes nothing for this long is cut off. */
const SOCKET_SILENCE_MS_MAX = 90_000;
const HEADER_BYTES_MAX = 16 * 1024;

export interface MediaServerOptions {
  readonly delivery: Delivery;
  readonly control: Control;
  /** Prometheus' text format. */
  readonly metrics: () => Promise<{ readonly contentType: string; readonly text: string }>;
  readonly logger: Logger;
  readonly host: string;
  /** 0 takes a free one. */
  readonly port: number;
}

export interface MediaServer {
  listen(): Promise<number>;
  /** Ends every connection. */
  close(): Promise<void>;
}

/** The loopback listener of the media process: `/media/…`, `/control/…`, `/health`, `/metrics`. */
export function createMediaServer(options: MediaServerOptions): MediaServer {
  const { delivery, control, metrics, logger, host, port } = options;

  const answerRest = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const path = (request.url ?? '').split('?', 1)[0] ?? '';
    if (path.startsWith('/control/')) return control.handle(request, response, path);
    if (request.method !== 'GET' && request.method !== 'HEAD')
      return sendError(request, response, 'not_found');
    if (path === '/health' || path === '/health/live' || path === '/health/ready') {
      return sendJson(response, 200, { status: 'ok' });
    }
    if (path !== '/metrics') return sendError(request, response, 'not_found');
    const { contentType, text } = await metrics();
    response.writeHead(200, { 'Content-Type': contentType });
    response.end(text);
  };

  const failed = (request: IncomingMessage, response: ServerResponse, error: unknown): void => {
    logger.error({ err: error, method: request.method }, 'a request failed');
    if (response.headersSent || response.destroyed) response.destroy();
    else sendError(request, response, 'error_occurred');
  };

  const server: Server = createServer(
    {
      keepAliveTimeout: KEEP_ALIVE_MS,
      headersTimeout: HEADERS_MS_MAX,
      requestTimeout: REQUEST_MS_MAX,
      maxHeaderSize: HEADER_BYTES_MAX,
      noDelay: true,
    },
    (request, response) => {
      try {
        if (request.url?.startsWith('/media/') === true) delivery.handle(request, response);
        else
          answerRest(request, response).catch((error: unknown) => failed(request, response, error));
      } catch (error) {
        failed(request, response, error);
      }
    },
  );
  server.timeout = SOCKET_SILENCE_MS_MAX;

  return {
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
        server.closeAllConnections();
      }),
  };
}
