/** Where the app goes when something outside of React (a socket, a refused call) sends it somewhere. */
type Navigate = (to: string) => void;

let navigate: Navigate = () => {};

/** In the state of a navigation that nobody is asked about: whoever is sent away cannot stay. */
export const SENT_AWAY = { sent_away: true } as const;

export const isSentAway = (state: unknown): boolean =>
  typeof state === 'object' && state !== null && 'sent_away' in state;

/** Set once by the browser's entry, with the router. */
export function setNavigator(next: Navigate): void {
  navigate = next;
}

export const goTo: Navigate = (to) => navigate(to);

/** `/sign-in`, and after it back to where the member wanted to go. */
export const signInPath = (from: string): string => `/sign-in?from=${encodeURIComponent(from)}`;

const withWayBack = (path: string, from: string): string =>
  from === '/' ? path : `${path}?from=${encodeURIComponent(from)}`;

/** `/sign-up`, with the same way back. */
export const signUpPath = (from: string): string => withWayBack('/sign-up', from);

/** Where a forgotten password begins, with the same way back. */
export const resetPath = (from: string): string => withWayBack('/password/re-by-PHONE', from);

/** The pages of getting in. Nobody wants to go back to one of them once in. */
const ENTRANCE = /^\/(sign-in|sign-up|password)(?=[/?]|$)/;

/** A path of this site. Browsers leave control characters out of an address: `/\t/host` leads where `//host` does. */
const SITE_PATH = /^\/(?![/\\])[^\\\p{Cc}\s]*$/u;

/** Where to go after sign-in: a path of this site only, so that no link can send a member elsewhere. */
export function returnPath(from: string | null): string {
  if (!from || !SITE_PATH.test(from) || ENTRANCE.test(from)) return '/';
  return from;
}

/** Where "Log in" leads from a page: back to it after, and from a page of getting in to where that would lead. */
export function signInPathFrom(pathname: string, search: string): string {
  if (pathname === '/sign-in') return pathname + search;
  if (!ENTRANCE.test(pathname)) return signInPath(pathname + search);
  const target = returnPath(new URLSearchParams(search).get('from'));
  return target === '/' ? '/sign-in' : signInPath(target);
}
