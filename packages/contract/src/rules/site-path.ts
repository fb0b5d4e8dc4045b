const CHARS_MAX = 500;
/** No backslash, which browsers read as a slash; no control characters, which they leave out; no half characters. */
const PATH = /^\/(?![/\\])[^\\\p{Cc}\p{Cs}\s]*$/u;
/** A reserved name that leads nowhere: only to see whether an address would leave the site. */
const ORIGIN = 'https://site.invalid';

/**
 * Whether a text is a path of this site (with query and fragment, if need be), and nothing that a browser could read as
 * the address of another one: no scheme, no `//host`, no `/.//host`.
 */
export function isSitePath(text: string): boolean {
  if (text.length > CHARS_MAX || !PATH.test(text) || !URL.canParse(text, ORIGIN)) return false;
  const url = new URL(text, ORIGIN);
  return url.origin === ORIGIN && !url.pathname.startsWith('//');
}
