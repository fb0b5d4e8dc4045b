import { type Tracks, writeInitSegment } from '../cmaf/init-segment.ts';
import { type AudioFormat, frameSamplesOf } from '../codec/audio-format.ts';
import { type AvcDescription, describeAvc } from '../codec/avc-record.ts';
import {
  type AudioConfig,
  type AudioUnit,
  CLOCK_HZ,
  type StreamSink,
  type VideoConfig,
  type VideoUnit,
} from '../stream/access-unit.ts';
import { AUDIO_WAIT_TICKS_MIN } from './audio-lateness.ts';
import type { ChannelTimeline } from './channel-timeline.ts';
import type { PackagerOutput } from './packaged-part.ts';
import type { Expectation } from './part-plan.ts';
import { Period } from './period.ts';
import type { TimedPicture } from './timed-picture.ts';

/** A step back of this length is a jump of the publisher's clock, not a late frame. */
const JUMP_BACK_TICKS = CLOCK_HZ;
/** A step forward of this length is also a jump, unless audio covers the time: then it is a still image. */
const JUMP_AHEAD_TICKS = CLOCK_HZ;
/** A step forward must also be this many times as long as the previous one, because slides may arrive once a second. */
const JUMP_AHEAD_STEPS = 3;
/** Maximum duration of a still image. */
const HOLE_TICKS_MAX = 10 * CLOCK_HZ;
/** Longer key frame intervals cause a warning, because viewers who join wait for the next key frame. */
const KEY_FRAMES_APART_TICKS_MAX = 4.1 * CLOCK_HZ;
const COMPOSITION_TICKS_MAX = 5 * CLOCK_HZ;
/** Maximum number of buffered audio frames whose video has not arrived; about five seconds. */
const EARLY_FRAMES_MAX = 250;
const STARTING_PICTURES_MAX = 64;

interface Arrived {
  readonly unit: VideoUnit;
  readonly atMs: number;
}

interface VideoSource {
  readonly record: Buffer;
  readonly description: AvcDescription;
}

interface AudioSource {
  readonly record: Buffer;
  readonly description: AudioFormat;
}

export interface PackagerStats {
  readonly video: AvcDescription | null;
  readonly audio: AudioFormat | null;
  readonly keyFrameIntervalMs: number | null;
  /** Frames that could not be shown: before a key frame or without a configuration. */
  readonly picturesDropped: number;
  readonly audioFramesDropped: number;
  readonly audioFramesFilled: number;
  /** Warnings for the encoder's operator. */
  readonly warnings: readonly PackagerWarning[];
}

export type PackagerWarning = 'key_frames_far_apart' | 'sound_late' | 'timestamps_jumped';

export interface PackagerOptions {
  readonly output: PackagerOutput;
  /** The timeline shared by all renditions of the channel. */
  readonly timeline: ChannelTimeline;
  /** Name of this rendition. */
  readonly rendition: string;
  /** The wall clock in milliseconds, used only for `PROGRAM-DATE-TIME`. */
  readonly now: () => number;
}

/**
 * Packages a publisher's units into periods, which consist of parts. A changed configuration, a returning publisher or
 * a jump of its clock begins a new period at the next key frame. The timeline continues where the previous period
 * ended, so that periods never overlap.
 */
export class Packager implements StreamSink {
  readonly #options: PackagerOptions;
  #video: VideoSource | null = null;
  #audio: AudioSource | null = null;
  #videoChanged = false;
  #audioChanged = false;
  #period: Period | null = null;
  #offset = 0;
  #lastDts = 0;
  #lastStep = 0;
  /** Duration of the audio since the newest frame. */
  #audioTicks = 0;
  #jumps = 0;
  #expectation: Expectation | null = null;
  /** Frames from the first key frame on, until the audio configuration arrives or its wait ends. */
  #starting: Arrived[] = [];
  #early: AudioUnit[] = [];
  #picturesDropped = 0;
  #audioBefore = { dropped: 0, filled: 0 };

  constructor(options: PackagerOptions) {
    this.#options = options;
  }

  stats(): PackagerStats {
    const audio = this.#period?.audio;
    return {
      video: this.#video?.description ?? null,
      audio: this.#audio?.description ?? null,
      keyFrameIntervalMs: this.#period?.keyFrameIntervalMs ?? null,
      picturesDropped: this.#picturesDropped,
      audioFramesDropped: this.#audioBefore.dropped + (audio?.dropped ?? 0),
      audioFramesFilled: this.#audioBefore.filled + (audio?.filled ?? 0),
      warnings: this.#warnings(),
    };
  }

