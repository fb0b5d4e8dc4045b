import type { RequestHeader } from './exchange.ts';

/** A request's head up to its empty line. Longer ones are node:http's to refuse. */
export const HEAD_BYTES_MAX = 16 * 1024;

/**
 * The whole grammar of what is taken here (RFC 9112, stricter): a target below `/media/` in visible ASCII, lines that
 * end with CRLF, names of tokens without space before the colon, values without control characters, nothing folded.
 */
const HEAD_PATTERN =
  /^(GET|HEAD|OPTIONS) (\/media\/[!-~]*) HTTP\/1\.1\r\n((?:[\w!#$%&'*+.^`|~-]+:[\t -~\x80-\xff]*\r\n)+)\r\n$/;
/** Whether what has come may go on to be such a head. */
const BEGINNINGS = ['GET /media/', 'HEAD /media/', 'OPTIONS /media/'];
const BARE_LINE_FEED = /(?:^|[^\r])\n/;

/** What the header lines of a request mean for its answer. */
export interface HeadFields {
  /** The client wants no further answer on this connection. */
  readonly close: boolean;
  readonly looked: ReadonlyMap<RequestHeader, string>;
}

export interface RequestHead {
  readonly method: string;
  readonly url: string;
  /** The header lines as they came. */
  readonly block: string;
}

/** Reads a whole head, its empty line included; `null` where it is not of the one kind that is taken here. */
export function readRequestHead(text: string): RequestHead | null {
  if (text.length > HEAD_BYTES_MAX) return null;
  const match = HEAD_PATTERN.exec(text);
  if (match === null) return null;
  const [, method = '', url = '', block = ''] = match;
  return { method, url, block };
}

/** Whether a head that has come in part may still be one that is taken here. */
export function mayBecomeHead(text: string): boolean {
  if (text.length > HEAD_BYTES_MAX || BARE_LINE_FEED.test(text)) return false;
  return BEGINNINGS.some((beginning) =>
    text.length < beginning.length ? beginning.startsWith(text) : text.startsWith(beginning),
  );
}

/**
 * Reads header lines; `null` where one of them asks for more than an answer without a body of its own (a body,
 * another protocol, `Expect`), where one that is looked at comes twice, or where there is not exactly one `Host`.
 */
export function readHeadFields(block: string): HeadFields | null {
  const looked = new Map<RequestHeader, string>();
  let close = false;
  let hosts = 0;
  for (const line of block.split('\r\n')) {
    const colon = line.indexOf(':');
    const name = line.slice(0, colon < 0 ? 0 : colon).toLowerCase();
    switch (name) {
      case 'host':
        hosts += 1;
        break;
      case 'connection':
        close ||= /(?:^|[,\s])close(?:[,\s]|$)/i.test(line.slice(colon + 1));
        break;
      case 'accept-encoding':
      case 'range':
      case 'x-request-id':
        if (looked.has(name)) return null;
        looked.set(name, line.slice(colon + 1).trim());
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
