import { connect, type Socket } from 'node:net';

const HEAD_END = Buffer.from('\r\n\r\n');

/** A minimal HTTP client that costs little CPU: one persistent connection, one request at a time. */
export class RawCaller {
  readonly #socket: Socket;
  #received: Buffer = Buffer.alloc(0);
  #done: ((status: number) => void) | null = null;
  #failed: ((error: Error) => void) | null = null;

  constructor(url: URL) {
    this.#socket = connect({ host: url.hostname, port: Number(url.port), noDelay: true });
    this.#socket.on('data', (bytes) => this.#receive(bytes));
    this.#socket.on('error', (error) => this.#failed?.(error));
    this.#socket.on('close', () => this.#failed?.(new Error('the connection was closed')));
  }

  /** Sends a request. @returns the status of the response */
  call(request: string): Promise<number> {
    return new Promise((done, failed) => {
      this.#done = done;
      this.#failed = failed;
      this.#socket.write(request);
    });
  }

  close(): void {
    this.#failed = null;
    this.#socket.destroy();
  }

  #receive(bytes: Buffer): void {
    this.#received = this.#received.length === 0 ? bytes : Buffer.concat([this.#received, bytes]);
    const end = this.#received.indexOf(HEAD_END);
    if (end === -1) return;
    const head = this.#received.toString('latin1', 0, end);
    const length = Number(/\r\ncontent-length: (\d+)/i.exec(head)?.[1] ?? Number.NaN);
    if (Number.isNaN(length)) {
      this.#failed?.(new Error(`a response without a length: ${head}`));
      return;
    }
    const totalBytes = end + HEAD_END.length + length;
    if (this.#received.length < totalBytes) return;
    this.#received = this.#received.subarray(totalBytes);
    this.#done?.(Number(head.slice(9, 12)));
  }
}

/** Formats a POST request with a JSON body and the headers of the site's browser client. */
export function postRequest(
  url: URL,
  { appKey, token, key, body }: Record<'appKey' | 'token' | 'key' | 'body', string>,
): string {
  return [
    `POST ${url.pathname} HTTP/1.1`,
    `Host: ${url.host}`,
    `X-App-Key: ${appKey}`,
    `Authorization: Bearer ${token}`,
    `Idempotency-Key: ${key}`,
    'Content-Type: application/json',
    `Content-Length: ${Buffer.byteLength(body)}`,
    '',
    body,
  ].join('\r\n');
}
