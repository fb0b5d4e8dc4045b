import type { IncomingHttpHeaders } from 'node:http';
import type { BrowserHeaders } from './browser-support.ts';

/** What a page depends on besides its address: the language's cookie, and what the browser says of itself. */
export const VARY_BROWSER = 'user-agent, sec-ch-ua, sec-ch-ua-mobile';

/** Some three times what the wordiest browser sends; the rest is not looked at. */
const HEADER_CHARS_MAX = 1_024;

const textOf = (value: string | string[] | undefined): string =>
  (value?.toString() ?? '').slice(0, HEADER_CHARS_MAX);

/** A structured-field boolean; `null` where there is none. */
const booleanOf = (value: string): boolean | null =>
  value === '?1' ? true : value === '?0' ? false : null;

/** What a browser says of itself: client hints, where it sends them, and the user agent. */
export const browserOf = (headers: IncomingHttpHeaders): BrowserHeaders => ({
  userAgent: textOf(headers['user-agent']),
  brands: textOf(headers['sec-ch-ua']),
  mobileHint: booleanOf(textOf(headers['sec-ch-ua-mobile'])),
});
