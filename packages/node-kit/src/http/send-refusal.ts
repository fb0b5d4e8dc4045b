import { randomUUID } from 'node:crypto';
import type { ServerResponse } from 'node:http';
import { ApiError } from '../api-error.ts';
import { ERROR_HEADERS, type Refusal } from './refuse-connection.ts';

/** Responds to a request with the contract's error body, outside the framework. */
export function sendRefusal(
  response: ServerResponse,
  { status, code, retryAfterS }: Refusal,
  requestId: string = randomUUID(),
): void {
  const error = new ApiError(code, retryAfterS === undefined ? {} : { retryAfterS });
  const body = JSON.stringify(error.toBody(requestId));
  response.writeHead(status, {
    ...ERROR_HEADERS,
    ...(retryAfterS === undefined ? {} : { 'retry-after': String(retryAfterS) }),
    'content-length': Buffer.byteLength(body),
    'x-request-id': requestId,
  });
  response.end(response.req.method === 'HEAD' ? undefined : body);
}
