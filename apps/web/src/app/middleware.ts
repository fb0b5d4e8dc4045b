import { data, type MiddlewareFunction, redirect } from 'react-router';
import { readStored } from '../shared/storage/local-storage.ts';
import { guardRedirect } from './guard.ts';

/** Runs in the browser only. The server also renders members-only pages, so that a shared link has a preview. */
const guard: MiddlewareFunction = async ({ request }, next) => {
  if (typeof window === 'undefined') return next();
  const { pathname, search } = new URL(request.url);
  const refused = guardRedirect({ pathname, search }, readStored('access_token'));
  if (refused) throw redirect(refused);
  return next();
};

const MIDDLEWARE: Readonly<Record<string, MiddlewareFunction>> = { guard };

/** Returns middleware by name. An unknown name is a routing error with status 500. */
export const middlewareOf = (...names: readonly string[]): MiddlewareFunction[] =>
  names.map(
    (name) =>
      MIDDLEWARE[name] ??
      (() => {
        throw data({ status: 500, message: `Unknown middleware: ${name}` }, { status: 500 });
      }),
  );
