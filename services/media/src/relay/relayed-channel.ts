import { setTimeout as wait } from 'node:timers/promises';
import { internalHeaders } from '@sangwian/node-kit/internal-secret';
import type { Logger } from '@sangwian/node-kit/logger';
import type { Clock } from '../stream/clock.ts';
import { RtpFanout } from '../webrtc/rtp-fanout.ts';
import type { WatchedChannel } from '../webrtc/webrtc-sessions.ts';
import { UnitReader } from './unit-frames.ts';

/** An origin that has sent nothing for this long counts as lost, because it sends at least two frames a second. */
const SILENCE_MS_MAX = 2_000;
const RETRY_MS_MIN = 200;
const RETRY_MS_MAX = 2_000;
/** Time that the first viewers wait for the stream. */
const READY_MS_MAX = 3_000;
const KEY_FRAME_MS_MAX = 2_000;

export interface RelayedChannelOptions {
  readonly channelId: string;
  /** Returns the control URL of the channel at the process that publishes it now. @throws if no process does */
  readonly findSource: (channelId: string) => Promise<string>;
  /** `INTERNAL_SECRET` */
  readonly secret: string;
  readonly clock: Clock;
  readonly logger: Logger;
}

/**
 * A channel that another media process publishes. It is pulled once, and sent to the WebRTC viewers of this process.
 */
export class RelayedChannel implements WatchedChannel {
  readonly ended = false;
  readonly fanout: RtpFanout;
  readonly publisher = { requestKeyFrame: (): void => void this.#askKeyFrame() };
  readonly #options: RelayedChannelOptions;
  readonly #stopping = new AbortController();
  readonly #running: Promise<void>;
  #source: string | null = null;
  /** Ends the waiting of the first viewers. */
  readonly #tried = Promise.withResolvers<void>();

  constructor(options: RelayedChannelOptions) {
    this.#options = options;
    this.fanout = new RtpFanout(options.clock);
    this.#running = this.#run();
  }

  /** Whether the origin is sending. */
  get isPulling(): boolean {
    return this.fanout.refusal !== 'away';
  }

  /** Resolves once the stream has begun or was refused. */
  async ready(): Promise<void> {
    const late = wait(READY_MS_MAX, undefined, { ref: false });
    await Promise.race([this.#tried.promise, late]);
  }

  async stop(): Promise<void> {
    this.#stopping.abort();
    await this.#running;
  }

  /**
   * Pulls the channel until stopped. If another process takes the channel over, the next attempt connects to that
   * process.
   */
  async #run(): Promise<void> {
    const { logger, channelId } = this.#options;
    const { signal } = this.#stopping;
    let retryMs = RETRY_MS_MIN;
    while (!signal.aborted) {
      try {
        await this.#pull(() => {
          retryMs = RETRY_MS_MIN;
        });
      } catch (err) {
        if (!signal.aborted) logger.warn({ err, channel: channelId }, 'origin does not send');
      }
      this.fanout.end();
      this.#tried.resolve();
      await wait(retryMs, undefined, { signal }).catch(() => undefined);
      retryMs = Math.min(RETRY_MS_MAX, retryMs * 2);
    }
  }

  /** Reads units from the origin until the response ends or the origin is silent for too long. */
  async #pull(onBegun: () => void): Promise<void> {
    const { channelId, findSource } = this.#options;
    this.#source = await findSource(channelId);
    const silent = new AbortController();
    const timer = setTimeout(() => silent.abort(new Error('silent')), SILENCE_MS_MAX);
    try {
      const response = await fetch(`${this.#source}/units`, {
        headers: internalHeaders(this.#options.secret),
        signal: AbortSignal.any([this.#stopping.signal, silent.signal]),
      });
      if (response.status === 404) return void (await response.body?.cancel());
      if (!response.ok || response.body === null) throw new Error(`answered ${response.status}`);
      const reader = new UnitReader(this.fanout);
      for await (const chunk of response.body) {
        timer.refresh();
        reader.push(chunk);
        if (!this.isPulling) continue;
        onBegun();
        this.#tried.resolve();
      }
    } finally {
      clearTimeout(timer);
    }
  }

  async #askKeyFrame(): Promise<void> {
    if (this.#source === null) return;
    const signal = AbortSignal.timeout(KEY_FRAME_MS_MAX);
    const headers = internalHeaders(this.#options.secret);
    await fetch(`${this.#source}/key-frame`, { method: 'POST', headers, signal })
      .then((response) => response.body?.cancel())
      .catch((err: unknown) => this.#options.logger.debug({ err }, 'key frame not requested'));
  }
}
