/** The text of a head, limited to Latin-1. */
export type AnswerBody = string | Buffer;

/** Constant response headers, encoded once for node:http and for raw connections. */
export class HeaderBlock {
  /** Alternating names and values, as node:http's `writeHead` takes them. */
  readonly pairs: readonly string[];
  /** Header lines including line ends. */
  readonly text: string;

  constructor(pairs: readonly string[]) {
    this.pairs = pairs;
    this.text = writeHeaders(pairs);
  }
}

/** Formats alternating names and values as header lines. */
export function writeHeaders(pairs: readonly string[]): string {
  let text = '';
  for (let index = 0; index + 1 < pairs.length; index += 2) {
    text += `${pairs[index]}: ${pairs[index + 1]}\r\n`;
  }
  return text;
}

/** The request headers that responses depend on. */
export type RequestHeader = 'accept-encoding' | 'if-range' | 'range' | 'x-request-id';

/** A request and its response, independent of the HTTP server: raw connections and node:http both implement it. */
export interface Exchange {
  readonly method: string;
  /** Request target, undecoded. */
  readonly url: string;
  /** Whether the client has disconnected. */
  readonly gone: boolean;
  header(name: RequestHeader): string | undefined;
  /** Calls back once if the client disconnects before the response. A later disconnect may or may not be reported. */
  onGone(callback: () => void): void;
  /**
   * Sends the response; later calls do nothing. For HEAD, sends the length without the body.
   * @param body `null` sends neither body nor length
   * @param more additional headers, alternating names and values
   */
  send(
    status: number,
    headers: HeaderBlock,
    body: AnswerBody | null,
    more?: readonly string[],
  ): void;
}
