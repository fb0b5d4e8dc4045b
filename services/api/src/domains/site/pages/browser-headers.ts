import type { IncomingHttpHeaders } from 'node:http';
import type { BrowserHeaders } from './browser-support.ts';

/** The request headers on which a page depends, besides the language cookie. */
export const VARY_BROWSER = 'user-agent, sec-ch-ua, sec-ch-ua-mobile';

/** About three times the longest header that browsers send. The rest is ignored. */
const HEADER_CHARS_MAX = 1_024;

const textOf = (value: string | string[] | undefined): string =>
  (value?.toString() ?? '').slice(0, HEADER_CHARS_MAX);

/** Parses a structured-field boolean; `null` if missing. */
const booleanOf = (value: string): boolean | null =>
  value === '?1' ? true : value === '?0' ? false : null;

/** Reads the user agent and the client hints of a browser. */
export const browserOf = (headers: IncomingHttpHeaders): BrowserHeaders => ({
  userAgent: textOf(headers['user-agent']),
  brands: textOf(headers['sec-ch-ua']),
  mobileHint: booleanOf(textOf(headers['sec-ch-ua-mobile'])),
});
