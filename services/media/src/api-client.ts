import { every, type RepeatedTask } from '@sangwian/node-kit/every';
import { internalHeaders } from '@sangwian/node-kit/internal-secret';
import type { Logger } from '@sangwian/node-kit/logger';
import type { StreamWarning } from './channel/rendition.ts';
import { RevocationsBody } from './http/control.ts';
import type { LadderActivity } from './ladder/open-ladder.ts';
import {
  type Authorisation,
  HeldAnswer,
  type LeaseRenewal,
  OriginAnswer,
  PublishAnswer,
  RenewalAnswer,
} from './lease/lease-calls.ts';
import type { OriginIdentity } from './lease/origin-identity.ts';
import {
  ObjectAnswer,
  ObjectRefusedError,
  type OpenRecording,
  type RecordingCalls,
  RecordingsAnswer,
  StoredAnswer,
} from './recorder/recording-calls.ts';
import {
  RestreamAnswer,
  type RestreamCalls,
  type TargetState,
  type WantedTarget,
} from './restream/restream-calls.ts';
import type { PublishRequest } from './stream/authorise-publish.ts';
import type { SignalsReport } from './stream/signal-selector.ts';

const CALL_MS_MAX = 5_000;
/** The API forwards an object to its storage, so this takes longer than other requests. */
const OBJECT_MS_MAX = 90_000;
/** Shorter than the lease, so that the lease does not expire during a hanging request. */
const RENEWAL_MS_MAX = 1_500;
/** Characters of events per request: the API accepts 64 KiB. */
const EVENT_CHARS_PER_CALL_MAX = 56 * 1024;
/** Queued events while the API is unavailable; the oldest periodic reports are dropped first. */
const EVENTS_WAITING_MAX = 2_000;
const FLUSH_EVERY_MS = 500;
const RETRY_MS_MAX = 15_000;
const PULL_EVERY_MS = 30_000;
const PULL_RETRY_MS = 2_000;
/** Media is served once the revocations have been fetched, or after this long if the API is unavailable. */
const FIRST_PULL_MS_MAX = 2_000;

/** Events sent to the API; times in ISO 8601, UTC. */
export type MediaEvent = { readonly at: string; readonly channel_id: string } & (
  | { readonly type: 'publish_started'; readonly protocol: string; readonly remote_address: string }
  | { readonly type: 'publish_ended' }
  /** The encoder was authorised, but its media cannot be played. */
  | { readonly type: 'publish_refused'; readonly reason: string }
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
      /** Warnings for the encoder's operator; see docs/runbooks/encoders.md. */
      readonly warnings: readonly StreamWarning[];
      readonly dropped_frames: number;
      readonly latency_ms: number | null;
      readonly viewers: { readonly hls: number; readonly webrtc: number };
      readonly signals: SignalsReport;
      readonly ladder: LadderActivity;
      readonly restream: { readonly is_available: boolean };
    }
  /** The channel had video between these two times, without a gap of more than 3 s. */
  | { readonly type: 'picture_shown'; readonly from: string; readonly to: string }
  | { readonly type: 'readers'; readonly watch_session_ids: readonly string[] }
);

export interface ApiClientOptions {
  /** `http://host:port` of the API's internal listener, without a trailing slash. */
  readonly url: string;
  readonly secret: string;
  /** `null` in a gate, which publishes nothing. */
  readonly identity: OriginIdentity | null;
  readonly logger: Logger;
  readonly revoke: (body: RevocationsBody) => void;
}

/** Client of the API. While the API is unavailable, only new publishers are refused. */
export class ApiClient implements RecordingCalls, RestreamCalls {
  readonly #options: ApiClientOptions;
  readonly #base: string;
  readonly #headers: ReturnType<typeof internalHeaders>;
  #waiting: MediaEvent[] = [];
  readonly #flushes: RepeatedTask;
  readonly #pulls: RepeatedTask;
  #cursor: number | string = 0;

