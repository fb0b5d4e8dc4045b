import { every, type RepeatedTask } from '@sangwian/node-kit/every';
import type { Logger } from '@sangwian/node-kit/logger';
import { z } from 'zod';
import { RevocationsBody } from './http/control.ts';
import type { StreamWarning } from './rendition.ts';
import type { AuthorisePublish } from './stream/authorise-publish.ts';

const CALL_MS_MAX = 5_000;
/** Letters of events in one call: the API takes 64 KiB. */
const EVENT_CHARS_PER_CALL_MAX = 56 * 1024;
/** Events that wait while the API is away; the oldest of those that the next ones replace go first. */
const EVENTS_WAITING_MAX = 2_000;
const FLUSH_EVERY_MS = 500;
const RETRY_MS_MAX = 15_000;
const PULL_EVERY_MS = 30_000;
const PULL_RETRY_MS = 2_000;
/** Nobody is served before what was revoked is known, or the API has been away for this long. */
const FIRST_PULL_MS_MAX = 2_000;

/** What the API is told; times in ISO 8601, UTC. */
export type MediaEvent = { readonly at: string; readonly channel_id: string } & (
  | { readonly type: 'publish_started'; readonly protocol: string; readonly remote_address: string }
  | { readonly type: 'publish_ended' }
  | {
      readonly type: 'stream_stats';
      readonly video: {
        readonly codec: string;
        readonly width: number;
        readonly height: number;
        readonly frame_rate: number | null;
        readonly bitrate_bps: number;
        readonly key_frame_interval_ms: number | null;
      } | null;
      readonly audio: {
        readonly codec: string;
        readonly sample_rate_hz: number;
        readonly channels: number;
        readonly bitrate_bps: number;
      } | null;
      /** What the operator should change at the encoder; see docs/runbooks/encoders.md. */
      readonly warnings: readonly StreamWarning[];
      readonly dropped_frames: number;
      readonly latency_ms: number | null;
      readonly viewers: { readonly hls: number; readonly webrtc: number };
    }
  | { readonly type: 'readers'; readonly watch_session_ids: readonly string[] }
);

const PublishAnswer = z.object({ path: z.string().min(1) });

export interface ApiClientOptions {
  /** `http://host:port` of the API's internal listener, without a slash at its end. */
  readonly url: string;
  readonly secret: string;
  readonly logger: Logger;
  readonly revoke: (body: RevocationsBody) => void;
}

/** Everything that this process says to the API and asks it. An API that is away stops nothing but new publishers. */
export class ApiClient {
  readonly #options: ApiClientOptions;
  readonly #base: string;
  #waiting: MediaEvent[] = [];
  readonly #flushes: RepeatedTask;
  readonly #pulls: RepeatedTask;
  #cursor: number | string = 0;

  constructor(options: ApiClientOptions) {
    this.#options = options;
    this.#base = `${options.url}/internal/${encodeURIComponent(options.secret)}/media`;
    this.#flushes = every(FLUSH_EVERY_MS, (signal) => this.#flushAll(signal), {
      name: 'event_flush',
      logger: options.logger,
      backoffMsMax: RETRY_MS_MAX,
    });
    this.#pulls = every(PULL_EVERY_MS, () => this.#pull(), {
      name: 'revocation_pull',
      logger: options.logger,
      retryMs: PULL_RETRY_MS,
      backoffMsMax: PULL_RETRY_MS,
    });
  }

  /** Whose stream key it is. Throws where the API cannot be asked. */
  readonly authorise: AuthorisePublish = async (request) => {
    const response = await this.#post('auth', request);
    if (!response.ok) {
      await response.body?.cancel();
      if (response.status >= 500) throw new Error(`the API answered ${response.status}`);
      return null;
    }
    return { channelId: PublishAnswer.parse(await response.json()).path };
  };

  /** Begins to follow revocations; resolves when they are known, or cannot be for now. */
  async start(): Promise<void> {
    const { promise: late, resolve } = Promise.withResolvers<void>();
    const timer = setTimeout(resolve, FIRST_PULL_MS_MAX);
    this.#pulls.start();
    await Promise.race([this.#pulls.runSoon(), late]);
    clearTimeout(timer);
  }

  /** Sends what waits, once, and stops. */
  async stop(): Promise<void> {
    void this.#flushes.stop();
    void this.#pulls.stop();
    await this.#flush().catch((err: unknown) =>
      this.#options.logger.warn({ err }, 'last events not sent'),
    );
  }

  tell(event: MediaEvent): void {
    this.#waiting.push(event);
    if (this.#waiting.length > EVENTS_WAITING_MAX) this.#shed();
    this.#flushes.start();
  }

  /** Starts and ends matter most; what is told every few seconds anyway is forgotten first. */
  #shed(): void {
    const stale = this.#waiting.findIndex(
      ({ type }) => type === 'readers' || type === 'stream_stats',
    );
    this.#waiting.splice(Math.max(0, stale), 1);
  }

  async #flushAll(signal: AbortSignal): Promise<void> {
    while (this.#waiting.length > 0 && !signal.aborted) await this.#flush();
  }

  /** Sends the oldest events in one call. They stay where the API cannot be reached, and this throws. */
  async #flush(): Promise<void> {
    const events = this.#nextEvents();
    if (events.length === 0) return;
    const response = await this.#post('events', { events });
    await response.body?.cancel();
    // What the API refuses as wrong will not become right by sending it again.
    if (!response.ok && response.status >= 500)
      throw new Error(`the API answered ${response.status}`);
    if (!response.ok) this.#options.logger.error({ status: response.status }, 'events refused');
    const sent = new Set(events);
    this.#waiting = this.#waiting.filter((event) => !sent.has(event));
  }

  /** The oldest events that fit into one call, at least one. */
  #nextEvents(): MediaEvent[] {
    let chars = 0;
    const fitting = this.#waiting.findIndex((event, index) => {
      chars += JSON.stringify(event).length + 1;
      return index > 0 && chars > EVENT_CHARS_PER_CALL_MAX;
    });
    return this.#waiting.slice(0, fitting < 0 ? undefined : fitting);
  }

  async #pull(): Promise<void> {
    const after = encodeURIComponent(String(this.#cursor));
    const response = await fetch(`${this.#base}/revocations?after=${after}`, {
      signal: AbortSignal.timeout(CALL_MS_MAX),
    });
    if (!response.ok) throw new Error(`the API answered ${response.status}`);
    const body = RevocationsBody.parse(await response.json());
    this.#cursor = body.cursor;
    this.#options.revoke(body);
  }

  #post(name: string, body: unknown): Promise<Response> {
    return fetch(`${this.#base}/${name}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
      signal: AbortSignal.timeout(CALL_MS_MAX),
    });
  }
}
