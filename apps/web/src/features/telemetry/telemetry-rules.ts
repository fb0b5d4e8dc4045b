import {
  FAULT_CLASSES,
  type FaultClass,
  PAGE_KINDS,
  type PageKind,
} from '@sangwian/contract/rules/telemetry';

/** Returns the kind of a page: the first part of its path, if it is a known one. */
export function pageKindOf(pathname: string): PageKind {
  const [, first = ''] = pathname.split('/');
  if (first === '') return 'home';
  return PAGE_KINDS.find((kind) => kind === first) ?? 'other';
}

/** How browsers describe a chunk that cannot be loaded. */
const CHUNK_MESSAGE = /dynamically imported module|importing a module script|preload CSS/i;
const NETWORK_MESSAGE = /failed to fetch|networkerror|load failed/i;

/** Returns the class of an error. Reads its message, but never reports it. */
export function faultClassOf(error: Error): FaultClass {
  if (CHUNK_MESSAGE.test(error.message)) return 'ChunkError';
  if (NETWORK_MESSAGE.test(error.message) || error.name === 'ConnectionError')
    return 'NetworkError';
  if (error instanceof DOMException) return 'DOMException';
  return FAULT_CLASSES.find((name) => name === error.name) ?? 'other';
}

const FRAME = /(https?:\/\/[^\s()]+?)\/assets\/([\w.-]+\.js):(\d{1,7}):(\d{1,7})/g;

/**
 * Returns file, line and column of the first frame of a stack in our own scripts; `null` if there is none, for example
 * for an error of a browser extension.
 */
export function ownPlaceOf(stack: string | undefined, origin: string): string | null {
  for (const [, host, file, line, column] of (stack ?? '').matchAll(FRAME)) {
    if (host === origin) return `${file}:${line}:${column}`;
  }
  return null;
}
