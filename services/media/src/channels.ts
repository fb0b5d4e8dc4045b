import type { Logger } from '@sangwian/node-kit/logger';
import type { MediaEvent } from './api-client.ts';
import { Channel } from './channel.ts';
import type { ChannelReport } from './http/control.ts';
import {
  type Channels,
  PUBLISHER_STALE_MS,
  type Publisher,
  type StreamSink,
} from './stream/access-unit.ts';
import { type Clock, SYSTEM_CLOCK } from './stream/clock.ts';
import { RtpFanout } from './webrtc/rtp-fanout.ts';
import type { WindowLimits } from './window/live-window.ts';
import { CHANNEL_ID_PATTERN, type SegmentStore } from './window/segment-store.ts';

/** Channels of one process; each may take 40 MB. */
const CHANNELS_MAX = 64;
/** A channel that nobody publishes is forgotten after this long, with its rewind. */
const CHANNEL_IDLE_MS_MAX = 2 * 60 * 60 * 1000;
const REPORT_EVERY_MS = 5_000;
/** Waiting requests are looked at this often for those whose time is over. */
const EXPIRE_EVERY_MS = 250;
/** Ids in one event: a call's body stays below the API's limit. */
const READERS_PER_EVENT_MAX = 1_000;

export interface StreamChannelsOptions {
  readonly limits: WindowLimits;
  readonly store: (channelId: string) => SegmentStore;
  /** The number of a channel's next stretch. */
  readonly nextDiscontinuity: (channelId: string) => number;
  readonly tell: (event: MediaEvent) => void;
  readonly logger: Logger;
  readonly clock?: Clock;
  /** Whether channels are watched by WebRTC, too. */
  readonly realtime: boolean;
}

/** The channels of this process: who publishes each, and what the API is told of them. */
export class StreamChannels implements Channels {
  readonly #options: StreamChannelsOptions;
  readonly #clock: Clock;
  readonly #channels = new Map<string, Channel>();
  #timers: NodeJS.Timeout[] = [];

  constructor(options: StreamChannelsOptions) {
    this.#options = options;
    this.#clock = options.clock ?? SYSTEM_CLOCK;
  }

