/** Navigates from code outside of React, for example after a socket event or a refused call. */
type Navigate = (to: string) => void;

let navigate: Navigate = () => {};

/** Navigation state that skips the exit prompt: an ejected or signed-out viewer cannot stay. */
export const FORCED_NAVIGATION = { forced: true } as const;

export const isForcedNavigation = (state: unknown): boolean =>
  typeof state === 'object' && state !== null && 'forced' in state;

/** Called once by the browser's entry, with the router. */
export function setNavigator(next: Navigate): void {
  navigate = next;
}

export const goTo: Navigate = (to) => navigate(to);

/** Returns `/sign-in` with the page to return to. */
export const signInPath = (from: string): string => `/sign-in?from=${encodeURIComponent(from)}`;

const withReturnPath = (path: string, from: string): string =>
  from === '/' ? path : `${path}?from=${encodeURIComponent(from)}`;

/** Returns `/sign-up` with the page to return to. */
export const signUpPath = (from: string): string => withReturnPath('/sign-up', from);

/** Returns the first page of a password reset, with the page to return to. */
export const resetPath = (from: string): string => withReturnPath('/password/re-by-PHONE', from);

/** The sign-in pages, to which a signed-in member must not return. */
const ENTRANCE = /^\/(sign-in|sign-up|password)(?=[/?]|$)/;

/**
 * Matches a path of this site. Control characters are excluded, because browsers strip them: `/\t/host` would become
 * `//host`.
 */
const SITE_PATH = /^\/(?![/\\])[^\\\p{Cc}\s]*$/u;

/** Returns the page to open after sign-in. Accepts only paths of this site, to prevent open redirects. */
export function returnPath(from: string | null): string {
  if (!from || !SITE_PATH.test(from) || ENTRANCE.test(from)) return '/';
  return from;
}

/**
 * Returns the URL of the link "Log in" on a page. After sign-in the member returns to that page, or from a sign-in page
 * to its return path.
 */
export function signInPathFrom(pathname: string, search: string): string {
  if (pathname === '/sign-in') return pathname + search;
  if (!ENTRANCE.test(pathname)) return signInPath(pathname + search);
  const target = returnPath(new URLSearchParams(search).get('from'));
  return target === '/' ? '/sign-in' : signInPath(target);
}
