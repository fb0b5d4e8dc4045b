import { ApiError } from '@sangwian/node-kit/api-error';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { toApiError } from './to-api-error.ts';

/** Sends a failure as the contract's error body, and logs what is our fault. */
export function refuse(error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
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
