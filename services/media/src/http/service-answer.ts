import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Logger } from '@sangwian/node-kit/logger';
import { sendError, sendJson } from './answers.ts';
import type { Control } from './control.ts';
import { NodeExchange } from './node-exchange.ts';

export interface ServiceAnswerOptions {
  readonly control: Control;
  /** Metrics in Prometheus text format. */
  readonly metrics: () => Promise<{ readonly contentType: string; readonly text: string }>;
}

/** Creates the handler of `/control/…`, `/health` and `/metrics`, which origins and gates share. */
export function createServiceAnswer({ control, metrics }: ServiceAnswerOptions) {
  return async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
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

export interface ListenOptions {
  readonly host: string;
  /** 0 means any free port. */
  readonly port: number;
  readonly logger: Logger;
}

/** Starts listening and returns the port. Rejects if the address is not available. */
export const listenOn = (server: Server, { host, port, logger }: ListenOptions): Promise<number> =>
  new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, () => {
      server.off('error', reject);
      server.on('error', (error) => logger.error({ err: error }, 'listener failed'));
      const address = server.address();
      resolve(typeof address === 'object' && address !== null ? address.port : port);
    });
  });
