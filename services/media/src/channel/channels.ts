import { every, type RepeatedTask } from '@sangwian/node-kit/every';
import type { Logger } from '@sangwian/node-kit/logger';
import type { MediaEvent } from '../api-client.ts';
import type { ChannelReport } from '../http/control.ts';
import type { LadderOptions } from '../ladder/ladder.ts';
import type { LadderAbsence } from '../ladder/open-ladder.ts';
import type { HeldChannel } from '../lease/channel-leases.ts';
import type { Ffmpeg } from '../sound/ffmpeg.ts';
import {
  type Channels,
  type OpenRefusal,
  PUBLISHER_STALE_MS,
  type Publisher,
  type StreamSink,
} from '../stream/access-unit.ts';
import { type Clock, SYSTEM_CLOCK } from '../stream/clock.ts';
import { RENDITION_PATTERN } from '../stream/rendition-name.ts';
import { type SignalInput, signalOf } from '../stream/signal-input.ts';
import type { SignalName } from '../stream/signal-rule.ts';
import type { StillMaker } from '../thumbnails/still-maker.ts';
import { RtpFanout } from '../webrtc/rtp-fanout.ts';
import type { WindowLimits } from '../window/live-window.ts';
import type { RestoredChannel } from '../window/restore-windows.ts';
import { CHANNEL_ID_PATTERN, type SegmentStore } from '../window/segment-store.ts';
import { Channel } from './channel.ts';
import { pictureEvents, readersEvents } from './readers-events.ts';
import type { StreamWarning } from './rendition.ts';
import { statsEvent } from './stats-event.ts';

/** Channels of one process; each may take 40 MB. */
export const CHANNELS_MAX = 64;
/** A channel without a publisher is removed after this long, with its rewind. */
export const CHANNEL_IDLE_MS_MAX = 2 * 60 * 60 * 1000;
/** It may be removed after this long, to make room for a new channel. Encoders reconnect sooner. */
const CHANNEL_KEPT_MS_MIN = 10 * 60 * 1000;
const REPORT_EVERY_MS = 5_000;
/** Interval at which expired blocked requests are answered. */
const EXPIRE_EVERY_MS = 250;
/** Interval at which failed signals are noticed. */
const SIGNALS_EVERY_MS = 100;
/** Delay between a takeover and its report, so that the rates of the new signal are measured. */
const SWITCH_REPORT_MS = 1_000;

const WARNING_SENTENCES: Readonly<Record<StreamWarning, string>> = {
  key_frames_far_apart:
    'key frames are more than 4 s apart: viewers who join wait for the next key frame',
  sound_late: 'audio arrives more than 0.5 s after its video: latency grows by as much',
  sound_clock_stepped: 'the audio or video clock jumped: audio was realigned with the video',
  timestamps_jumped: 'timestamps jumped: a new period began',
};

/** The position of a publisher on its channel. */
interface Place {
  readonly rendition: string;
  readonly signal: SignalName;
  readonly standby: boolean;
}

const placeOf = (publisher: Publisher): Place => ({
  rendition: publisher.rendition ?? '',
  signal: signalOf(publisher),
  standby: publisher.standby,
});

/** Returns the publishers that a new one would replace: those at the same place, and all if one is a standby. */
const holdersOf = (channel: Channel, { rendition, signal, standby }: Place): SignalInput[] =>
  channel.signals.inputs.filter(
    (input) =>
      (input.rendition === rendition && input.signal === signal) ||
      standby ||
      input.publisher.standby,
  );

export interface StreamChannelsOptions {
  readonly limits: WindowLimits;
  readonly store: (channelId: string, folder: string) => SegmentStore;
  /** Returns the number of a channel's next period. */
  readonly nextDiscontinuity: (channelId: string) => number;
  /** Lowest segment number of a new channel. */
  readonly firstSequence: (channelId: string) => number;
  readonly reportEvent: (event: MediaEvent) => void;
  /** Called before the segments of a channel are removed. They are kept until the promise resolves. */
  readonly beforeRemoval?: (channel: Channel) => Promise<void>;
  readonly logger: Logger;
  readonly clock?: Clock;
  /** Whether channels can be watched by WebRTC. */
  readonly realtime: boolean;
  /** `null`: audio is passed on without conversion. */
  readonly ffmpeg: Ffmpeg | null;
  /** `null`: no smaller renditions are made. */
  readonly ladder: LadderOptions | null;
  /** The reason why no smaller renditions are made, for reports. */
  readonly ladderAbsence?: LadderAbsence | null;
  /** `null`: no thumbnails are made. */
  readonly stills: StillMaker | null;
  /** Hosts in private networks that streams may be sent on to. */
  readonly privateHosts?: readonly string[];
}

