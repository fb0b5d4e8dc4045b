import {
  Agent,
  type IncomingHttpHeaders,
  type IncomingMessage,
  type OutgoingHttpHeaders,
  type ServerResponse,
  request as send,
} from 'node:http';
import { pipeline } from 'node:stream';
import { ERROR_STATUS, type ErrorCode } from '@sangwian/contract/errors/codes';
import { clientAddress, type TrustAddress } from '@sangwian/node-kit/http/client-address';
import { CSP_OF_DATA } from '@sangwian/node-kit/http/refuse-connection';
import { sendRefusal } from '@sangwian/node-kit/http/send-refusal';
import type { Logger } from '@sangwian/node-kit/logger';
import { requestIdOf } from '../http/request-id.ts';

export const FORWARD_LIMITS = {
  /** Timeout that is longer than any blocking playlist request waits for its part. */
  silenceMs: 40_000,
  idleConnectionsMax: 256,
  idleMs: 20_000,
  addressCharsMax: 4_096,
  retryAfterS: 1,
} as const;

/** Hop-by-hop headers, which belong to one connection and not to the message (RFC 9110, 7.6.1). */
const HOP_BY_HOP = new Set([
  'connection',
  'keep-alive',
  'proxy-authenticate',
  'proxy-authorization',
  'proxy-connection',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
]);

export interface Upstream {
  /** Origin without a trailing slash; empty if there is no upstream. */
  readonly origin: string;
  /** Proxies in front of the site whose `X-Forwarded-For` is trusted. */
  readonly trust: TrustAddress;
  readonly logger: Logger;
  /** Query that is added to the `Location` of a created resource. */
  readonly createdQuery?: string;
}

export interface Forward {
  (request: IncomingMessage, response: ServerResponse): void;
  close(): void;
}

/** Whether a path stays below its prefix: no dot segments, backslashes, control characters or empty segments. */
export function isPlainAddress(address: string): boolean {
  if (address.length > FORWARD_LIMITS.addressCharsMax) return false;
  const [path = ''] = address.split('?', 1);
  try {
    const decoded = decodeURIComponent(path);
    return !/[\\\p{Cc}]|\/\//u.test(decoded) && !/(^|\/)\.{1,2}(\/|$)/.test(decoded);
  } catch {
    return false;
  }
}

function answerError(request: IncomingMessage, response: ServerResponse, code: ErrorCode): void {
  const retry = code === 'unavailable' ? { retryAfterS: FORWARD_LIMITS.retryAfterS } : {};
  sendRefusal(response, { status: ERROR_STATUS[code], code, ...retry }, requestIdOf(request));
  // Discards the rest of the body, so that the connection can be reused.
  request.resume();
}

/**
 * Returns the headers for the upstream: without the site's cookies, and with the IP address of the client as the
 * trusted proxies report it.
 */
function headersIn(
  request: IncomingMessage,
  host: string,
  trust: TrustAddress,
): OutgoingHttpHeaders {
  const headers: OutgoingHttpHeaders = {};
  for (const [name, value] of Object.entries(request.headers)) {
    if (!HOP_BY_HOP.has(name) && name !== 'cookie') headers[name] = value;
  }
  headers['x-forwarded-for'] = clientAddress(request, trust);
  if (!trust(request.socket.remoteAddress ?? '', 0)) delete headers['x-forwarded-host'];
  headers['x-forwarded-host'] ??= request.headers.host;
  headers.host = host;
  if (request.headers['transfer-encoding'] !== undefined) headers['transfer-encoding'] = 'chunked';
  return headers;
}

/** Adds a content security policy to JSON responses without one. Media responses, hundreds per second, need none. */
function headersOut(headers: IncomingHttpHeaders, createdQuery?: string): OutgoingHttpHeaders {
  const out: OutgoingHttpHeaders = {
    'x-content-type-options': 'nosniff',
    ...(headers['content-type']?.startsWith('application/json')
      ? { 'content-security-policy': CSP_OF_DATA }
      : {}),
  };
  for (const [name, value] of Object.entries(headers)) {
    if (!HOP_BY_HOP.has(name)) out[name] = value;
  }
  if (createdQuery !== undefined && headers.location !== undefined)
    out.location = `${headers.location}?${createdQuery}`;
  return out;
}

const hasBody = (request: IncomingMessage): boolean =>
  request.headers['transfer-encoding'] !== undefined ||
  (request.headers['content-length'] ?? '0') !== '0';

/**
 * Streams requests to another process of ours, and streams its responses back, over persistent connections. Responds
 * with 503 `unavailable` if the process cannot be reached.
 */
export function createForward({ origin, trust, logger, createdQuery }: Upstream): Forward {
  const agent = new Agent({
    keepAlive: true,
    maxFreeSockets: FORWARD_LIMITS.idleConnectionsMax,
    timeout: FORWARD_LIMITS.silenceMs,
  });
  const { hostname, port, host } = new URL(origin === '' ? 'http://127.0.0.1' : origin);

  function attempt(request: IncomingMessage, response: ServerResponse, retry: boolean): void {
    const upstream = send({
      agent,
      hostname,
      port,
      method: request.method,
      path: request.url,
      headers: headersIn(request, host, trust),
    });
    const abandon = (): void => {
      if (!response.writableFinished) upstream.destroy();
    };
    response.once('close', abandon);
    upstream.once('timeout', () => upstream.destroy(new Error('silent for too long')));
    upstream.once('response', (answer) => {
      response.writeHead(answer.statusCode ?? 502, headersOut(answer.headers, createdQuery));
      // If either side ends, the other side is closed, so an error needs no handling.
      pipeline(answer, response, () => {});
    });
    upstream.once('error', (error: NodeJS.ErrnoException) => {
      response.off('close', abandon);
      if (response.destroyed) return;
      if (response.headersSent) return void response.destroy();
      // A persistent connection may close at the moment of its reuse. Only a request without a body can be retried.
      const stale = upstream.reusedSocket && error.code === 'ECONNRESET';
      if (stale && retry && !hasBody(request)) return attempt(request, response, false);
      logger.warn({ err: error, to: host }, 'forwarding failed');
      answerError(request, response, 'unavailable');
    });
    if (hasBody(request)) pipeline(request, upstream, () => {});
    else upstream.end();
  }

  const forward = (request: IncomingMessage, response: ServerResponse): void => {
    const { url = '' } = request;
    if (!isPlainAddress(url)) answerError(request, response, 'request_invalid');
    else if (origin === '') answerError(request, response, 'unavailable');
    else attempt(request, response, true);
  };
  return Object.assign(forward, { close: () => agent.destroy() });
}
