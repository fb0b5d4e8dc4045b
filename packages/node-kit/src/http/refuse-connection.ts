import { randomUUID } from 'node:crypto';
import { type ServerResponse, STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import type { ErrorCode } from '@sangwian/contract/errors/codes';
import { ApiError } from '../api-error.ts';

/** Content-Security-Policy of responses that are not pages: no resources, no framing. */
export const CSP_OF_DATA = "default-src 'none'; frame-ancestors 'none'";

/** Headers of error responses that are sent outside the framework, in lower case. */
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

/** Returns the refusal of a malformed or late request by Node's error code. */
export function refusalOf(error: NodeJS.ErrnoException): Refusal {
  if (error.code === 'HPE_HEADER_OVERFLOW') return { status: 431, code: 'request_invalid' };
  if (error.code === 'ERR_HTTP_REQUEST_TIMEOUT') return { status: 408, code: 'request_timeout' };
  return { status: 400, code: 'request_invalid' };
}

/** Returns the response that Node is writing to this socket, if any; an undocumented property. */
const answerOf = (socket: Socket): ServerResponse | null | undefined =>
  (socket as Socket & { readonly _httpMessage?: ServerResponse | null })._httpMessage;

/**
 * Sends an error response on a connection with an invalid request. Destroys the connection once the response is
 * written, or after `withinMs`. Ending the socket is not enough: it stays open until the client ends its side, and an
 * attacker may never do that.
 */
export function refuseConnection(socket: Socket, refusal: Refusal, withinMs: number): void {
  if (socket.destroyed || socket.writableEnded) return;
  // While a response is being sent, a second response would be read as part of the first.
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