  videoConfig({ record }: VideoConfig): void {
    if (this.#video?.record.equals(record) === true) return;
    const description = describeAvc(record);
    this.#video = description === null ? null : { record: Buffer.from(record), description };
    this.#videoChanged = true;
    this.#starting = [];
  }

  audioConfig({ record, format }: AudioConfig): void {
    if (this.#audio?.record.equals(record) === true) return;
    this.#audio = { record: Buffer.from(record), description: format };
    this.#early = [];
    this.#audioChanged = this.#period !== null;
    if (this.#period === null && this.#starting.length > 0) this.#begin();
  }

  video(unit: VideoUnit): void {
    if (this.#video === null) {
      this.#picturesDropped += 1;
      return;
    }
    if (this.#period !== null && this.#breaksPeriod(unit)) this.#finishPeriod();
    if (this.#period === null) this.#start(unit);
    else if (this.#videoChanged) this.#picturesDropped += 1;
    else this.#period.pushVideo(this.#onTimeline({ unit, atMs: this.#arrivalOf(unit) }));
    this.#lastStep = Math.abs(unit.dts - this.#lastDts);
    this.#lastDts = unit.dts;
    this.#audioTicks = 0;
  }

  audio(unit: AudioUnit): void {
    if (this.#audio === null) return;
    const { description } = this.#audio;
    this.#audioTicks += (frameSamplesOf(description) * CLOCK_HZ) / description.sampleRateHz;
    if (this.#period !== null && !this.#audioChanged) {
      this.#period.pushAudio(unit.pts + this.#offset, unit.data);
      return;
    }
    if (this.#early.length >= EARLY_FRAMES_MAX) this.#early.shift();
    this.#early.push({ pts: unit.pts, data: Buffer.from(unit.data) });
  }

  end(): void {
    this.#finishPeriod();
    this.#video = null;
    this.#audio = null;
    this.#videoChanged = false;
    this.#audioChanged = false;
    this.#audioTicks = 0;
    this.#jumps = 0;
    this.#starting = [];
    this.#early = [];
  }

  #breaksPeriod(unit: VideoUnit): boolean {
    if (this.#isJump(unit.dts - this.#lastDts)) {
      this.#jumps += 1;
      return true;
    }
    return unit.key && (this.#videoChanged || this.#audioChanged);
  }

  /** Whether a step from one frame to the next is a jump of the publisher's clock. */
  #isJump(step: number): boolean {
    if (step < -JUMP_BACK_TICKS || step > HOLE_TICKS_MAX) return true;
    if (step < JUMP_AHEAD_TICKS || step < JUMP_AHEAD_STEPS * this.#lastStep) return false;
    return this.#audioTicks < step / 2;
  }

  #warnings(): PackagerWarning[] {
    const period = this.#period;
    const apart = Math.max(period?.expectation?.ticks ?? 0, period?.sinceKeyFrame ?? 0);
    return [
      ...(apart > KEY_FRAMES_APART_TICKS_MAX ? (['key_frames_far_apart'] as const) : []),
      ...((period?.audioLateness ?? 0) > AUDIO_WAIT_TICKS_MIN ? (['sound_late'] as const) : []),
      ...(this.#jumps > 0 ? (['timestamps_jumped'] as const) : []),
    ];
  }

  /** Buffers frames from a key frame on, until the audio configuration arrives or its wait ends. */
  #start(unit: VideoUnit): void {
    const first = this.#starting[0];
    if (first === undefined && !unit.key) {
      this.#picturesDropped += 1;
      return;
    }
    this.#starting.push({ unit, atMs: this.#arrivalOf(unit) });
    const waited = first === undefined ? 0 : unit.dts - first.unit.dts;
    if (
      this.#audio !== null ||
      waited >= AUDIO_WAIT_TICKS_MIN ||
      waited < 0 ||
      this.#starting.length >= STARTING_PICTURES_MAX
    ) {
      this.#begin();
    }
  }

  #begin(): void {
    const [first, ...rest] = this.#starting;
    this.#starting = [];
    if (first === undefined || this.#video === null) return;
    const { output, timeline, rendition } = this.#options;
    const { offset, anchor, discontinuity } = timeline.begin(rendition, {
      dts: first.unit.dts,
      offset: compositionOffset(first.unit),
      arrivalMs: first.atMs,
    });
    this.#offset = offset;
    this.#videoChanged = false;
    this.#audioChanged = false;
    this.#announce(this.#video, this.#audio, discontinuity);
    this.#period = new Period({
      audio: this.#audio?.description ?? null,
      first: this.#onTimeline(first),
      anchor,
      expectation: this.#expectation,
      target: timeline.segmentTarget,
      emit: (part) => output.part(part),
      onPicture: (picture) => output.picture?.(picture),
    });
    for (const { pts, data } of this.#early) this.#period.pushAudio(pts + this.#offset, data);
    this.#early = [];
    for (const picture of rest) this.#period.pushVideo(this.#onTimeline(picture));
  }

  #announce(video: VideoSource, audio: AudioSource | null, discontinuity: number): void {
    const tracks: Tracks = { video: { ...video, clockHz: CLOCK_HZ }, audio };
    const codecs = [video.description.codec, ...(audio === null ? [] : [audio.description.codec])];
    this.#options.output.period({
      tracks,
      init: writeInitSegment(tracks),
      codecs: codecs.join(','),
      discontinuity,
      sound:
        audio === null
          ? null
          : { init: writeInitSegment({ video: null, audio }), codecs: audio.description.codec },
    });
  }

  #finishPeriod(): void {
    const period = this.#period;
    if (period === null) return;
    this.#period = null;
    const { timeline, rendition } = this.#options;
    timeline.finish(rendition, period.finish());
    this.#expectation = period.expectation;
    this.#audioBefore = {
      dropped: this.#audioBefore.dropped + (period.audio?.dropped ?? 0),
      filled: this.#audioBefore.filled + (period.audio?.filled ?? 0),
    };
  }

  #arrivalOf({ heldMs = 0 }: VideoUnit): number {
    return this.#options.now() - heldMs;
  }

  #onTimeline({ unit, atMs }: Arrived): TimedPicture {
    const dts = unit.dts + this.#offset;
    const { key, data } = unit;
    return { dts, pts: dts + compositionOffset(unit), key, data, arrivalMs: atMs };
  }
}

/** Returns PTS − DTS; 0 for implausible values. */
function compositionOffset({ pts, dts }: VideoUnit): number {
  const offset = pts - dts;
  return Math.abs(offset) <= COMPOSITION_TICKS_MAX ? offset : 0;
}
