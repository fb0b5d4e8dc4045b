import type { Logger } from '@sangwian/node-kit/logger';
import type { Viewer } from '../http/grant-checker.ts';
import { createChannelLadder } from '../ladder/channel-ladder.ts';
import type { ChannelLadder, LadderOptions } from '../ladder/ladder.ts';
import { ChannelTimeline } from '../packager/channel-timeline.ts';
import type { PackagerStats } from '../packager/packager.ts';
import { SegmentTarget } from '../packager/segment-target.ts';
import { renditionOf, siblingAddress } from '../playlist/addresses.ts';
import type { RenditionState } from '../playlist/media-playlist.ts';
import { buildMultivariant, type Variant } from '../playlist/multivariant-playlist.ts';
import type { PlaylistBody } from '../playlist/playlist-body.ts';
import { ChannelRestream } from '../restream/channel-restream.ts';
import type { Ffmpeg } from '../sound/ffmpeg.ts';
import type { Publisher, UnitSink } from '../stream/access-unit.ts';
import type { Clock } from '../stream/clock.ts';
import { linesOf } from '../stream/rendition-name.ts';
import { SignalSelector } from '../stream/signal-selector.ts';
import { ChannelThumbnails } from '../thumbnails/channel-thumbnails.ts';
import type { StillMaker } from '../thumbnails/still-maker.ts';
import type { RtpFanout } from '../webrtc/rtp-fanout.ts';
import type { WindowLimits } from '../window/live-window.ts';
import type { RestoredChannel } from '../window/restore-windows.ts';
import type { SegmentStore } from '../window/segment-store.ts';
import type { IngestRates } from './ingest-meter.ts';
import { PictureCoverage } from './picture-coverage.ts';
import { RealtimeRendition } from './realtime-rendition.ts';
import { Rendition, type RenditionFollower } from './rendition.ts';
import { createRenditionSink } from './rendition-sink.ts';
import type { Track } from './track.ts';

/** Renditions of one channel; each may take 40 MB. */
const RENDITIONS_MAX = 6;
/** While others are published, a rendition missing for this long is removed from the multivariant playlist. */
const GONE_AFTER_MS = 2_000;
/** The first multivariant request waits this long for renditions, because players read that playlist once. */
const GATHERING_MS = 3_000;

export interface ChannelOptions {
  readonly id: string;
  readonly limits: WindowLimits;
  /** Storage for the segments of one folder of the channel. */
  readonly store: (folder: string) => SegmentStore;
  /** The windows that an earlier process left on disk; `null`: none. */
  readonly restored: RestoredChannel | null;
  /** Returns the number of the next period. */
  readonly nextDiscontinuity: () => number;
  /** Lowest number of the first segment. */
  readonly firstSequence: number;
  readonly logger: Logger;
  readonly clock: Clock;
  /** `null`: WebRTC is unavailable. */
  readonly fanout: RtpFanout | null;
  /** `null`: audio is passed on without conversion. */
  readonly ffmpeg: Ffmpeg | null;
  /** `null`: no smaller renditions are made. */
  readonly ladder: LadderOptions | null;
  /** Called after the shown signal has changed from primary to backup, or back. */
  readonly onSwitch: () => void;
  /** `null`: no thumbnails are made. */
  readonly stills: StillMaker | null;
  /** Hosts in private networks that the stream may be sent on to. */
  readonly privateHosts: readonly string[];
}

/** One channel: its renditions, its viewers, and the rendition that WebRTC viewers receive. */
export class Channel {
  readonly id: string;
  readonly fanout: RtpFanout | null;
  /** The publishers of the primary and the backup signal. */
  readonly signals: SignalSelector;
  /** Transcodes smaller renditions; `null`: none are made. */
  readonly ladder: ChannelLadder | null;
  /** `null`: none are made. */
  readonly thumbnails: ChannelThumbnails | null;
  /** Sends the stream on to other servers. */
  readonly restream: ChannelRestream;
  /** Records when the channel had video. */
  readonly coverage = new PictureCoverage();
  readonly #options: ChannelOptions;
  readonly #timeline: ChannelTimeline;
  readonly #renditions = new Map<string, Rendition>();
  readonly #tracks = new Map<string, Track>();
  readonly #realtime: RealtimeRendition | null;
  #idleSinceMs: number;
  #liveSinceMs = 0;
  #multivariant: PlaylistBody | null = null;
  #readers: Viewer[] = [];
  #report = 1;
  #readersBefore = 0;

