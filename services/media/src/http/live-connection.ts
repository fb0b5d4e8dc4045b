import { STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import type { SlowTakers } from '@sangwian/node-kit/http/slow-takers';
import { FilledTemplate } from '../playlist/query-template.ts';
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

/** A connection is kept this much longer than its client is told, who may send a request at the last moment. */
const KEEP_SPARE_MS = 2_000;
const REQUEST_TIMEOUT = 'HTTP/1.1 408 Request Timeout\r\nConnection: close\r\n\r\n';

export interface LaneLimits {
  /** A request's head has to be here this long after its first byte, and the first one after the connection. */
  readonly headMs: number;
  /** A connection without a request is kept this long. */
  readonly idleMs: number;
  /** A client that takes fewer bytes of its answer than this in each such time is cut off. */
  readonly takeMs: number;
  readonly takenBytesMin: number;
}

/** What a connection needs of the lane that it runs in. */
export interface Lane {
  readonly limits: LaneLimits;
  readonly slowTakers: SlowTakers;
  /** Elapsed time of the last sweep: exact enough for limits of seconds. */
  readonly nowMs: number;
  /** The last header lines of an answer, the empty one included: the date, and whether the connection is kept. */
  readonly keepTail: string;
  readonly closeTail: string;
  /** Where short answers are put together; free whenever no answer is being written. */
  scratch: Buffer;
  /** Answers now, or at some time. Never throws. */
  answer(exchange: Exchange): void;
  /** Gives the connection, and what was read of it and not answered, to node:http. */
  handOver(connection: LiveConnection, socket: Socket, bytes: Buffer): void;
  forget(connection: LiveConnection, socket: Socket): void;
}

/** Its end is told by `close`; a client that is gone is no error of ours. */
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

/** One request of a connection; what is sent a second time, or too late, is dropped. */
class LiveExchange implements Exchange {
  readonly method: string;
  readonly url: string;
  readonly fields: HeadFields;
  readonly #connection: LiveConnection;
  answered = false;
  gone = false;
  #onGone: (() => void) | null = null;

  constructor(connection: LiveConnection, { method, url, fields }: RequestHead) {
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

  /** The client has left. */
  abandon(): void {
    if (this.answered || this.gone) return;
    this.gone = true;
    this.#onGone?.();
  }
}

/**
 * One client's connection, read and answered without node:http (docs/decisions/0008): one request at a time, of the
 * one kind that players send. Anything else makes the connection node:http's from that request on. A request that
 * comes while another is answered is kept, up to a head's size; then nothing more is read.
 */
export class LiveConnection {
  readonly #lane: Lane;
  readonly #socket: Socket;
  /** When it is closed if nothing has come (elapsed time). */
  #deadlineMs: number;
  /** What has come and is not answered, byte by byte as Latin-1. */
  #text = '';
  #current: LiveExchange | null = null;
  /** The client sends nothing more. */
  #ended = false;
  readonly #heads = new HeadReader();

  constructor(lane: Lane, socket: Socket) {
    this.#lane = lane;
    this.#socket = socket;
    this.#deadlineMs = lane.nowMs + lane.limits.headMs;
    socket.on('data', this.#take);
    socket.on('end', this.#end);
    socket.on('close', this.#close);
    socket.on('error', ignore);
  }

  /** Ends it, whatever it is doing. */
  destroy(): void {
    this.#socket.destroy();
  }

  /** Cuts it off where its time is over. */
  sweep(nowMs: number): void {
    if (this.#deadlineMs <= nowMs) {
      if (this.#text !== '') this.#socket.write(REQUEST_TIMEOUT);
      this.#deadlineMs = Number.POSITIVE_INFINITY;
      this.#socket.destroySoon();
    }
    this.#lane.slowTakers.check(this.#socket, nowMs);
  }

  /** Writes an answer in one piece; `head` is without its last lines. */
  write(head: string, body: AnswerBody | null): void {
    const socket = this.#socket;
    const keep = this.#current?.fields.close !== true;
    const whole = head + (keep ? this.#lane.keepTail : this.#lane.closeTail);
    if (body === null || typeof body === 'string')
      socket.write(body === null ? whole : whole + body, 'latin1', this.#written);
    else if (whole.length + body.length <= this.#lane.scratch.length)
      this.#writeScratch(whole, body);
    else {
      socket.cork();
      socket.write(whole, 'latin1');
      socket.write(body instanceof FilledTemplate ? body.toBuffer() : body, this.#written);
      socket.uncork();
    }
  }

  /** The kernel nearly always takes all of it at once. Where it does not, the next answer gets other memory. */
  #writeScratch(head: string, body: Buffer | FilledTemplate): void {
    const { scratch } = this.#lane;
    scratch.write(head, 'latin1');
    if (body instanceof FilledTemplate) body.copyTo(scratch, head.length);
    else scratch.set(body, head.length);
    this.#socket.write(scratch.subarray(0, head.length + body.length), this.#written);
    if (this.#socket.writableLength > 0)
      this.#lane.scratch = Buffer.allocUnsafeSlow(scratch.length);
  }

  /** The kernel has the answer. */
  readonly #written = (error?: Error | null): void => {
    // `close` follows.
    if (error || this.#socket.destroyed) return;
    const close = this.#current?.fields.close === true;
    this.#current = null;
    if (close) {
      this.#socket.destroySoon();
      return;
    }
    this.#deadlineMs = this.#lane.nowMs + this.#lane.limits.idleMs + KEEP_SPARE_MS;
    if (this.#text !== '') {
      this.#deadlineMs = this.#lane.nowMs + this.#lane.limits.headMs;
      this.#advance(0);
      if (this.#socket.isPaused() && this.#text.length <= HEAD_BYTES_MAX) this.#socket.resume();
    } else if (this.#ended) this.#socket.destroySoon();
  };

  readonly #take = (chunk: Buffer): void => {
    // After its last answer nobody listens any more.
    if (this.#socket.writableEnded) return;
    const before = this.#text.length;
    const text = chunk.toString('latin1');
    this.#text = before === 0 ? text : this.#text + text;
    if (this.#current !== null) {
      if (this.#text.length > HEAD_BYTES_MAX) this.#socket.pause();
      return;
    }
    if (before === 0) this.#deadlineMs = this.#lane.nowMs + this.#lane.limits.headMs;
    this.#advance(before);
  };

  /** Answers the next request, where its head has come; the first `seen` letters hold no end of a head. */
  #advance(seen: number): void {
    const text = this.#text;
    const likely = this.#heads.readLikeBefore(text);
    if (likely !== null) {
      this.#answer(likely, '');
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
    const exchange = new LiveExchange(this, head);
    this.#current = exchange;
    this.#lane.answer(exchange);
    // Who half-closes and has to wait cannot be told from who has left.
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
    this.#lane.handOver(this, socket, Buffer.from(this.#text, 'latin1'));
  }

  readonly #end = (): void => {
    this.#ended = true;
    if (this.#current === null) this.#socket.destroySoon();
    else if (!this.#current.answered) this.#socket.destroy();
  };

  readonly #close = (): void => {
    this.#lane.forget(this, this.#socket);
    this.#current?.abandon();
  };
}
