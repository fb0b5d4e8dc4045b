import { every, type RepeatedTask } from '@sangwian/node-kit/every';
import type { WebRtcChannels } from '../webrtc/webrtc-sessions.ts';
import { RelayedChannel, type RelayedChannelOptions } from './relayed-channel.ts';

/** A channel without viewers is still pulled for this long, so that a viewer who reloads the page need not wait. */
export const UNWATCHED_MS_MAX = 10_000;
const SWEEP_EVERY_MS = 1_000;
/** Maximum number of channels pulled at once, because each takes the bit rate of its stream. */
const CHANNELS_MAX = 64;

export interface RelayedChannelsOptions extends Omit<RelayedChannelOptions, 'channelId'> {
  readonly unwatchedMsMax?: number;
}

/** The channels that this edge pulls. Each is pulled from its first viewer until it has had no viewers for a while. */
export class RelayedChannels implements WebRtcChannels {
  readonly #options: RelayedChannelsOptions;
  readonly #channels = new Map<string, { channel: RelayedChannel; watchedAtMs: number }>();
  readonly #sweeping: RepeatedTask;

  constructor(options: RelayedChannelsOptions) {
    this.#options = options;
    const { logger } = options;
    this.#sweeping = every(SWEEP_EVERY_MS, () => this.#sweep(), { name: 'relay_sweep', logger });
    this.#sweeping.start();
  }

  /** Number of channels that are being pulled. */
  get pulling(): number {
    return [...this.#channels.values()].filter(({ channel }) => channel.isPulling).length;
  }

  /** Watch sessions of the viewers, by channel. */
  get watchSessionIds(): ReadonlyMap<string, readonly string[]> {
    return new Map(
      Array.from(this.#channels, ([id, { channel }]) => [id, [...channel.fanout.watchSessionIds]]),
    );
  }

  get(channelId: string): RelayedChannel | undefined {
    return this.#channels.get(channelId)?.channel;
  }

  async prepare(channelId: string): Promise<void> {
    const nowMs = this.#options.clock.elapsedMs();
    let known = this.#channels.get(channelId);
    if (known === undefined) {
      if (this.#channels.size >= CHANNELS_MAX) return;
      known = { channel: new RelayedChannel({ ...this.#options, channelId }), watchedAtMs: nowMs };
      this.#channels.set(channelId, known);
    }
    known.watchedAtMs = nowMs;
    await known.channel.ready();
  }

  /** An edge publishes nothing. */
  refusalFor(): 'channels_full' {
    return 'channels_full';
  }

  open(): 'channels_full' {
    return 'channels_full';
  }

  async stop(): Promise<void> {
    await this.#sweeping.stop();
    await Promise.all(Array.from(this.#channels.values(), ({ channel }) => channel.stop()));
  }

  async #sweep(): Promise<void> {
    const { clock, unwatchedMsMax = UNWATCHED_MS_MAX } = this.#options;
    const nowMs = clock.elapsedMs();
    for (const [channelId, one] of [...this.#channels]) {
      if (one.channel.fanout.watched) one.watchedAtMs = nowMs;
      if (nowMs - one.watchedAtMs <= unwatchedMsMax) continue;
      this.#channels.delete(channelId);
      await one.channel.stop();
    }
  }
}
