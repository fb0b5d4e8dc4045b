import { createHash, timingSafeEqual } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { z } from 'zod';
import { sendError, sendJson } from './answers.ts';
import type { Exchange } from './exchange.ts';
import { NodeExchange } from './node-exchange.ts';
import { readBody } from './read-body.ts';
import type { Revocation } from './revocation-list.ts';

/** A push after a long night of the API; what is more comes by the cursor. */
const BODY_BYTES_MAX = 4 * 1024 * 1024;
/** Somebody who goes on sending a body that is too large is cut off after this long. */
const REST_OF_BODY_MS_MAX = 2_000;

/** What the API says of dead grants, pushed or asked for. `cursor` is opaque. */
export const RevocationsBody = z.object({
  revocations: z.array(
    z
      .object({
        watch_session_id: z.string().min(1).max(128),
        expires_at: z.iso.datetime({ offset: true }),
      })
      .transform(
        ({ watch_session_id, expires_at }): Revocation => ({
          watchSessionId: watch_session_id,
          expiresAtMs: Date.parse(expires_at),
        }),
      ),
  ),
  cursor: z.union([z.number(), z.string()]),
});
export type RevocationsBody = z.infer<typeof RevocationsBody>;

/** One channel as the API is told of it. */
export interface ChannelReport {
  readonly channel_id: string;
  /** Somebody publishes it. */
  readonly live: boolean;
  /** A player that asks now is answered at once. */
  readonly playable: boolean;
  /** Those that are published, by name; `''` is the stream itself. */
  readonly renditions: readonly string[];
  readonly protocol: string | null;
  readonly codecs: string | null;
  readonly width: number | null;
  readonly height: number | null;
  readonly viewers: number;
  readonly latency_ms: number | null;
}

export interface ControlOptions {
  readonly secret: string;
  revoke(revocations: readonly Revocation[]): void;
  channels(): readonly ChannelReport[];
  /** Ends a channel for good; `false` where there is none of that id. */
  close(channelId: string): boolean;
}

const digest = (text: string): Buffer => createHash('sha256').update(text).digest();

function parseRevocations(text: string): RevocationsBody | 'body_malformed' | 'request_invalid' {
  let body: unknown;
  try {
    body = JSON.parse(text);
  } catch {
    return 'body_malformed';
  }
  const parsed = RevocationsBody.safeParse(body);
  return parsed.success ? parsed.data : 'request_invalid';
}

/**
 * What our own processes say to this one, below `/control/{secret}/`: `POST revocations`, `GET channels`,
 * `POST channels/{channel_id}/close`. A wrong secret looks like an address that is not there.
 */
export class Control {
  readonly #options: ControlOptions;
  readonly #secretDigest: Buffer;

  constructor(options: ControlOptions) {
    this.#options = options;
    this.#secretDigest = digest(options.secret);
  }

  async handle(request: IncomingMessage, response: ServerResponse, path: string): Promise<void> {
    const exchange = new NodeExchange(request, response);
    const [, , secret = '', ...rest] = path.split('/');
    if (!timingSafeEqual(digest(secret), this.#secretDigest))
      return sendError(exchange, 'not_found');
    const [subject, channelId, verb] = rest;
    if (subject === 'revocations' && rest.length === 1)
      return this.#revoke(exchange, request, response);
    if (subject === 'channels' && rest.length === 1) {
      if (request.method !== 'GET') return sendError(exchange, 'method_not_allowed');
      return sendJson(exchange, 200, { channels: this.#options.channels() });
    }
    if (
      subject === 'channels' &&
      verb === 'close' &&
      rest.length === 3 &&
      channelId !== undefined
    ) {
      if (request.method !== 'POST') return sendError(exchange, 'method_not_allowed');
      if (!this.#options.close(channelId)) return sendError(exchange, 'stream_not_found');
      return sendJson(exchange, 200, {});
    }
    sendError(exchange, 'not_found');
  }

  async #revoke(
    exchange: Exchange,
    request: IncomingMessage,
    response: ServerResponse,
  ): Promise<void> {
    if (request.method !== 'POST') return sendError(exchange, 'method_not_allowed');
    const text = await readBody(request, BODY_BYTES_MAX);
    if (text === null) {
      response.shouldKeepAlive = false;
      setTimeout(() => request.destroy(), REST_OF_BODY_MS_MAX).unref();
      return sendError(exchange, 'body_too_large');
    }
    const body = parseRevocations(text);
    if (typeof body === 'string') return sendError(exchange, body);
    this.#options.revoke(body.revocations);
    sendJson(exchange, 200, {});
  }
}
