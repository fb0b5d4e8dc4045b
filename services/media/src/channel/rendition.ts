import type { Logger } from '@sangwian/node-kit/logger';
import type { RungOutput } from '../ladder/rung.ts';
import type { ChannelTimeline } from '../packager/channel-timeline.ts';
import type {
  CutPart,
  PackagedPart,
  PackagedPeriod,
  PackagerOutput,
} from '../packager/packaged-part.ts';
import { Packager, type PackagerWarning } from '../packager/packager.ts';
import { soundFolder } from '../playlist/addresses.ts';
import type { RenditionState } from '../playlist/media-playlist.ts';
import type { Variant } from '../playlist/multivariant-playlist.ts';
import type { Ffmpeg } from '../sound/ffmpeg.ts';
import { SoundOutlet } from '../sound/sound-outlet.ts';
import type {
  AudioConfig,
  AudioUnit,
  Publisher,
  StreamSink,
  VideoConfig,
  VideoUnit,
} from '../stream/access-unit.ts';
import type { Clock } from '../stream/clock.ts';
import { SoundAlignment } from '../stream/sound-alignment.ts';
import type { WindowLimits } from '../window/live-window.ts';
import type { SegmentStore } from '../window/segment-store.ts';
import type { RestoredWindow } from '../window/window-journal.ts';
import { IngestMeter } from './ingest-meter.ts';
import { Track } from './track.ts';

export type StreamWarning = PackagerWarning | 'sound_clock_stepped';

export interface RenditionOptions {
  /** Name of the rendition; `''` for the source stream. */
  readonly name: string;
  readonly channelId: string;
  readonly limits: WindowLimits;
  /** Storage for the segments of one folder of the channel. */
  readonly store: (folder: string) => SegmentStore;
  /** The media sequence number of the first segment is at least this number. */
  readonly firstSequence: number;
  readonly timeline: ChannelTimeline;
  /** Returns the restored window of a folder; `null` if there is none. */
  readonly restored: (folder: string) => RestoredWindow | null;
  readonly siblings: (folder: string) => readonly RenditionState[];
  readonly onChange: () => void;
  /** Called for each part packaged from a publisher's units (not from the ladder). */
  readonly onPart: () => void;
  /** They receive the packager's output after the rendition has processed it. */
  readonly followers: readonly RenditionFollower[];
  /** `null`: audio is packaged without conversion. */
  readonly ffmpeg: Ffmpeg | null;
  readonly clock: Clock;
  readonly logger: Logger;
}

/** Derives other renditions or thumbnails from this rendition. */
export interface RenditionFollower extends Required<Omit<PackagerOutput, 'part'>> {
  /** @param mediaSequence number of the part's segment */
  part(part: CutPart, mediaSequence: number): void;
  sourceEnded(): void;
}

/** One rendition of a channel: its publisher, its video track and its audio-only track. */
export class Rendition implements StreamSink {
  readonly name: string;
  readonly videoTrack: Track;
  readonly audioTrack: Track;
  readonly packager: Packager;
  readonly meter = new IngestMeter();
  readonly #soundIn: SoundOutlet;
  readonly #options: RenditionOptions;
  /** Audio alignment of the current publisher. */
  alignment = new SoundAlignment();
  #publisher: Publisher | null = null;
  #isEncodedByLadder = false;
  #fromLadder = false;
  #providerChangedAtMs: number;
  #latencyMs: number | null = null;
  /** The publisher's latest codec configurations, for a consumer that starts later. */
  #latestVideoConfig: VideoConfig | null = null;
  #latestAudioConfig: AudioConfig | null = null;

