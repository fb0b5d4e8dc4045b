import { isHostValue } from '@sangwian/node-kit/http/host-header';
import type { RequestHeader } from './exchange.ts';

/** Maximum size of a request head. node:http refuses longer ones. */
export const HEAD_BYTES_MAX = 16 * 1024;
/** Longer heads are not remembered for comparison with the next request. */
const KNOWN_CHARS_MAX = 4_096;

/**
 * The accepted grammar, stricter than RFC 9112: a target below `/media/` in visible ASCII, lines that end with CRLF,
 * token names without space before the colon, values without control characters, no folding.
 */
const HEAD_PATTERN =
  /^(GET|HEAD|OPTIONS) (\/media\/[!-~]*) HTTP\/1\.1\r\n((?:[\w!#$%&'*+.^`|~-]+:[\t -~\x80-\xff]*\r\n)+)\r\n$/;
const VERSION = ' HTTP/1.1\r\n';
/** The same grammar up to the version. */
const REQUEST_PATTERN = /^(GET|HEAD|OPTIONS) (\/media\/[!-~]*)$/;
const BEGINNINGS = ['GET /media/', 'HEAD /media/', 'OPTIONS /media/'];
const BARE_LINE_FEED = /[^\r]\n/;

/** Header fields that affect the response. */
export interface HeadFields {
  /** Whether the client sent `Connection: close`. */
  readonly close: boolean;
  readonly looked: ReadonlyMap<RequestHeader, string>;
}

export interface RequestHead {
  readonly method: string;
  readonly url: string;
  readonly fields: HeadFields;
}

/** The end of a head, from the version on, and its parsed fields. */
interface KnownEnd {
  readonly text: string;
  readonly fields: HeadFields;
}

/** Parses a complete head including its empty line. Returns `null` if it is outside the accepted grammar. */
export function readRequestHead(text: string): RequestHead | null {
  if (text.length > HEAD_BYTES_MAX) return null;
  const match = HEAD_PATTERN.exec(text);
  if (match === null) return null;
  const [, method = '', url = '', block = ''] = match;
  const fields = readHeadFields(block);
  return fields === null ? null : { method, url, fields };
}

/** Parses the heads of one connection. A player's requests differ only in the first line; the rest is parsed once. */
export class HeadReader {
  #known: KnownEnd | null = null;

  /** Parses a head like `readRequestHead`, and remembers the result. */
  read(text: string): RequestHead | null {
    const head = readRequestHead(text);
    if (head !== null && text.length <= KNOWN_CHARS_MAX) {
      this.#known = { text: text.slice(text.indexOf(VERSION)), fields: head.fields };
    }
    return head;
  }

  /** Parses a single head that ends exactly as the previous one did. Returns `null` for any other text. */
  readLikeBefore(text: string): RequestHead | null {
    const known = this.#known;
    if (known === null || text.length > KNOWN_CHARS_MAX) return null;
    const at = text.length - known.text.length;
    // `endsWith` compares character by character; this comparison takes a tenth of the time.
    if (at < 0 || text.slice(at) !== known.text) return null;
    const match = REQUEST_PATTERN.exec(text.slice(0, at));
    if (match === null) return null;
    const [, method = '', url = ''] = match;
    return { method, url, fields: known.fields };
  }
}

/**
 * Returns whether a partial head can still become an accepted one. The first `seen` characters were checked before, so
 * that input that arrives byte by byte is not scanned repeatedly.
 */
export function mayBecomeHead(text: string, seen = 0): boolean {
  if (text.length > HEAD_BYTES_MAX) return false;
  if (BARE_LINE_FEED.test(seen === 0 ? text : text.slice(seen - 1))) return false;
  return BEGINNINGS.some((beginning) =>
    text.length < beginning.length ? beginning.startsWith(text) : text.startsWith(beginning),
  );
}

const isBlank = (letter: string | undefined): boolean => letter === ' ' || letter === '\t';

/** Trims spaces and tabs only; `String.trim` would also remove characters that HTTP does not treat as blanks. */
function trimBlanks(value: string): string {
  let start = 0;
  let end = value.length;
  while (start < end && isBlank(value[start])) start += 1;
  while (end > start && isBlank(value[end - 1])) end -= 1;
  return value.slice(start, end);
}

/**
 * Parses header lines. Returns `null` for requests with a body, an upgrade or `Expect`, for repeated relevant fields,
 * and unless there is exactly one `Host`.
 */
function readHeadFields(block: string): HeadFields | null {
  const looked = new Map<RequestHeader, string>();
  let close = false;
  let hosts = 0;
  for (const line of block.split('\r\n')) {
    const colon = line.indexOf(':');
    const name = line.slice(0, colon < 0 ? 0 : colon).toLowerCase();
    switch (name) {
      case 'host':
        if (!isHostValue(trimBlanks(line.slice(colon + 1)))) return null;
        hosts += 1;
        break;
      case 'connection':
        close ||= /(?:^|[,\s])close(?:[,\s]|$)/i.test(line.slice(colon + 1));
        break;
      case 'accept-encoding':
      case 'if-range':
      case 'range':
      case 'x-request-id':
        if (looked.has(name)) return null;
        looked.set(name, trimBlanks(line.slice(colon + 1)));
        break;
      case 'content-length':
      case 'transfer-encoding':
      case 'expect':
      case 'trailer':
      case 'upgrade':
        return null;
    }
  }
  return hosts === 1 ? { close, looked } : null;
}
