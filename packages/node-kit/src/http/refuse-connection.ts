import { randomUUID } from 'node:crypto';
import { type ServerResponse, STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import type { ErrorCode } from '@sangwian/contract/errors/codes';
import { ApiError } from '../api-error.ts';

/** Of an answer that is no page: it loads nothing and nobody frames it. */
export const CSP_OF_DATA = "default-src 'none'; frame-ancestors 'none'";

/** Headers of an error that is answered outside the framework, names in lower case. */
export const ERROR_HEADERS = {
  'content-type': 'application/json; charset=utf-8',
  'cache-control': 'no-store',
  'content-security-policy': CSP_OF_DATA,
  'x-content-type-options': 'nosniff',
} as const;

export interface Refusal {
  readonly status: number;
  readonly code: ErrorCode;
  readonly retryAfterS?: number;
}

/** What a malformed or late request is answered, by Node's code of the error. */
export function refusalOf(error: NodeJS.ErrnoException): Refusal {
  if (error.code === 'HPE_HEADER_OVERFLOW') return { status: 431, code: 'request_invalid' };
  if (error.code === 'ERR_HTTP_REQUEST_TIMEOUT') return { status: 408, code: 'request_timeout' };
  return { status: 400, code: 'request_invalid' };
}

/** The answer that Node is writing to this socket now, if any. Node documents no way to it. */
const answerOf = (socket: Socket): ServerResponse | null | undefined =>
  (socket as Socket & { readonly _httpMessage?: ServerResponse | null })._httpMessage;

/**
 * Answers a connection whose bytes are no request of ours, and destroys it as soon as the answer has left, or after
 * `withinMs` where the client does not take it. Ending the socket is not enough: a server's socket stays open until its
 * client ends it, too, and a client that is slow on purpose never does.
 */
export function refuseConnection(socket: Socket, refusal: Refusal, withinMs: number): void {
  if (socket.destroyed || socket.writableEnded) return;
  // In the middle of an answer another one would be taken for a part of it.
  if (!socket.writable || answerOf(socket)?.headersSent === true) {
    socket.destroy();
    return;
  }
  const body = JSON.stringify(new ApiError(refusal.code).toBody(randomUUID()));
  const headers = {
    ...ERROR_HEADERS,
    ...(refusal.retryAfterS === undefined ? {} : { 'retry-after': String(refusal.retryAfterS) }),
    'content-length': Buffer.byteLength(body),
    connection: 'close',
  };
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  const deadline = setTimeout(() => socket.destroy(), withinMs);
  socket.once('close', () => clearTimeout(deadline));
  socket.end(
    `HTTP/1.1 ${refusal.status} ${STATUS_CODES[refusal.status] ?? ''}\r\n${lines.join('')}\r\n${body}`,
    () => socket.destroy(),
  );
}
