const CHARS_MAX = 500;
/** No backslash, which browsers read as a slash; no control characters, which they drop; no lone surrogates. */
const PATH = /^\/(?![/\\])[^\\\p{Cc}\p{Cs}\s]*$/u;
/** A reserved host name, only to detect URLs that leave the site. */
const ORIGIN = 'https://site.invalid';

/**
 * Whether a text is a path of this site (optionally with query and fragment) that no browser could read as a URL
 * of another site: no scheme, no `//host`, no `/.//host`.
 */
export function isSitePath(text: string): boolean {
  if (text.length > CHARS_MAX || !PATH.test(text) || !URL.canParse(text, ORIGIN)) return false;
  const url = new URL(text, ORIGIN);
  return url.origin === ORIGIN && !url.pathname.startsWith('//');
}