  constructor(options: ApiClientOptions) {
    this.#options = options;
    this.#base = `${options.url}/internal/media`;
    this.#headers = internalHeaders(options.secret);
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

  /** Resolves a stream key to its channel, and claims the channel. Throws if the API is unavailable. */
  async authorise(request: PublishRequest, standby: boolean): Promise<Authorisation> {
    const claim = { ...this.#identity(), standby };
    const response = await this.#post('auth', { ...request, claim });
    if (response.status === 409) return { waitMs: HeldAnswer.parse(await response.json()).wait_ms };
    if (!response.ok) {
      await response.body?.cancel();
      if (response.status >= 500) throw new Error(`the API answered ${response.status}`);
      return null;
    }
    const { path: channelId, lease } = PublishAnswer.parse(await response.json());
    return { channelId, lease };
  }

  /** Reports the leases of this process. Returns the channels whose lease it has lost. */
  async renew(leases: readonly LeaseRenewal[]): Promise<readonly string[]> {
    const response = await this.#post('leases', { ...this.#identity(), leases }, RENEWAL_MS_MAX);
    if (response.ok) return RenewalAnswer.parse(await response.json()).lost;
    await response.body?.cancel();
    // An API of an earlier release does not have this endpoint.
    if (response.status === 404) return [];
    throw new Error(`the API answered ${response.status}`);
  }

  async findRecordings(channelIds: readonly string[]): Promise<readonly OpenRecording[]> {
    const origin = this.#identity().origin_id;
    const response = await this.#post('recordings', { origin_id: origin, channel_ids: channelIds });
    if (response.ok) return RecordingsAnswer.parse(await response.json()).recordings;
    await response.body?.cancel();
    // An API of an earlier release does not record.
    if (response.status === 404) return [];
    throw new Error(`the API answered ${response.status}`);
  }

  async findStored(recordingId: string): Promise<ReadonlyMap<string, number>> {
    const origin = encodeURIComponent(this.#identity().origin_id ?? '');
    const response = await fetch(
      `${this.#base}/recordings/${recordingId}/stored?origin_id=${origin}`,
      { headers: this.#headers, signal: AbortSignal.timeout(CALL_MS_MAX) },
    );
    if (!response.ok) throw new Error(`the API answered ${response.status}`);
    const { stored } = StoredAnswer.parse(await response.json());
    return new Map(stored.map(({ folder, last_sequence: last }) => [folder, last]));
  }

  async storeObject(recordingId: string, body: Buffer): Promise<number> {
    const response = await fetch(`${this.#base}/recordings/${recordingId}/objects`, {
      method: 'POST',
      headers: { ...this.#headers, 'content-type': 'application/octet-stream' },
      body: new Uint8Array(body.buffer as ArrayBuffer, body.byteOffset, body.byteLength),
      signal: AbortSignal.timeout(OBJECT_MS_MAX),
    });
    if (response.ok) return ObjectAnswer.parse(await response.json()).last_sequence;
    await response.body?.cancel();
    const message = `the API answered ${response.status}`;
    throw response.status < 500 ? new ObjectRefusedError(message) : new Error(message);
  }

  async completeRecording(recordingId: string): Promise<void> {
    const origin = this.#identity().origin_id;
    const response = await this.#post(`recordings/${recordingId}/complete`, { origin_id: origin });
    await response.body?.cancel();
    if (!response.ok) throw new Error(`the API answered ${response.status}`);
  }

  async syncTargets(
    channelIds: readonly string[],
    states: readonly TargetState[],
  ): Promise<readonly WantedTarget[]> {
    const response = await this.#post('restream', {
      process_id: this.#identity().process_id,
      channel_ids: channelIds,
      states: states.map(({ targetId, state, forMs, failure, bitrateBps }) => ({
        ...{ target_id: targetId, state, for_ms: forMs, failure, bitrate_bps: bitrateBps },
      })),
    });
    if (response.ok) return RestreamAnswer.parse(await response.json()).targets;
    await response.body?.cancel();
    // An API of an earlier release has no restreaming.
    if (response.status === 404) return [];
    throw new Error(`the API answered ${response.status}`);
  }

  /**
   * Returns the URL of the media process that publishes a channel. Throws if the API knows no such process or is
   * unavailable.
   */
  async findOrigin(channelId: string): Promise<string> {
    const response = await fetch(`${this.#base}/origin?channel_id=${channelId}`, {
      headers: this.#headers,
      signal: AbortSignal.timeout(CALL_MS_MAX),
    });
    if (!response.ok) throw new Error(`the API names no origin: it answered ${response.status}`);
    return OriginAnswer.parse(await response.json()).url;
  }

  /** Starts polling revocations; resolves after the first poll or its time-out. */
  async start(): Promise<void> {
    const { promise: late, resolve } = Promise.withResolvers<void>();
    const timer = setTimeout(resolve, FIRST_PULL_MS_MAX);
    this.#pulls.start();
    await Promise.race([this.#pulls.runSoon(), late]);
    clearTimeout(timer);
  }

  /** Sends the queued events once, and stops. */
  async stop(): Promise<void> {
    void this.#flushes.stop();
    void this.#pulls.stop();
    await this.#flush().catch((err: unknown) =>
      this.#options.logger.warn({ err }, 'last events not sent'),
    );
  }

  reportEvent(event: MediaEvent): void {
    this.#waiting.push(event);
    if (this.#waiting.length > EVENTS_WAITING_MAX) this.#shed();
    this.#flushes.start();
  }

  /** Drops the oldest report of readers or statistics, which the next one replaces; without one, the oldest event. */
  #shed(): void {
    const stale = this.#waiting.findIndex(
      ({ type }) => type === 'readers' || type === 'stream_stats',
    );
    this.#waiting.splice(Math.max(0, stale), 1);
  }

  async #flushAll(signal: AbortSignal): Promise<void> {
    while (this.#waiting.length > 0 && !signal.aborted) await this.#flush();
  }

  /** Sends the oldest events in one request. If the API is unavailable, throws and keeps them queued. */
  async #flush(): Promise<void> {
    const events = this.#nextEvents();
    if (events.length === 0) return;
    const response = await this.#post('events', {
      events,
      origin_id: this.#options.identity?.originId ?? null,
    });
    await response.body?.cancel();
    // Events that the API refused as invalid are not retried, because it would refuse them again.
    if (!response.ok && response.status >= 500)
      throw new Error(`the API answered ${response.status}`);
    if (!response.ok) this.#options.logger.error({ status: response.status }, 'events refused');
    const sent = new Set(events);
    this.#waiting = this.#waiting.filter((event) => !sent.has(event));
  }

  /** Returns the oldest events that fit into one request; at least one. */
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
      headers: this.#headers,
      signal: AbortSignal.timeout(CALL_MS_MAX),
    });
    if (!response.ok) throw new Error(`the API answered ${response.status}`);
    const body = RevocationsBody.parse(await response.json());
    this.#cursor = body.cursor;
    this.#options.revoke(body);
  }

  #identity() {
    const { identity } = this.#options;
    return {
      origin_id: identity?.originId,
      process_id: identity?.processId,
      origin_url: identity?.originUrl,
    };
  }

  #post(name: string, body: unknown, msMax = CALL_MS_MAX): Promise<Response> {
    return fetch(`${this.#base}/${name}`, {
      method: 'POST',
      headers: { ...this.#headers, 'content-type': 'application/json' },
      body: JSON.stringify(body),
      signal: AbortSignal.timeout(msMax),
    });
  }
}
