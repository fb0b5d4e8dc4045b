import { LIMITS } from '@sangwian/contract/limits';
import { ApiError } from '@sangwian/node-kit/api-error';
import type { FastifyInstance } from 'fastify';

/** JSON is the only body that the API reads; an empty one is none. A route's own `bodyLimit` counts instead of this one. */
export function readJsonBodies(app: FastifyInstance): void {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser(
    'application/json',
    { parseAs: 'string', bodyLimit: LIMITS.bodyBytesMax },
    (_request, text, done) => {
      if (text === '') return done(null, undefined);
      try {
        // A key `__proto__` stays an own key, and so is an unknown field of a strict schema.
        done(null, JSON.parse(text as string));
      } catch (cause) {
        done(new ApiError('body_malformed', { cause }));
      }
    },
  );
}
