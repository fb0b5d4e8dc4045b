import type { FastifyInstance } from 'fastify';
import { parseNestedForm } from './nested-form.ts';

/** Invalid JSON. */
export class MalformedBody extends Error {
  override name = 'MalformedBody';
}

/** Parses forms and JSON, as providers and their pages accept; an empty body becomes an empty object. */
export function addBodyParsers(scope: FastifyInstance): void {
  scope.removeAllContentTypeParsers();
  scope.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'string' },
    (_request, text, done) => done(null, parseNestedForm(String(text))),
  );
  scope.addContentTypeParser('application/json', { parseAs: 'string' }, (_request, text, done) => {
    try {
      const body: unknown = text === '' ? {} : JSON.parse(String(text));
      done(null, typeof body === 'object' && body !== null ? body : {});
    } catch {
      done(new MalformedBody('the body is no JSON'));
    }
  });
}
