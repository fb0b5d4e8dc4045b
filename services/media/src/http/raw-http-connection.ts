import { STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import type { SlowTakers } from '@sangwian/node-kit/http/slow-takers';
import {
  type AnswerBody,
  type Exchange,
  type HeaderBlock,
  type RequestHeader,
  writeHeaders,
} from './exchange.ts';
import {
  HEAD_BYTES_MAX,
  type HeadFields,
  HeadReader,
  mayBecomeHead,
  type RequestHead,
} from './request-head.ts';

/** Idle connections stay open this much longer than advertised, for requests that are already in transit. */
const KEEP_SPARE_MS = 2_000;
const REQUEST_TIMEOUT = 'HTTP/1.1 408 Request Timeout\r\nConnection: close\r\n\r\n';

export interface RawHttpLimits {
  /** Time-out for a request head, from its first byte or, for the first request, from the connection's start. */
  readonly headMs: number;
  /** Idle time-out between requests. */
  readonly idleMs: number;
  /** A client has to read at least `takenBytesMin` bytes of its response in each period of this length. */
  readonly takeMs: number;
  readonly takenBytesMin: number;
}

/** What a connection needs from its server. */
export interface RawHttpContext {
  readonly limits: RawHttpLimits;
  readonly slowTakers: SlowTakers;
  /** Elapsed time at the last sweep; precise enough, because time-outs are seconds. */
  readonly nowMs: number;
  /** Final header lines of a response, including the empty line: `Date` and `Connection`. */
  readonly keepTail: string;
  readonly closeTail: string;
  /** Buffer in which short responses are assembled. */
  scratch: Buffer;
  /** Passes the request to `Delivery`, which responds now or later. Never throws. */
  answer(exchange: Exchange): void;
  /** Passes the connection on to node:http, with the bytes that were read but not processed. */
  handOver(connection: RawHttpConnection, socket: Socket, bytes: Buffer): void;
  forget(connection: RawHttpConnection, socket: Socket): void;
}

/** Errors are ignored: `close` follows each error, and disconnecting clients are not logged. */
const ignore = (): void => {};

const statusLines = new Map<number, string>();

function statusLine(status: number): string {
  let line = statusLines.get(status);
  if (line === undefined) {
    line = `HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ''}\r\n`;
    statusLines.set(status, line);
  }
  return line;
}

/** One request of a connection. Drops a second response, and a response after the disconnect. */
class RawHttpExchange implements Exchange {
  readonly method: string;
  readonly url: string;
  readonly fields: HeadFields;
  readonly #connection: RawHttpConnection;
  answered = false;
  gone = false;
  #onGone: (() => void) | null = null;

  constructor(connection: RawHttpConnection, { method, url, fields }: RequestHead) {
    this.#connection = connection;
    this.method = method;
    this.url = url;
    this.fields = fields;
  }

  header(name: RequestHeader): string | undefined {
    return this.fields.looked.get(name);
  }

  onGone(callback: () => void): void {
    this.#onGone = callback;
  }

  send(
    status: number,
    headers: HeaderBlock,
    body: AnswerBody | null,
    more?: readonly string[],
  ): void {
    if (this.answered || this.gone) return;
    this.answered = true;
    let head = statusLine(status) + headers.text;
    if (more !== undefined) head += writeHeaders(more);
    if (body !== null) head += `Content-Length: ${body.length}\r\n`;
    this.#connection.write(head, this.method === 'HEAD' ? null : body);
  }

  /** Called when the client disconnects. */
  abandon(): void {
    if (this.answered || this.gone) return;
    this.gone = true;
    this.#onGone?.();
  }
}

/**
 * A client connection handled without node:http (docs/decisions/0008), one request at a time. It accepts only the
 * requests that players send; for any other request, the connection is passed on to node:http. Pipelined requests are
 * buffered up to the size of one head; then reading pauses.
 */
export class RawHttpConnection {
  readonly #context: RawHttpContext;
  readonly #socket: Socket;
  /** Elapsed time at which the connection times out. */
  #deadlineMs: number;
  /** Unprocessed input, decoded as Latin-1. */
  #text = '';
  #current: RawHttpExchange | null = null;
  /** Whether the client has half-closed the connection. */
  #ended = false;
  readonly #heads = new HeadReader();

  constructor(context: RawHttpContext, socket: Socket) {
    this.#context = context;
    this.#socket = socket;
    this.#deadlineMs = context.nowMs + context.limits.headMs;
    socket.on('data', this.#take);
    socket.on('end', this.#end);
    socket.on('close', this.#close);
    socket.on('error', ignore);
  }

  destroy(): void {
    this.#socket.destroy();
  }

  /** Closes the connection if a time-out has passed. */
  sweep(nowMs: number): void {
    if (this.#deadlineMs <= nowMs) {
      if (this.#text !== '') this.#socket.write(REQUEST_TIMEOUT);
      this.#deadlineMs = Number.POSITIVE_INFINITY;
      this.#socket.destroySoon();
    }
    this.#context.slowTakers.check(this.#socket, nowMs);
  }

  /** Writes a response with a single system call. `head` does not include the final lines. */
  write(head: string, body: AnswerBody | null): void {
    const socket = this.#socket;
    const keep = this.#current?.fields.close !== true;
    const whole = head + (keep ? this.#context.keepTail : this.#context.closeTail);
    if (body === null || typeof body === 'string')
      socket.write(body === null ? whole : whole + body, 'latin1', this.#written);
    else if (whole.length + body.length <= this.#context.scratch.length)
      this.#writeScratch(whole, body);
    else {
      socket.cork();
      socket.write(whole, 'latin1');
      socket.write(body, this.#written);
      socket.uncork();
    }
  }

  /**
   * If the kernel does not accept the whole response at once, the shared buffer is still in use and is replaced by a
   * new one.
   */
  #writeScratch(head: string, body: Buffer): void {
    const { scratch } = this.#context;
    scratch.write(head, 'latin1');
    scratch.set(body, head.length);
    this.#socket.write(scratch.subarray(0, head.length + body.length), this.#written);
    if (this.#socket.writableLength > 0)
      this.#context.scratch = Buffer.allocUnsafeSlow(scratch.length);
  }

  /** Called when the kernel has accepted the whole response. */
  readonly #written = (error?: Error | null): void => {
    if (error || this.#socket.destroyed) return;
    const close = this.#current?.fields.close === true;
    this.#current = null;
    if (close) {
      this.#socket.destroySoon();
      return;
    }
    this.#deadlineMs = this.#context.nowMs + this.#context.limits.idleMs + KEEP_SPARE_MS;
    if (this.#text !== '') {
      this.#deadlineMs = this.#context.nowMs + this.#context.limits.headMs;
      this.#advance(0);
      if (this.#socket.isPaused() && this.#text.length <= HEAD_BYTES_MAX) this.#socket.resume();
    } else if (this.#ended) this.#socket.destroySoon();
  };

  readonly #take = (chunk: Buffer): void => {
    // The last response of the connection has been sent. Further input is ignored.
    if (this.#socket.writableEnded) return;
    const before = this.#text.length;
    const text = chunk.toString('latin1');
    this.#text = before === 0 ? text : this.#text + text;
    if (this.#current !== null) {
      if (this.#text.length > HEAD_BYTES_MAX) this.#socket.pause();
      return;
    }
    if (before === 0) this.#deadlineMs = this.#context.nowMs + this.#context.limits.headMs;
    this.#advance(before);
  };

  /**
   * Processes the next request if its head is complete. The first `seen` characters are known not to contain the end of
   * a head.
   */
  #advance(seen: number): void {
    const text = this.#text;
    const repeated = this.#heads.readLikeBefore(text);
    if (repeated !== null) {
      this.#answer(repeated, '');
      return;
    }
    const end = text.indexOf('\r\n\r\n', Math.max(0, seen - 3)) + 4;
    if (end < 4) {
      if (!mayBecomeHead(text, seen)) this.#handOver();
      else if (this.#ended) this.#socket.destroySoon();
      return;
    }
    const whole = end === text.length;
    const head = this.#heads.read(whole ? text : text.slice(0, end));
    if (head === null) this.#handOver();
    else this.#answer(head, whole ? '' : text.slice(end));
  }

  #answer(head: RequestHead, rest: string): void {
    this.#text = rest;
    this.#deadlineMs = Number.POSITIVE_INFINITY;
    const exchange = new RawHttpExchange(this, head);
    this.#current = exchange;
    this.#context.answer(exchange);
    // Closes the connection, because a half-closed client cannot be distinguished from one that disconnected.
    if (this.#ended && !exchange.answered) this.#socket.destroy();
  }

  #handOver(): void {
    const socket = this.#socket;
    if (this.#ended) {
      socket.destroy();
      return;
    }
    socket.off('data', this.#take);
    socket.off('end', this.#end);
    socket.off('close', this.#close);
    socket.off('error', ignore);
    this.#context.handOver(this, socket, Buffer.from(this.#text, 'latin1'));
  }

  readonly #end = (): void => {
    this.#ended = true;
    if (this.#current === null) this.#socket.destroySoon();
    else if (!this.#current.answered) this.#socket.destroy();
  };

  readonly #close = (): void => {
    this.#context.forget(this, this.#socket);
    this.#current?.abandon();
  };
}