  constructor(options: RenditionOptions) {
    const { name, channelId, limits, store, timeline, siblings, clock, logger } = options;
    this.name = name;
    this.#options = options;
    this.#providerChangedAtMs = clock.elapsedMs();
    const track = (folder: string): Track =>
      new Track({
        folder,
        limits,
        store: store(folder),
        startedMs: clock.wallMs(),
        firstSequence: options.firstSequence,
        target: timeline.segmentTarget,
        restored: options.restored(folder),
        siblings: () => siblings(folder),
        onStoreError: (error) =>
          logger.warn({ err: error, channel: channelId, folder }, 'rewind disk operation failed'),
      });
    this.videoTrack = track(name);
    this.audioTrack = track(soundFolder(name));
    this.packager = new Packager({
      output: {
        period: (one) => {
          this.#takePeriod(one);
          for (const follower of options.followers) follower.period(one);
        },
        part: (one) => {
          this.#takePart(one);
          options.onPart();
          const { newestSequence } = this.videoTrack.window;
          for (const follower of options.followers) follower.part(one, newestSequence);
        },
        picture: (one) => {
          for (const follower of options.followers) follower.picture(one);
        },
      },
      timeline,
      rendition: name,
      now: () => clock.wallMs(),
    });
    // Opus is converted to AAC, because not every LL-HLS player supports Opus.
    this.#soundIn = new SoundOutlet({
      to: this.packager,
      codec: 'aac',
      ffmpeg: options.ffmpeg,
      hasListeners: () => true,
      now: () => clock.elapsedMs(),
      logger,
    });
  }

  get publisher(): Publisher | null {
    return this.#publisher;
  }

  /** Whether the ladder provides this rendition or, while the rendition is not live, provided it last. */
  get isFromLadder(): boolean {
    return this.#fromLadder;
  }

  /** Whether a publisher or the ladder provides this rendition now. */
  get isLive(): boolean {
    return this.#publisher !== null || this.#isEncodedByLadder;
  }

  /** Sets whether the ladder provides this rendition now. */
  setEncodedByLadder(isEncoded: boolean): void {
    if (isEncoded === this.#isEncodedByLadder || this.#publisher !== null) return;
    this.#isEncodedByLadder = isEncoded;
    this.#fromLadder ||= isEncoded;
    this.#providerChangedAtMs = this.#options.clock.elapsedMs();
  }

  /** Receives the ladder's segments and adds them to the tracks. */
  readonly ladderOutput: Omit<RungOutput, 'expect' | 'lose'> = {
    begin: (mediaSequence) => this.videoTrack.window.continueAt(mediaSequence),
    period: (period) => this.#takePeriod(period),
    part: (part) => this.#takePart(part),
  };

  /** Elapsed time at which a publisher or the ladder last started or stopped providing this rendition. */
  get providerChangedAtMs(): number {
    return this.#providerChangedAtMs;
  }

  get latestVideoConfig(): VideoConfig | null {
    return this.#latestVideoConfig;
  }

  get latestAudioConfig(): AudioConfig | null {
    return this.#latestAudioConfig;
  }

  /** Whether the publisher sends audio now. */
  get hasAudio(): boolean {
    return this.videoTrack.window.currentPeriod?.sound != null;
  }

  attach(publisher: Publisher): void {
    this.#soundIn.end();
    this.packager.end();
    this.#latestVideoConfig = null;
    this.#latestAudioConfig = null;
    this.#isEncodedByLadder = false;
    this.#fromLadder = false;
    const { window } = this.videoTrack;
    // If the ladder left a segment open, the window is emptied and continues with the next number.
    if (window.newest?.closed === false) window.continueAt(window.newestSequence + 1);
    this.#publisher = publisher;
    this.alignment = new SoundAlignment();
    this.#providerChangedAtMs = this.#options.clock.elapsedMs();
    this.meter.readAndReset(this.#providerChangedAtMs);
  }

  /** Detaches the publisher: closes the open period and keeps the playlists. */
  detach(): void {
    this.#publisher = null;
    this.#latestVideoConfig = null;
    this.#latestAudioConfig = null;
    this.#providerChangedAtMs = this.#options.clock.elapsedMs();
    this.#soundIn.end();
    this.packager.end();
    for (const follower of this.#options.followers) follower.sourceEnded();
  }

  videoConfig(config: VideoConfig): void {
    this.#latestVideoConfig = config;
    this.packager.videoConfig(config);
  }

  audioConfig(config: AudioConfig): void {
    this.#latestAudioConfig = config;
    this.#soundIn.audioConfig(config);
  }

  video(unit: VideoUnit): void {
    // Units that were held back arrived earlier. The meter measures the rate at which the connection delivers units now.
    if (unit.heldMs === undefined) this.meter.video(unit);
    this.packager.video(unit);
  }

  audio(unit: AudioUnit): void {
    if (unit.heldMs === undefined) this.meter.audio(unit);
    this.#soundIn.audio(unit);
  }

  /** Warnings for the encoder's operator. */
  get warnings(): readonly StreamWarning[] {
    const { warnings } = this.packager.stats();
    return this.alignment.steps === 0 ? warnings : [...warnings, 'sound_clock_stepped'];
  }

  /** Ends both playlists permanently. */
  end(): void {
    this.videoTrack.end();
    this.audioTrack.end();
  }

  /** Milliseconds from the arrival of a frame until its part is listed; `null` before the first part. */
  get latencyMs(): number | null {
    return this.#latencyMs;
  }

  /** Returns the variant of the video or the audio-only track; `null` before its first complete segment. */
  variant(kind: Variant['kind']): Variant | null {
    const { window, folder } = kind === 'picture' ? this.videoTrack : this.audioTrack;
    const { currentPeriod: period } = window;
    const bandwidth = window.playable ? window.bandwidth() : null;
    if (period === null || bandwidth === null) return null;
    const frameRate = period.tracks.video.description.frameRate ?? this.meter.frameRate;
    return { folder, period, bandwidth, kind, frameRate };
  }

  #takePeriod(period: PackagedPeriod): void {
    this.videoTrack.period(period);
    if (period.sound !== null) this.audioTrack.period({ ...period, ...period.sound });
  }

  /** Adds the audio-only part first, because the video playlist reports the position of the audio playlist. */
  #takePart(part: PackagedPart): void {
    if (part.sound !== null)
      this.audioTrack.part({ ...part, data: part.sound, independent: true, pictures: 0 });
    this.videoTrack.part(part);
    const { newest } = this.videoTrack.window;
    if (newest !== undefined && this.isLive) {
      const { clock } = this.#options;
      this.#latencyMs = Math.max(0, Math.round(clock.wallMs() - newest.endMs));
    }
    this.#options.onChange();
    this.audioTrack.waitingRoom.wake();
    this.videoTrack.waitingRoom.wake();
  }
}
