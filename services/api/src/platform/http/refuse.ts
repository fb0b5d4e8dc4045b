import { ApiError } from '@sangwian/node-kit/api-error';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { toApiError } from './to-api-error.ts';

/** Whether the connection ended before the request was whole. */
const isAborted = ({ raw }: FastifyRequest): boolean => raw.destroyed && !raw.complete;

/** Sends a failure as the contract's error body, and logs what is our fault. */
export function refuse(error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  // The client left in the middle of its request: nobody is there to be answered, and nothing went wrong here.
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

/** Failures and unknown addresses of the whole server answer with the contract's error body. */
export function answerErrors(app: FastifyInstance): void {
  app.setErrorHandler((error, request, reply) => refuse(error, request, reply));
  app.setNotFoundHandler((request, reply) => refuse(new ApiError('not_found'), request, reply));
}

/** The guarded server answers what is no HTTP request, and releases its connection. */
export function leaveToServer(): void {}
