import { connect, type Socket } from 'node:net';

export interface RawAnswer {
  readonly status: number;
  /** Names in lower case. */
  readonly headers: ReadonlyMap<string, string>;
  readonly body: string;
}

/** An HTTP client that sends exactly the bytes it is told to, and reads the answers one after the other. */
export class RawClient {
  readonly socket: Socket;
  /** Settles once the connection is gone. */
  readonly closed: Promise<void>;
  #text = '';
  #changed = Promise.withResolvers<void>();
  #isClosed = false;

  constructor(port: number) {
    this.socket = connect({ port, host: '127.0.0.1', noDelay: true, allowHalfOpen: true });
    this.socket.setEncoding('latin1').on('data', (text: string) => {
      this.#text += text;
      this.#tell();
    });
    this.socket.on('error', () => {});
    this.socket.on('end', () => this.socket.end());
    this.closed = new Promise((resolve) => {
      this.socket.on('close', () => {
        this.#isClosed = true;
        this.#tell();
        resolve();
      });
    });
  }

  send(text: string): void {
    this.socket.write(text, 'latin1');
  }

  /** The next answer; `toHead` says that it has no body. Rejects where the connection ends before. */
  async next(toHead = false): Promise<RawAnswer> {
    for (;;) {
      const answer = this.#takeAnswer(toHead);
      if (answer !== null) return answer;
      if (this.#isClosed)
        throw new Error(`the connection ended after ${JSON.stringify(this.#text)}`);
      await this.#changed.promise;
    }
  }

  /** What has come and was not taken, once it is whole; rejects where the connection ends before. */
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

  #tell(): void {
    this.#changed.resolve();
    this.#changed = Promise.withResolvers();
  }
}