/** The channels of this process. Admits publishers, and reports events to the API. */
export class StreamChannels implements Channels {
  readonly #options: StreamChannelsOptions;
  readonly #clock: Clock;
  readonly #channels = new Map<string, Channel>();
  readonly #warned = new Map<string, readonly StreamWarning[]>();
  /** Elapsed times of takeovers that have not been reported yet. */
  readonly #switched = new Map<string, number>();
  readonly #polls: readonly RepeatedTask[];

  constructor(options: StreamChannelsOptions) {
    this.#options = options;
    this.#clock = options.clock ?? SYSTEM_CLOCK;
    const { logger } = options;
    this.#polls = [
      every(REPORT_EVERY_MS, () => this.#report(), { name: 'channel_report', logger }),
      every(EXPIRE_EVERY_MS, () => this.#expire(), { name: 'channel_expiry', logger }),
      every(SIGNALS_EVERY_MS, () => this.#checkSignals(), { name: 'signal_check', logger }),
    ];
  }

  /** Restores the windows of an earlier process. */
  restore(channels: ReadonlyMap<string, RestoredChannel>): void {
    for (const [channelId, restored] of channels) {
      if (this.#channels.size >= CHANNELS_MAX) return;
      this.#make(channelId, restored);
      this.#options.logger.info({ channel: channelId }, 'rewind restored');
    }
  }

  start(): void {
    for (const poll of this.#polls) poll.start();
  }

  /** Disconnects every publisher. Resolves when everything that a restart needs is on disk. */
  async stop(): Promise<void> {
    await Promise.all(this.#polls.map((poll) => poll.stop()));
    for (const channel of this.#channels.values())
      for (const { publisher } of channel.signals.inputs)
        publisher.close('the media process is stopping');
    await Promise.all(Array.from(this.#channels.values(), (channel) => channel.stop()));
    await Promise.all(Array.from(this.#channels.values(), (channel) => channel.settle()));
  }

  get(channelId: string): Channel | undefined {
    return this.#channels.get(channelId);
  }

  values(): Iterable<Channel> {
    return this.#channels.values();
  }

  open(publisher: Publisher): StreamSink | OpenRefusal {
    const { channelId, rendition = '' } = publisher;
    if (
      !CHANNEL_ID_PATTERN.test(channelId) ||
      !(rendition === '' || RENDITION_PATTERN.test(rendition))
    ) {
      this.#options.logger.error('invalid channel or rendition name');
      return 'name_invalid';
    }
    const channel = this.#openChannel(channelId);
    if (channel === null) return 'channels_full';
    const place = placeOf(publisher);
    const refusal = this.#refusalOf(channel, place);
    if (refusal !== null) return refusal;
    for (const { publisher: holder } of holdersOf(channel, place)) {
      channel.signals.remove(holder);
      this.#reportEnded(channel);
      holder.close('another publisher took over');
    }
    const isFirst = channel.publisher === null;
    const sink = channel.signals.open(publisher, () => this.#reportEnded(channel));
    const { protocol } = publisher;
    const { signal } = place;
    this.#options.logger.info({ channel: channelId, rendition, signal, protocol }, 'publishing');
    if (!isFirst) return sink;
    this.#options.reportEvent({
      type: 'publish_started',
      at: this.#at(),
      channel_id: channelId,
      protocol: publisher.protocol,
      remote_address: publisher.remoteAddress,
    });
    return sink;
  }

  /** Returns why a regular (not standby) publisher would be refused now; `null` if it would be accepted. */
  refusalFor(channelId: string, rendition: string, signal: SignalName): OpenRefusal | null {
    const channel = this.#channels.get(channelId);
    if (channel !== undefined)
      return this.#refusalOf(channel, { rendition, signal, standby: false });
    return this.#hasRoom() ? null : 'channels_full';
  }

  /** Closes a channel permanently: disconnects its publishers, ends its playlists. `false` for an unknown channel. */
  close(channelId: string): boolean {
    const channel = this.#channels.get(channelId);
    if (channel === undefined) return false;
    this.#disconnect(channel, 'the channel was closed');
    channel.end();
    return true;
  }

  /** Disconnects publishers and removes playlists of a channel that another process has claimed. */
  drop(channelId: string): void {
    const channel = this.#channels.get(channelId);
    if (channel === undefined) return;
    this.#disconnect(channel, 'another media process took over');
    this.#remove(channel);
  }

  /** Returns the state of a channel for its lease report; `null` for an unknown channel. */
  inspect(channelId: string): HeldChannel | null {
    const channel = this.#channels.get(channelId);
    if (channel === undefined) return null;
    const { publisher, mediaSequence } = channel;
    const newest = Math.max(...channel.signals.inputs.map(({ lastUnitMs }) => lastUnitMs));
    const silentMs = publisher === null ? null : this.#clock.elapsedMs() - newest;
    return { silentMs, standby: publisher?.standby === true, mediaSequence };
  }

  report(): ChannelReport[] {
    return Array.from(this.#channels.values(), (channel) => {
      const { lead } = channel;
      const period = lead?.videoTrack.window.currentPeriod;
      const picture = period?.tracks.video.description;
      return {
        channel_id: channel.id,
        live: channel.publisher !== null,
        playable: lead?.videoTrack.window.playable ?? false,
        renditions: Array.from(channel.renditions)
          .filter(({ isLive }) => isLive)
          .map(({ name }) => name),
        protocol: channel.publisher?.protocol ?? null,
        codecs: period?.codecs ?? null,
        width: picture?.width ?? null,
        height: picture?.height ?? null,
        viewers: channel.viewers + channel.realtimeViewers,
        latency_ms: lead?.latencyMs ?? null,
        ladder: {
          rungs: channel.ladder?.state.rungs ?? [],
          dropped: channel.ladder?.state.dropped ?? [],
        },
      };
    });
  }

  /** Retries every blocked request, because a grant was revoked. */
  wake(): void {
    for (const channel of this.#channels.values()) channel.wake();
  }

  /** Shows the primary signal again. Returns `unhealthy` if it is disconnected, silent or already shown. */
  returnToPrimary(channelId: string): 'accepted' | 'unhealthy' | 'unknown' {
    const channel = this.#channels.get(channelId);
    if (channel === undefined) return 'unknown';
    return channel.signals.requestReturn() ? 'accepted' : 'unhealthy';
  }

  #disconnect(channel: Channel, reason: string): void {
    for (const { publisher } of channel.signals.inputs) {
      channel.signals.remove(publisher);
      this.#reportEnded(channel);
      publisher.close(reason);
    }
  }

  #refusalOf(channel: Channel, place: Place): OpenRefusal | null {
    if (!channel.hasRoomFor(place.rendition)) return 'renditions_full';
    const holders = holdersOf(channel, place);
    return holders.every((holder) => this.#givesWay(holder, place.standby)) ? null : 'taken';
  }

  /** Returns whether another channel fits, after removing the longest idle one if necessary. */
  #hasRoom(): boolean {
    return this.#channels.size < CHANNELS_MAX || this.#longestIdle() !== undefined;
  }

  #longestIdle(): Channel | undefined {
    const now = this.#clock.elapsedMs();
    let longest: Channel | undefined;
    for (const channel of this.#channels.values()) {
      if (channel.idleSinceMs === null || now - channel.idleSinceMs < CHANNEL_KEPT_MS_MIN) continue;
      if (channel.idleSinceMs < (longest?.idleSinceMs ?? Number.POSITIVE_INFINITY))
        longest = channel;
    }
    return longest;
  }

  #givesWay({ publisher, lastUnitMs }: SignalInput, toStandby: boolean): boolean {
    const stale = this.#clock.elapsedMs() - lastUnitMs >= PUBLISHER_STALE_MS;
    return stale || (publisher.standby && !toStandby);
  }

  /** Returns the channel; creates it if it is new or was closed permanently. */
  #openChannel(channelId: string): Channel | null {
    const known = this.#channels.get(channelId);
    if (known !== undefined && !known.ended) return known;
    if (known === undefined && !this.#hasRoom()) {
      this.#options.logger.error({ channels: this.#channels.size }, 'too many channels');
      return null;
    }
    const leaving = known ?? (this.#channels.size < CHANNELS_MAX ? undefined : this.#longestIdle());
    if (leaving !== undefined) this.#remove(leaving);
    return this.#make(channelId, null);
  }

  #make(channelId: string, restored: RestoredChannel | null): Channel {
    const { limits, store, logger, nextDiscontinuity, firstSequence, realtime } = this.#options;
    const { ffmpeg, ladder, stills, privateHosts = [] } = this.#options;
    const channel = new Channel({
      id: channelId,
      limits,
      store: (folder) => store(channelId, folder),
      restored,
      nextDiscontinuity: () => nextDiscontinuity(channelId),
      firstSequence: firstSequence(channelId),
      logger,
      clock: this.#clock,
      fanout: realtime ? new RtpFanout(this.#clock) : null,
      ...{ ffmpeg, ladder, stills, privateHosts },
      onSwitch: () => this.#switched.set(channelId, this.#clock.elapsedMs()),
    });
    this.#channels.set(channelId, channel);
    return channel;
  }

  #remove(channel: Channel): void {
    this.#channels.delete(channel.id);
    this.#warned.delete(channel.id);
    this.#switched.delete(channel.id);
    const { beforeRemoval = async () => {}, logger } = this.#options;
    beforeRemoval(channel)
      .catch((error: unknown) => logger.error({ err: error }, 'rest of the recording lost'))
      .then(() => channel.dispose())
      .catch((error: unknown) => logger.warn({ err: error }, 'removal of the rewind failed'));
  }

  #expire(): void {
    const now = this.#clock.elapsedMs();
    for (const channel of this.#channels.values()) {
      channel.expire(now);
      const { idleSinceMs } = channel;
      if (idleSinceMs !== null && now - idleSinceMs > CHANNEL_IDLE_MS_MAX) this.#remove(channel);
    }
  }

  /** Applies the takeover rule, and reports each takeover once the rates of the new signal are measured. */
  #checkSignals(): void {
    const nowMs = this.#clock.elapsedMs();
    for (const channel of this.#channels.values()) {
      channel.signals.check();
      const switchedMs = this.#switched.get(channel.id);
      if (switchedMs === undefined || nowMs - switchedMs < SWITCH_REPORT_MS) continue;
      this.#switched.delete(channel.id);
      if (channel.publisher !== null) this.#reportStats(channel);
    }
  }

  #report(): void {
    for (const channel of this.#channels.values()) {
      const readers = channel.takeReaders();
      for (const event of readersEvents(channel.id, readers, this.#at()))
        this.#options.reportEvent(event);
      const spans = pictureEvents(channel.id, channel.coverage.readAndReset(), this.#at());
      for (const event of spans) this.#options.reportEvent(event);
      if (channel.publisher !== null) this.#reportStats(channel);
    }
  }

  #reportStats(channel: Channel): void {
    const { ladderAbsence = null } = this.#options;
    const event = statsEvent(channel, this.#at(), this.#warn(channel), ladderAbsence);
    if (event !== null) this.#options.reportEvent(event);
  }

  /** Returns the warnings about the lead's publisher. Logs each warning once, when it begins. */
  #warn(channel: Channel): readonly StreamWarning[] {
    const warnings = channel.lead?.warnings ?? [];
    const known = this.#warned.get(channel.id) ?? [];
    for (const warning of warnings) {
      if (!known.includes(warning))
        this.#options.logger.warn({ channel: channel.id, warning }, WARNING_SENTENCES[warning]);
    }
    this.#warned.set(channel.id, warnings);
    return warnings;
  }

  /** Reports the end of the last rendition only, because the API knows one publisher per channel. */
  #reportEnded(channel: Channel): void {
    const { id, publisher } = channel;
    this.#options.logger.info({ channel: id, last: publisher === null }, 'publisher ended');
    if (publisher !== null) return;
    this.#options.reportEvent({ type: 'publish_ended', at: this.#at(), channel_id: id });
  }

  #at(): string {
    return new Date(this.#clock.wallMs()).toISOString();
  }
}