  constructor(options: ChannelOptions) {
    this.id = options.id;
    this.fanout = options.fanout;
    this.#options = options;
    const [known] = options.restored?.values() ?? [];
    this.#timeline = new ChannelTimeline(
      options.nextDiscontinuity,
      new SegmentTarget(known?.targetS ?? null),
    );
    this.#idleSinceMs = options.clock.elapsedMs();
    const { id, limits, stills, fanout, ffmpeg, clock, logger, privateHosts } = options;
    const { durationMsMax } = limits;
    this.thumbnails =
      stills && new ChannelThumbnails({ channelId: id, maker: stills, durationMsMax, logger });
    const now = () => clock.elapsedMs();
    this.restream = new ChannelRestream({ ffmpeg, privateHosts, now, logger });
    this.signals = new SignalSelector({
      channelId: options.id,
      attach: (publisher, onFailed) => this.#attach(publisher, onFailed),
      detach: (publisher) => this.#detach(publisher),
      onChange: options.onSwitch,
      ...{ now, logger },
    });
    this.#realtime =
      fanout === null ? null : new RealtimeRendition({ fanout, ffmpeg, now, logger });
    this.ladder =
      options.ladder === null
        ? null
        : createChannelLadder(options.ladder, {
            id: options.id,
            open: (name) => this.#open(name),
            source: () => this.#renditions.get(''),
            onListChange: () => {
              this.#multivariant = null;
            },
            ...{ now, logger },
          });
    for (const folder of options.restored?.keys() ?? []) this.#open(renditionOf(folder));
  }

  get renditions(): Iterable<Rendition> {
    return this.#renditions.values();
  }

  /** The lead: the best published rendition or, without a publisher, the best of all. */
  get lead(): Rendition | null {
    return this.#live[0] ?? this.#ranked()[0] ?? null;
  }

  /** The lead's publisher. */
  get publisher(): Publisher | null {
    return this.lead?.publisher ?? null;
  }

  /** Elapsed time at which the last publisher left; `null` while a publisher is connected. */
  get idleSinceMs(): number | null {
    return this.#live.length === 0 ? this.#idleSinceMs : null;
  }

  /** LL-HLS viewers: the count of the last report or of the one in progress, whichever is higher. */
  get viewers(): number {
    return Math.max(this.#readersBefore, this.#readers.length);
  }

  /** Current WebRTC viewers. */
  get realtimeViewers(): number {
    return this.fanout?.watchSessionIds.size ?? 0;
  }

  /** Whether the channel was closed permanently. */
  get ended(): boolean {
    const tracks = [...this.#tracks.values()];
    return tracks.length > 0 && tracks.every(({ window }) => window.ended);
  }

  /** Highest segment number of all playlists; 0 without one. */
  get mediaSequence(): number {
    return Math.max(0, ...Array.from(this.#tracks.values(), (one) => one.window.newestSequence));
  }

  get memoryBytes(): number {
    let bytes = 0;
    for (const { window } of this.#tracks.values()) bytes += window.memoryBytes;
    return bytes;
  }

  get #live(): readonly Rendition[] {
    return this.#ranked().filter(({ isLive }) => isLive);
  }

  rendition(name: string): Rendition | undefined {
    return this.#renditions.get(name);
  }

  /** Returns the track of a folder below the channel; `''` is the stream itself. */
  track(folder: string): Track | undefined {
    return this.#tracks.get(folder);
  }

  /** Whether this rendition may be published. */
  hasRoomFor(name: string): boolean {
    const published = [...this.#renditions.values()].filter(({ isFromLadder }) => !isFromLadder);
    return this.#renditions.has(name) || published.length < RENDITIONS_MAX;
  }

  /** Returns the body of `index.m3u8`; `null` before the first complete segment. */
  multivariant(): PlaylistBody | null {
    this.#multivariant ??= this.#buildMultivariant();
    return this.#multivariant;
  }

  /** Counts a viewer once in the report in progress. */
  count(viewer: Viewer): void {
    if (viewer.countedIn === this.#report) return;
    viewer.countedIn = this.#report;
    this.#readers.push(viewer);
  }

  /** Returns the watch sessions seen since the last call or connected by WebRTC. */
  takeReaders(): string[] {
    const readers = this.#readers;
    this.#readers = [];
    this.#readersBefore = readers.length;
    this.#report += 1;
    const seen = new Set(readers.map(({ watchSessionId }) => watchSessionId));
    for (const watchSessionId of this.fanout?.watchSessionIds ?? []) seen.add(watchSessionId);
    return [...seen];
  }

  /** Returns the lead's statistics; `null` before the first publisher. */
  stats(): PackagerStats | null {
    return this.lead?.packager.stats() ?? null;
  }

  /** Returns the lead's rates since the last call. */
  takeRates(): IngestRates | null {
    return this.lead?.meter.readAndReset(this.#options.clock.elapsedMs()) ?? null;
  }

  /** Retries every blocked request. */
  wake(): void {
    for (const { waitingRoom } of this.#tracks.values()) waitingRoom.wake();
  }

  /** Responds to expired blocked requests, and removes renditions whose publisher has not returned. */
  expire(nowMs: number): void {
    for (const { waitingRoom } of this.#tracks.values()) waitingRoom.expire(nowMs);
    const live = this.#live;
    for (const rendition of this.#renditions.values()) {
      const since = Math.max(rendition.providerChangedAtMs, this.#liveSinceMs);
      const late = live.length > 0 && nowMs - since > GONE_AFTER_MS;
      this.#setGone(rendition.videoTrack, late && !rendition.isLive);
      this.#setGone(rendition.audioTrack, late && !(rendition.isLive && rendition.hasAudio));
    }
  }

  /** Ends the playlists of the channel permanently. */
  end(): void {
    for (const rendition of this.#renditions.values()) {
      if (rendition.isFromLadder) this.ladder?.afterDrain(() => rendition.end());
      else rendition.end();
    }
  }

  /** Resolves when all writes have finished. */
  async settle(): Promise<void> {
    await Promise.all(Array.from(this.#tracks.values(), ({ window }) => window.settle()));
  }

  /** Ends the encoder processes of the ladder and the processes of restreaming. */
  async stop(): Promise<void> {
    await Promise.all([this.ladder?.stop(), this.restream.stop()]);
  }

  async dispose(): Promise<void> {
    await this.stop();
    await Promise.all(Array.from(this.#tracks.values(), (track) => track.dispose()));
  }

  /** Makes a publisher the source of its rendition; it replaces an earlier publisher. */
  #attach(publisher: Publisher, onFailed: () => void): UnitSink {
    const { clock, logger } = this.#options;
    const rendition = this.#open(publisher.rendition ?? '');
    if (this.#live.length === 0) this.#liveSinceMs = clock.elapsedMs();
    this.#realtime?.leave(rendition);
    rendition.attach(publisher);
    this.#updateLadder();
    this.#realtime?.choose(this.#live[0] ?? null);
    this.#multivariant = null;
    rendition.videoTrack.gone = false;
    rendition.audioTrack.gone = false;
    return createRenditionSink({
      ...{ rendition, publisher, realtime: this.#realtime },
      restream: this.restream.follow(publisher, () => this.lead === rendition),
      onFailed: (error) => {
        logger.error({ err: error, channel: this.id }, 'packaging failed');
        onFailed();
        publisher.close('packaging failed');
      },
    });
  }

  /** Ends a rendition whose publisher left. Closes open segments and keeps the playlists. */
  #detach(publisher: Publisher): void {
    const rendition = this.#renditions.get(publisher.rendition ?? '');
    if (rendition === undefined || rendition.publisher !== publisher) return;
    this.#idleSinceMs = this.#options.clock.elapsedMs();
    this.restream.leave(publisher);
    try {
      rendition.detach();
    } catch (error) {
      this.#options.logger.error({ err: error, channel: this.id }, 'stream close failed');
    }
    if (rendition.name === '')
      for (const one of this.#renditions.values()) one.setEncodedByLadder(false);
    this.#updateLadder();
    this.#multivariant = null;
    this.#realtime?.leave(rendition);
    this.#realtime?.choose(this.#live[0] ?? null);
  }

  /** The ladder runs only while the encoder sends a single rendition. */
  #updateLadder(): void {
    const published = [...this.#renditions.values()].filter(({ publisher }) => publisher !== null);
    this.ladder?.pause(published.some(({ name }) => name !== ''));
  }

  #setGone(track: Track, gone: boolean): void {
    if (track.gone === gone) return;
    track.gone = gone;
    this.#multivariant = null;
    track.waitingRoom.wake();
  }

  #open(name: string): Rendition {
    const known = this.#renditions.get(name);
    if (known !== undefined) return known;
    const { limits, store, firstSequence, clock, logger, ffmpeg } = this.#options;
    const rendition = new Rendition({
      name,
      channelId: this.id,
      limits,
      store,
      firstSequence,
      timeline: this.#timeline,
      restored: (folder) => this.#options.restored?.get(folder) ?? null,
      siblings: (folder) => this.#siblings(folder),
      onChange: () => this.#changed(),
      onPart: () => this.coverage.note(clock.wallMs()),
      followers: this.#followersOf(name),
      ffmpeg,
      clock,
      logger,
    });
    this.#renditions.set(name, rendition);
    for (const track of [rendition.videoTrack, rendition.audioTrack])
      this.#tracks.set(track.folder, track);
    return rendition;
  }

  #followersOf(name: string): RenditionFollower[] {
    const isLead = () => this.lead?.name === name;
    return [
      ...(name === '' && this.ladder !== null ? [this.ladder] : []),
      ...(this.thumbnails === null ? [] : [this.thumbnails.follow(isLead)]),
    ];
  }

  #ranked(): readonly Rendition[] {
    return [...this.#renditions.values()].sort((a, b) => linesOf(b.name) - linesOf(a.name));
  }

  /** The published renditions or, without a publisher, all of them, because their playlists stay available. */
  #offered(): readonly Rendition[] {
    const live = this.#live;
    return live.length > 0 ? live : this.#ranked();
  }

  #buildMultivariant(): PlaylistBody | null {
    const nowMs = this.#options.clock.elapsedMs();
    const offered = this.#offered();
    const coming = offered.some(
      ({ isLive, videoTrack, providerChangedAtMs }) =>
        isLive && !videoTrack.window.playable && nowMs - providerChangedAtMs < GATHERING_MS,
    );
    const pictures = offered.map((one) => one.variant('picture')).filter((one) => one !== null);
    if (coming || pictures.length === 0) return null;
    pictures.sort((a, b) => b.bandwidth.averageBps - a.bandwidth.averageBps);
    const sound = offered.find(({ hasAudio }) => hasAudio)?.variant('sound') ?? null;
    const variants: readonly Variant[] = sound === null ? pictures : [...pictures, sound];
    return buildMultivariant(variants);
  }

  /** Positions of the other playlists, for rendition reports. */
  #siblings(folder: string): readonly RenditionState[] {
    const offered = this.#offered();
    const audioTrack = offered.find(({ hasAudio }) => hasAudio)?.audioTrack;
    const tracks = offered.map(({ videoTrack }) => videoTrack);
    if (audioTrack !== undefined) tracks.push(audioTrack);
    return tracks
      .filter((track) => track.folder !== folder && track.window.playable)
      .map((track) => track.stateAt(siblingAddress(folder, track.folder)));
  }

  /** Invalidates the cached playlists after a rendition has got a new part. */
  #changed(): void {
    this.#multivariant = null;
    for (const { playlist } of this.#tracks.values()) playlist.invalidate();
  }
}
