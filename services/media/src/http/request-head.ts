import { isHostValue } from '@sangwian/node-kit/http/host-header';
import type { RequestHeader } from './exchange.ts';

/** A request's head up to its empty line. Longer ones are node:http's to refuse. */
export const HEAD_BYTES_MAX = 16 * 1024;
/** Of longer ones nothing is kept for the request after. */
const KNOWN_CHARS_MAX = 4_096;

/**
 * The whole grammar of what is taken here (RFC 9112, stricter): a target below `/media/` in visible ASCII, lines that
 * end with CRLF, names of tokens without space before the colon, values without control characters, nothing folded.
 */
const HEAD_PATTERN =
  /^(GET|HEAD|OPTIONS) (\/media\/[!-~]*) HTTP\/1\.1\r\n((?:[\w!#$%&'*+.^`|~-]+:[\t -~\x80-\xff]*\r\n)+)\r\n$/;
const VERSION = ' HTTP/1.1\r\n';
/** The same grammar up to the version. */
const ASKED_PATTERN = /^(GET|HEAD|OPTIONS) (\/media\/[!-~]*)$/;
/** Whether what has come may go on to be such a head. */
const BEGINNINGS = ['GET /media/', 'HEAD /media/', 'OPTIONS /media/'];
const BARE_LINE_FEED = /[^\r]\n/;

/** What the header lines of a request mean for its answer. */
export interface HeadFields {
  /** The client wants no further answer on this connection. */
  readonly close: boolean;
  readonly looked: ReadonlyMap<RequestHeader, string>;
}

export interface RequestHead {
  readonly method: string;
  readonly url: string;
  readonly fields: HeadFields;
}

/** A head's end, from the version on, and what its header lines mean. */
interface KnownEnd {
  readonly text: string;
  readonly fields: HeadFields;
}

/** Reads a whole head, its empty line included; `null` where it is not of the one kind that is taken here. */
export function readRequestHead(text: string): RequestHead | null {
  if (text.length > HEAD_BYTES_MAX) return null;
  const match = HEAD_PATTERN.exec(text);
  if (match === null) return null;
  const [, method = '', url = '', block = ''] = match;
  const fields = readHeadFields(block);
  return fields === null ? null : { method, url, fields };
}

/** Reads the heads of one connection. What a player sends differs in the first line alone, so only that is read anew. */
export class HeadReader {
  #known: KnownEnd | null = null;

  /** Reads a whole head as `readRequestHead` does. */
  read(text: string): RequestHead | null {
    const head = readRequestHead(text);
    if (head !== null && text.length <= KNOWN_CHARS_MAX) {
      this.#known = { text: text.slice(text.indexOf(VERSION)), fields: head.fields };
    }
    return head;
  }

  /** Reads a text that is one head and ends as the one before; `null` for every other. */
  readLikeBefore(text: string): RequestHead | null {
    const known = this.#known;
    if (known === null || text.length > KNOWN_CHARS_MAX) return null;
    const at = text.length - known.text.length;
    // `endsWith` goes letter by letter; this compares whole words, which takes a tenth of the time.
    if (at < 0 || text.slice(at) !== known.text) return null;
    const match = ASKED_PATTERN.exec(text.slice(0, at));
    if (match === null) return null;
    const [, method = '', url = ''] = match;
    return { method, url, fields: known.fields };
  }
}

/**
 * Whether a head that has come in part may still be one that is taken here. Of its first `seen` letters this was said
 * before, so that somebody who sends letter by letter does not have all of them read at each.
 */
export function mayBecomeHead(text: string, seen = 0): boolean {
  if (text.length > HEAD_BYTES_MAX) return false;
  if (BARE_LINE_FEED.test(seen === 0 ? text : text.slice(seen - 1))) return false;
  return BEGINNINGS.some((beginning) =>
    text.length < beginning.length ? beginning.startsWith(text) : text.startsWith(beginning),
  );
}

const isBlank = (letter: string | undefined): boolean => letter === ' ' || letter === '\t';

/** Without the blanks around it, of which HTTP knows two; `trim` would take others away, too. */
function trimBlanks(value: string): string {
  let start = 0;
  let end = value.length;
  while (start < end && isBlank(value[start])) start += 1;
  while (end > start && isBlank(value[end - 1])) end -= 1;
  return value.slice(start, end);
}

/**
 * Reads header lines; `null` where one of them asks for more than an answer without a body of its own (a body,
 * another protocol, `Expect`), where one that is looked at comes twice, or where there is not exactly one `Host`.
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