  start(): void {
    this.#timers = [
      setInterval(() => this.#report(), REPORT_EVERY_MS),
      setInterval(() => this.#expire(), EXPIRE_EVERY_MS),
    ];
  }

  stop(): void {
    for (const timer of this.#timers) clearInterval(timer);
    for (const { publisher } of this.#channels.values())
      publisher?.close('the media process is stopping');
  }

  get(channelId: string): Channel | undefined {
    return this.#channels.get(channelId);
  }

  values(): Iterable<Channel> {
    return this.#channels.values();
  }

  open(publisher: Publisher): StreamSink | null {
    const { channelId } = publisher;
    if (!CHANNEL_ID_PATTERN.test(channelId)) {
      this.#options.logger.error('a channel of that name cannot be opened');
      return null;
    }
    const channel = this.#openChannel(channelId);
    if (channel === null) return null;
    const holder = channel.publisher;
    if (holder !== null) {
      if (!this.#givesWay(channel, holder, publisher.standby)) return null;
      channel.detach(holder);
      this.#tellEnded(channelId);
      holder.close('another publisher took over');
    }
    const sink = channel.attach(publisher, () => this.#tellEnded(channelId));
    this.#options.logger.info({ channel: channelId, protocol: publisher.protocol }, 'publishing');
    this.#options.tell({
      type: 'publish_started',
      at: this.#at(),
      channel_id: channelId,
      protocol: publisher.protocol,
      remote_address: publisher.remoteAddress,
    });
    return sink;
  }

  /** Whether a publisher who is no standby would be let in now. */
  isFree(channelId: string): boolean {
    const channel = this.#channels.get(channelId);
    const holder = channel?.publisher;
    if (channel === undefined || holder === undefined || holder === null) return true;
    return this.#givesWay(channel, holder, false);
  }

  /** Ends a channel for good: its publisher goes, its playlist ends. `false` where there is none. */
  close(channelId: string): boolean {
    const channel = this.#channels.get(channelId);
    if (channel === undefined) return false;
    const { publisher } = channel;
    if (publisher !== null) {
      channel.detach(publisher);
      this.#tellEnded(channelId);
      publisher.close('the channel was closed');
    }
    channel.window.end();
    return true;
  }

  report(): ChannelReport[] {
    return Array.from(this.#channels.values(), (channel) => {
      const stretch = channel.window.currentStretch;
      const picture = stretch?.tracks.video.description;
      return {
        channel_id: channel.id,
        live: channel.publisher !== null,
        playable: channel.window.playable,
        protocol: channel.publisher?.protocol ?? null,
        codecs: stretch?.codecs ?? null,
        width: picture?.width ?? null,
        height: picture?.height ?? null,
        viewers: channel.viewers + channel.realtimeViewers,
        latency_ms: channel.latencyMs,
      };
    });
  }

  /** Looks at every waiting request again: a grant of theirs has died. */
  wake(): void {
    for (const channel of this.#channels.values()) channel.waiting.wake();
  }

  #givesWay(channel: Channel, holder: Publisher, toStandby: boolean): boolean {
    const stale = this.#clock.elapsedMs() - channel.lastUnitMs >= PUBLISHER_STALE_MS;
    return stale || (holder.standby && !toStandby);
  }

  /** The channel, made where it is new, or made anew after it was closed for good. */
  #openChannel(channelId: string): Channel | null {
    const known = this.#channels.get(channelId);
    if (known !== undefined && !known.window.ended) return known;
    if (known === undefined && this.#channels.size >= CHANNELS_MAX) {
      this.#options.logger.error({ channels: this.#channels.size }, 'too many channels');
      return null;
    }
    if (known !== undefined) this.#forget(known);
    const { limits, store, logger, nextDiscontinuity, realtime } = this.#options;
    const channel = new Channel({
      id: channelId,
      limits,
      store: store(channelId),
      nextDiscontinuity: () => nextDiscontinuity(channelId),
      logger,
      clock: this.#clock,
      fanout: realtime ? new RtpFanout(this.#clock) : null,
    });
    this.#channels.set(channelId, channel);
    return channel;
  }

  #forget(channel: Channel): void {
    this.#channels.delete(channel.id);
    channel.waiting.expire(Number.POSITIVE_INFINITY);
    channel.window
      .dispose()
      .catch((error: unknown) =>
        this.#options.logger.warn({ err: error }, 'a rewind was not removed'),
      );
  }

  #expire(): void {
    const now = this.#clock.elapsedMs();
    for (const channel of this.#channels.values()) {
      channel.waiting.expire(now);
      const { idleSinceMs } = channel;
      if (idleSinceMs !== null && now - idleSinceMs > CHANNEL_IDLE_MS_MAX) this.#forget(channel);
    }
  }

  #report(): void {
    for (const channel of this.#channels.values()) {
      const readers = channel.takeReaders();
      for (let from = 0; from < readers.length; from += READERS_PER_EVENT_MAX) {
        this.#options.tell({
          type: 'readers',
          at: this.#at(),
          channel_id: channel.id,
          watch_session_ids: readers.slice(from, from + READERS_PER_EVENT_MAX),
        });
      }
      if (channel.publisher !== null) this.#tellStats(channel);
    }
  }

  #tellStats(channel: Channel): void {
    const { video, audio, keyFrameIntervalMs, picturesDropped, audioFramesDropped } =
      channel.stats();
    const rates = channel.takeRates();
    this.#options.tell({
      type: 'stream_stats',
      at: this.#at(),
      channel_id: channel.id,
      video:
        video === null
          ? null
          : {
              codec: video.codec,
              width: video.width,
              height: video.height,
              frame_rate: rates.frameRate ?? video.frameRate,
              bitrate_bps: rates.videoBps,
              key_frame_interval_ms: keyFrameIntervalMs,
            },
      audio:
        audio === null
          ? null
          : {
              codec: audio.codec,
              sample_rate_hz: audio.sampleRateHz,
              channels: audio.channels,
              bitrate_bps: rates.audioBps,
            },
      dropped_frames: picturesDropped + audioFramesDropped,
      latency_ms: channel.latencyMs,
      viewers: { hls: channel.viewers, webrtc: channel.realtimeViewers },
    });
  }

  #tellEnded(channelId: string): void {
    this.#options.logger.info({ channel: channelId }, 'the publisher is gone');
    this.#options.tell({ type: 'publish_ended', at: this.#at(), channel_id: channelId });
  }

  #at(): string {
    return new Date(this.#clock.wallMs()).toISOString();
  }
}
