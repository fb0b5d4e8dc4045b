export const OFFLINE_PAGE = '/offline.html';
export const OFFLINE_FILES: readonly string[] = [
  OFFLINE_PAGE,
  '/alone.css',
  '/offline.js',
  '/icon.svg',
];

/** Paths that a browser can navigate to but that are not pages of the app. */
const NOT_PAGES = /^\/(api|sandbox|media|health|console|internal|socket\.io)(\/|$)/;

interface WorkerRequest {
  readonly method: string;
  readonly mode: string;
  readonly url: string;
  /** The value of the `Range` header. */
  readonly range: string | null;
}

/**
 * Returns the strategy for a request. `asset`: a file with a content hash, cache first. `offline`: a file of the
 * offline page. `page`: network first, with the offline page as the fallback. `pass`: not handled. API responses,
 * pages, members' images and streams are never cached.
 */
export function strategyFor(
  { method, mode, url, range }: WorkerRequest,
  origin: string,
): 'asset' | 'offline' | 'page' | 'pass' {
  const { origin: requestOrigin, pathname } = new URL(url);
  if (method !== 'GET' || requestOrigin !== origin || range !== null) return 'pass';
  if (mode === 'navigate') return NOT_PAGES.test(pathname) ? 'pass' : 'page';
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

/** Returns a path within this site; the home page for anything else. */
export const pathWithin = (path: unknown): string =>
  typeof path === 'string' && /^\/(?![/\\])/.test(path) ? path : '/';

const textOf = (value: unknown): string | undefined =>
  typeof value === 'string' && value !== '' ? value : undefined;

/**
 * Parses a push message. A malformed message results in a notification with the site's name, because browsers require a
 * notification for every message.
 */
export function readPush(text: string): ShownPush {
  let message: Record<string, unknown> = {};
  try {
    const parsed: unknown = JSON.parse(text);
    if (typeof parsed === 'object' && parsed !== null) message = { ...parsed };
  } catch {
    // A malformed message is treated as empty.
  }
  return {
    title: textOf(message.title) ?? 'สังเวียน · Sangwian',
    body: textOf(message.body) ?? '',
    tag: textOf(message.tag) ?? 'sangwian',
    path: pathWithin(message.path),
    lang: message.language === 'EN' ? 'en' : 'th',
  };
}
