import { ApiError } from '@sangwian/node-kit/api-error';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { RefusedAccessLog } from './refused-access.ts';
import { toApiError } from './to-api-error.ts';

/** Whether the connection was closed before the request was complete. */
const isAborted = ({ raw }: FastifyRequest): boolean => raw.destroyed && !raw.complete;

/** Sends an error with the contract's error body. Logs server errors. */
export function refuse(error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  // The client aborted its request, so no response is possible. This is not an error of the server.
  if (isAborted(request)) {
    request.log.info({ method: request.method, url: request.routeOptions.url }, 'request aborted');
    return reply.hijack();
  }
  const refusal = toApiError(error);
  if (refusal.httpStatus >= 500) {
    const level = refusal.code === 'error_occurred' ? 'error' : 'warn';
    request.log[level]({ err: refusal.cause ?? refusal, code: refusal.code }, 'call failed');
  }
  if (refusal.retryAfterS !== undefined) {
    reply.header('retry-after', String(Math.max(1, Math.ceil(refusal.retryAfterS))));
  }
  return reply
    .code(refusal.httpStatus)
    .header('cache-control', 'no-store')
    .type('application/json; charset=utf-8')
    .send(JSON.stringify(refusal.toBody(request.id)));
}

/** Sends the contract's error body for errors and unknown paths of the whole server. */
export function answerErrors(app: FastifyInstance): void {
  const refusedAccess = new RefusedAccessLog();
  app.setErrorHandler((error, request, reply) => {
    refusedAccess.note(request, toApiError(error));
    return refuse(error, request, reply);
  });
  app.setNotFoundHandler((request, reply) => refuse(new ApiError('not_found'), request, reply));
}

/** Does nothing, because the guarded server already responds to malformed requests and closes their connections. */
export function leaveToServer(): void {}
