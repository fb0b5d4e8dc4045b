import type { FilledTemplate } from '../playlist/query-template.ts';

/** A text holds no letter beyond Latin-1. */
export type AnswerBody = string | Buffer | FilledTemplate;

/** Header lines that are the same in every answer of a kind, made once in the forms that both lanes write. */
export class HeaderBlock {
  /** Names and values by turns, as `writeHead` of node:http takes them. */
  readonly pairs: readonly string[];
  /** As they stand in an answer, each line with its end. */
  readonly text: string;

  constructor(pairs: readonly string[]) {
    this.pairs = pairs;
    this.text = writeHeaders(pairs);
  }
}

/** Names and values by turns as lines of an answer's head. */
export function writeHeaders(pairs: readonly string[]): string {
  let text = '';
  for (let index = 0; index + 1 < pairs.length; index += 2) {
    text += `${pairs[index]}: ${pairs[index + 1]}\r\n`;
  }
  return text;
}

/** The only headers of a request that an answer depends on. */
export type RequestHeader = 'accept-encoding' | 'if-range' | 'range' | 'x-request-id';

/**
 * A request and the answer that is to be sent to it, now or after a wait: all that the delivery knows of HTTP. A
 * connection of the live lane and node:http both give it.
 */
export interface Exchange {
  readonly method: string;
  /** The request's target as it was sent. */
  readonly url: string;
  /** Nobody is there any more to be answered. */
  readonly gone: boolean;
  header(name: RequestHeader): string | undefined;
  /** Calls back once where the client leaves; where it was answered before, at some time or never. */
  onGone(callback: () => void): void;
  /**
   * Answers, once. The body's length is sent; with HEAD the body itself is left out. `null`: there is no body and no
   * length. `more`: further headers, names and values by turns.
   */
  send(
    status: number,
    headers: HeaderBlock,
    body: AnswerBody | null,
    more?: readonly string[],
  ): void;
}
