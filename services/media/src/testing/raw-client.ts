import { connect, type Socket } from 'node:net';

export interface RawAnswer {
  readonly status: number;
  /** Names in lower case. */
  readonly headers: ReadonlyMap<string, string>;
  readonly body: string;
}

/** An HTTP client that sends exact bytes and reads the responses one by one. */
export class RawClient {
  readonly socket: Socket;
  /** Resolves when the connection is closed. */
  readonly closed: Promise<void>;
  #text = '';
  #changed = Promise.withResolvers<void>();
  #isClosed = false;

  constructor(port: number) {
    this.socket = connect({ port, host: '127.0.0.1', noDelay: true, allowHalfOpen: true });
    this.socket.setEncoding('latin1').on('data', (text: string) => {
      this.#text += text;
      this.#notify();
    });
    this.socket.on('error', () => {});
    this.socket.on('end', () => this.socket.end());
    this.closed = new Promise((resolve) => {
      this.socket.on('close', () => {
        this.#isClosed = true;
        this.#notify();
        resolve();
      });
    });
  }

  send(text: string): void {
    this.socket.write(text, 'latin1');
  }

  /** Reads the next response; with `toHead` it has no body. Rejects if the connection ends first. */
  async next(toHead = false): Promise<RawAnswer> {
    for (;;) {
      const answer = this.#takeAnswer(toHead);
      if (answer !== null) return answer;
      if (this.#isClosed)
        throw new Error(`the connection ended after ${JSON.stringify(this.#text)}`);
      await this.#changed.promise;
    }
  }

  /** Returns the unread text once `isWhole` accepts it. Rejects if the connection ends first. */
  async rest(isWhole: (text: string) => boolean): Promise<string> {
    while (!isWhole(this.#text)) {
      if (this.#isClosed)
        throw new Error(`the connection ended after ${JSON.stringify(this.#text)}`);
      await this.#changed.promise;
    }
    return this.#text;
  }

  #takeAnswer(toHead: boolean): RawAnswer | null {
    const end = this.#text.indexOf('\r\n\r\n');
    if (end < 0) return null;
    const [first = '', ...lines] = this.#text.slice(0, end).split('\r\n');
    const headers = new Map(
      lines.map((line) => {
        const colon = line.indexOf(':');
        return [line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim()];
      }),
    );
    const status = Number(/^HTTP\/1\.1 (\d{3}) /.exec(first)?.[1]);
    const length = toHead ? 0 : Number(headers.get('content-length') ?? 0);
    if (this.#text.length < end + 4 + length) return null;
    const body = this.#text.slice(end + 4, end + 4 + length);
    this.#text = this.#text.slice(end + 4 + length);
    return { status, headers, body };
  }

  #notify(): void {
    this.#changed.resolve();
    this.#changed = Promise.withResolvers();
  }
}
