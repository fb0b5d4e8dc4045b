import { data, type MiddlewareFunction, redirect } from 'react-router';
import { readStored } from '../shared/storage/local-storage.ts';
import { guardedBy } from './guard.ts';

/** In the browser only: the server answers everyone, so that a shared link shows its card. */
const guard: MiddlewareFunction = async ({ request }, next) => {
  if (typeof window === 'undefined') return next();
  const { pathname, search } = new URL(request.url);
  const refused = guardedBy({ pathname, search }, readStored('access_token'));
  if (refused) throw redirect(refused);
  return next();
};

const MIDDLEWARE: Readonly<Record<string, MiddlewareFunction>> = { guard };

/** What runs before a route, by name. A name that nothing has is a routing error of status 500. */
export const middlewareOf = (...names: readonly string[]): MiddlewareFunction[] =>
  names.map(
    (name) =>
      MIDDLEWARE[name] ??
      (() => {
        throw data({ status: 500, message: `Unknown middleware: ${name}` }, { status: 500 });
      }),
  );
