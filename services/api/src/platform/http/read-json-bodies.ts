import { LIMITS } from '@sangwian/contract/limits';
import { ApiError } from '@sangwian/node-kit/api-error';
import type { FastifyInstance } from 'fastify';

/** Parses JSON, the only body type of the API. An empty body is no body. A route's `bodyLimit` overrides this one. */
export function readJsonBodies(app: FastifyInstance): void {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser(
    'application/json',
    { parseAs: 'string', bodyLimit: LIMITS.bodyBytesMax },
    (_request, text, done) => {
      if (text === '') return done(null, undefined);
      try {
        // `__proto__` becomes an own property, so that strict schemas refuse it as unknown.
        done(null, JSON.parse(text as string));
      } catch (cause) {
        done(new ApiError('body_malformed', { cause }));
      }
    },
  );
}
