import type { IncomingMessage, ServerResponse } from 'node:http';
import type { AnswerBody, Exchange, HeaderBlock, RequestHeader } from './exchange.ts';

/** An `Exchange` over node:http. */
export class NodeExchange implements Exchange {
  readonly #request: IncomingMessage;
  readonly #response: ServerResponse;

  constructor(request: IncomingMessage, response: ServerResponse) {
    this.#request = request;
    this.#response = response;
  }

  get method(): string {
    return this.#request.method ?? '';
  }

  get url(): string {
    return this.#request.url ?? '';
  }

  get gone(): boolean {
    return this.#response.destroyed;
  }

  header(name: RequestHeader): string | undefined {
    const value = this.#request.headers[name];
    return typeof value === 'string' ? value : undefined;
  }

  onGone(callback: () => void): void {
    this.#response.once('close', callback);
  }

  send(
    status: number,
    headers: HeaderBlock,
    body: AnswerBody | null,
    more: readonly string[] = [],
  ): void {
    const length = body === null ? [] : ['Content-Length', String(body.length)];
    this.#response.writeHead(status, [...headers.pairs, ...more, ...length]);
    if (body === null) this.#response.end();
    else this.#response.end(body, 'latin1');
  }
}
