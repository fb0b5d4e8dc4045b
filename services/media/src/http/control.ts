import { randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { createInternalCheck } from '@sangwian/node-kit/internal-secret';
import { z } from 'zod';
import type { OriginIdentity } from '../lease/origin-identity.ts';
import type { RecorderStatus } from '../recorder/recorder.ts';
import { STILLS, type Still } from '../thumbnails/still-formats.ts';
import { sendError, sendJson, sendStill } from './answers.ts';
import type { Exchange } from './exchange.ts';
import { NodeExchange } from './node-exchange.ts';
import { readBody } from './read-body.ts';
import type { Revocation } from './revocation-list.ts';

/** Maximum body: enough for the revocations of a long API outage. The process also polls for revocations. */
const BODY_BYTES_MAX = 4 * 1024 * 1024;
/** A client that continues to send an oversized body is disconnected after this time. */
const REST_OF_BODY_MS_MAX = 2_000;

/** Revocations from the API, pushed or polled. `cursor` is opaque. */
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

/** One channel in a report to the API. */
export interface ChannelReport {
  readonly channel_id: string;
  /** Whether the channel has a publisher. */
  readonly live: boolean;
  /** Whether a player gets a playlist without waiting. */
  readonly playable: boolean;
  /** Names of the published renditions; `''` is the stream itself. */
  readonly renditions: readonly string[];
  readonly protocol: string | null;
  readonly codecs: string | null;
  readonly width: number | null;
  readonly height: number | null;
  readonly viewers: number;
  readonly latency_ms: number | null;
  /** Renditions that the encoder process makes now, and those that were dropped because the machine was too slow. */
  readonly ladder: { readonly rungs: readonly string[]; readonly dropped: readonly string[] };
}

/** The ladder of this process in a report to the API. */
export interface LadderReport {
  readonly rungs: readonly string[];
  readonly encoder: string | null;
  /** Why there are no smaller renditions; `null` if there are. */
  readonly absence: string | null;
}

export interface ControlOptions {
  readonly secret: string;
  /** `null` in a gate, which publishes nothing. */
  readonly identity: OriginIdentity | null;
  revoke(revocations: readonly Revocation[]): void;
  channels(): readonly ChannelReport[];
  /** Absent in a gate, which records nothing. */
  recorder?(): RecorderStatus;
  /** `null` in a gate. */
  readonly ladder: LadderReport | null;
  /** Ends a channel permanently; returns `false` for an unknown id. */
  close(channelId: string): boolean;
  /** Switches from the backup to the primary signal. */
  returnToPrimary(channelId: string): 'accepted' | 'unhealthy' | 'unknown';
  /** Streams the units of a channel to an edge. Returns `false` for an unknown id. */
  relay(channelId: string, response: ServerResponse): boolean;
  /** Requests a key frame from the publisher of a channel. Returns `false` for an unknown id. */
  askKeyFrame(channelId: string): boolean;
  /** Returns the newest image of a channel; `null` if there is none. */
  still(channelId: string, still: Still): Buffer | null;
}

const describeRecorder = (status: RecorderStatus | undefined) =>
  status === undefined
    ? null
    : {
        failing_since:
          status.failingSinceMs === null ? null : new Date(status.failingSinceMs).toISOString(),
        unsent_segments: status.unsentSegments,
        lost_segments: status.lostSegments,
      };

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
 * Handles requests of our other processes below `/control/`: `POST revocations`, `GET channels`, `POST
 * channels/{channel_id}/close`, `POST channels/{channel_id}/return-to-primary`, `GET channels/{channel_id}/thumbnail`
 * and `…/poster`, and those of an edge: `GET channels/{channel_id}/units`, `POST channels/{channel_id}/key-frame`. A
 * request without the internal secret in its header gets the same response as an unknown path.
 */
export class Control {
  readonly #options: ControlOptions;
  readonly #isOurs: ReturnType<typeof createInternalCheck>;
  /** The responses identify this process, because several API nodes may share it. */
  readonly #processId: string;

  constructor(options: ControlOptions) {
    this.#options = options;
    this.#isOurs = createInternalCheck(options.secret);
    this.#processId = options.identity?.processId ?? randomUUID();
  }

  async handle(request: IncomingMessage, response: ServerResponse, path: string): Promise<void> {
    const exchange = new NodeExchange(request, response);
    if (!this.#isOurs(request.headers)) return sendError(exchange, 'not_found');
    const [, , ...rest] = path.split('/');
    const [subject, channelId, verb] = rest;
    if (subject === 'revocations' && rest.length === 1)
      return this.#revoke(exchange, request, response);
    if (subject === 'channels' && rest.length === 1) {
      if (request.method !== 'GET') return sendError(exchange, 'method_not_allowed');
      return sendJson(exchange, 200, {
        process_id: this.#processId,
        origin_id: this.#options.identity?.originId ?? null,
        channels: this.#options.channels(),
        recording: describeRecorder(this.#options.recorder?.()),
        ladder: this.#options.ladder,
      });
    }
    if (subject === 'channels' && rest.length === 3 && channelId !== undefined)
      return this.#act(exchange, response, { channelId, what: `${request.method} ${verb}` });
    sendError(exchange, 'not_found');
  }

  #act(
    exchange: Exchange,
    response: ServerResponse,
    { channelId, what }: { readonly channelId: string; readonly what: string },
  ): void {
    const { close, relay, askKeyFrame } = this.#options;
    const still = STILLS.find((one) => what === `GET ${one}`);
    const answer = (isKnown: boolean): void => {
      if (isKnown) sendJson(exchange, 200, {});
      else sendError(exchange, 'stream_not_found');
    };
    if (what === 'POST close') answer(close(channelId));
    else if (what === 'POST return-to-primary') {
      const result = this.#options.returnToPrimary(channelId);
      if (result === 'unhealthy') sendError(exchange, 'signal_unhealthy');
      else answer(result === 'accepted');
    } else if (what === 'POST key-frame') answer(askKeyFrame(channelId));
    else if (what === 'GET units') {
      if (!relay(channelId, response)) answer(false);
    } else if (still !== undefined) this.#sendNewest(exchange, channelId, still);
    else if (/ (close|return-to-primary|units|key-frame|thumbnail|poster)$/.test(what))
      sendError(exchange, 'method_not_allowed');
    else sendError(exchange, 'not_found');
  }

  #sendNewest(exchange: Exchange, channelId: string, still: Still): void {
    const picture = this.#options.still(channelId, still);
    if (picture === null) sendError(exchange, 'stream_not_found');
    else sendStill(exchange, picture);
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
