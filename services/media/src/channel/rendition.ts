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
  /** `''`: the stream itself. */
  readonly name: string;
  readonly channelId: string;
  readonly limits: WindowLimits;
  /** The disk of one folder of the channel. */
  readonly store: (folder: string) => SegmentStore;
  /** Segments are numbered from here at least. */
  readonly firstSequence: number;
  readonly timeline: ChannelTimeline;
  /** Returns the restored window of a folder; `null`: none. */
  readonly restored: (folder: string) => RestoredWindow | null;
  readonly siblings: (folder: string) => readonly RenditionState[];
  readonly onChange: () => void;
  /** Called for each part that is packaged from a publisher's pictures. */
  readonly onPart: () => void;
  /** Receive what this rendition's packager makes, after it. */
  readonly followers: readonly RenditionFollower[];
  /** `null`: sound is packaged without conversion. */
  readonly ffmpeg: Ffmpeg | null;
  readonly clock: Clock;
  readonly logger: Logger;
}

/** Makes other renditions or pictures of this one. */
export interface RenditionFollower extends Required<Omit<PackagerOutput, 'part'>> {
  /** @param mediaSequence number of the part's segment */
  part(part: CutPart, mediaSequence: number): void;
  sourceEnded(): void;
}

/** One rendition of a channel: its publisher, its picture track and its sound-only track. */
export class Rendition implements StreamSink {
  readonly name: string;
  readonly picture: Track;
  readonly sound: Track;
  readonly packager: Packager;
  readonly meter = new IngestMeter();
  readonly #soundIn: SoundOutlet;
  readonly #options: RenditionOptions;
  /** Sound alignment of the current publisher. */
  alignment = new SoundAlignment();
  #publisher: Publisher | null = null;
  #made = false;
  #fromLadder = false;
  #sinceMs: number;
  #latencyMs: number | null = null;
  /** The publisher's latest configurations, for a consumer that starts later. */
  #video: VideoConfig | null = null;
  #audio: AudioConfig | null = null;

  constructor(options: RenditionOptions) {
    const { name, channelId, limits, store, timeline, siblings, clock, logger } = options;
    this.name = name;
    this.#options = options;
    this.#sinceMs = clock.elapsedMs();
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
    this.picture = track(name);
    this.sound = track(soundFolder(name));
    this.packager = new Packager({
      output: {
        period: (one) => {
          this.#takePeriod(one);
          for (const follower of options.followers) follower.period(one);
        },
        part: (one) => {
          this.#takePart(one);
          options.onPart();
          const { newestSequence } = this.picture.window;
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
    // Every LL-HLS player supports AAC, but not every one supports Opus.
    this.#soundIn = new SoundOutlet({
      to: this.packager,
      codec: 'aac',
      ffmpeg: options.ffmpeg,
      heard: () => true,
      now: () => clock.elapsedMs(),
      logger,
    });
  }

  get publisher(): Publisher | null {
    return this.#publisher;
  }

  /** Whether its segments come from the ladder, now or when it was last live. */
  get isFromLadder(): boolean {
    return this.#fromLadder;
  }

  /** Whether it has a publisher or comes from the ladder now. */
  get isLive(): boolean {
    return this.#publisher !== null || this.#made;
  }

  /** Says whether the ladder makes this rendition now. */
  setMade(made: boolean): void {
    if (made === this.#made || this.#publisher !== null) return;
    this.#made = made;
    this.#fromLadder ||= made;
    this.#sinceMs = this.#options.clock.elapsedMs();
  }

  /** Where the ladder's segments go. */
  readonly ladderOutput: Omit<RungOutput, 'expect' | 'lose'> = {
    begin: (mediaSequence) => this.picture.window.continueAt(mediaSequence),
    period: (period) => this.#takePeriod(period),
    part: (part) => this.#takePart(part),
  };

  /** Elapsed time at which the publisher last attached or left. */
  get sinceMs(): number {
    return this.#sinceMs;
  }

  get videoSource(): VideoConfig | null {
    return this.#video;
  }

  get audioSource(): AudioConfig | null {
    return this.#audio;
  }

  /** Whether the publisher sends sound now. */
  get sounds(): boolean {
    return this.picture.window.currentPeriod?.sound != null;
  }

  attach(publisher: Publisher): void {
    this.#soundIn.end();
    this.packager.end();
    this.#video = null;
    this.#audio = null;
    this.#made = false;
    this.#fromLadder = false;
    const { window } = this.picture;
    // The ladder may have left a segment open.
    if (window.newest?.closed === false) window.continueAt(window.newestSequence + 1);
    this.#publisher = publisher;
    this.alignment = new SoundAlignment();
    this.#sinceMs = this.#options.clock.elapsedMs();
    this.meter.take(this.#sinceMs);
  }

  /** Detaches the publisher: closes the open period and keeps the playlists. */
  detach(): void {
    this.#publisher = null;
    this.#video = null;
    this.#audio = null;
    this.#sinceMs = this.#options.clock.elapsedMs();
    this.#soundIn.end();
    this.packager.end();
    for (const follower of this.#options.followers) follower.sourceEnded();
  }

  videoConfig(config: VideoConfig): void {
    this.#video = config;
    this.packager.videoConfig(config);
  }

  audioConfig(config: AudioConfig): void {
    this.#audio = config;
    this.#soundIn.audioConfig(config);
  }

  video(unit: VideoUnit): void {
    // Rates are those of the line: units that were held came earlier.
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
    this.picture.end();
    this.sound.end();
  }

  /** Milliseconds from a picture's arrival to its part's listing; `null` before the first. */
  get latencyMs(): number | null {
    return this.#latencyMs;
  }

  /** Returns the multivariant entry of the picture or the sound; `null` before the first complete segment. */
  variant(kind: Variant['kind']): Variant | null {
    const { window, folder } = kind === 'picture' ? this.picture : this.sound;
    const { currentPeriod: period } = window;
    const bandwidth = window.playable ? window.bandwidth() : null;
    if (period === null || bandwidth === null) return null;
    const frameRate = period.tracks.video.description.frameRate ?? this.meter.frameRate;
    return { folder, period, bandwidth, kind, frameRate };
  }

  #takePeriod(period: PackagedPeriod): void {
    this.picture.period(period);
    if (period.sound !== null) this.sound.period({ ...period, ...period.sound });
  }

  /** Adds the sound first, because the picture's playlist reports the position of the sound. */
  #takePart(part: PackagedPart): void {
    if (part.sound !== null)
      this.sound.part({ ...part, data: part.sound, independent: true, pictures: 0 });
    this.picture.part(part);
    const { newest } = this.picture.window;
    if (newest !== undefined && this.isLive) {
      const { clock } = this.#options;
      this.#latencyMs = Math.max(0, Math.round(clock.wallMs() - newest.endMs));
    }
    this.#options.onChange();
    this.sound.waitingRoom.wake();
    this.picture.waitingRoom.wake();
  }
}
