import type { FastifyInstance } from 'fastify';
import { parseNestedForm } from './nested-form.ts';

/** A body that is no JSON. */
export class MalformedBody extends Error {
  override name = 'MalformedBody';
}

/** Bodies as providers and their pages take them: form or JSON; what is sent as nothing is an empty object. */
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
