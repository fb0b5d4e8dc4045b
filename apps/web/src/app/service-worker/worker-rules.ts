/** What the page that is shown without a network is made of. */
export const OFFLINE_PAGE = '/offline.html';
export const OFFLINE_FILES: readonly string[] = [
  OFFLINE_PAGE,
  '/alone.css',
  '/offline.js',
  '/icon.svg',
];

/** Below these is what is no page of ours, though a browser may go there. */
const NO_PAGES = /^\/(api|sandbox|media|health|console|internal|socket\.io)(\/|$)/;

interface AskedFor {
  readonly method: string;
  readonly mode: string;
  readonly url: string;
  /** `Range` of what is asked for. */
  readonly range: string | null;
}

/**
 * What the worker does with a request. `asset`: a file whose name says its content, from the cache; `offline`: a part of
 * the offline page; `page`: from the network, without one the offline page; `pass`: nothing, it is not even looked at.
 * Answers of the API, pages and pictures of members are never kept, nor is anything of a stream.
 */
export function howToAnswer(
  { method, mode, url, range }: AskedFor,
  origin: string,
): 'asset' | 'offline' | 'page' | 'pass' {
  const { origin: asked, pathname } = new URL(url);
  if (method !== 'GET' || asked !== origin || range !== null) return 'pass';
  if (mode === 'navigate') return NO_PAGES.test(pathname) ? 'pass' : 'page';
  if (pathname.startsWith('/assets/')) return 'asset';
  return OFFLINE_FILES.includes(pathname) ? 'offline' : 'pass';
}

export interface ShownPush {
  readonly title: string;
  readonly body: string;
  readonly tag: string;
  /** A path of this site. */
  readonly path: string;
  readonly lang: string;
}

/** A path of this site, and of no other, whatever a message says. */
export const pathWithin = (path: unknown): string =>
  typeof path === 'string' && /^\/(?![/\\])/.test(path) ? path : '/';

const textOf = (value: unknown): string | undefined =>
  typeof value === 'string' && value !== '' ? value : undefined;

/** What a message shows. A browser has to show something for each, so one that cannot be read shows the site's name. */
export function readPush(text: string): ShownPush {
  let told: Record<string, unknown> = {};
  try {
    const parsed: unknown = JSON.parse(text);
    if (typeof parsed === 'object' && parsed !== null) told = { ...parsed };
  } catch {
    // As if it said nothing.
  }
  return {
    title: textOf(told.title) ?? 'สังเวียน · Sangwian',
    body: textOf(told.body) ?? '',
    tag: textOf(told.tag) ?? 'sangwian',
    path: pathWithin(told.path),
    lang: told.language === 'EN' ? 'en' : 'th',
  };
}
