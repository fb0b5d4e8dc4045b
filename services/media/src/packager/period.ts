import { writeFragment } from '../cmaf/media-fragment.ts';
import type { AudioFormat } from '../codec/audio-format.ts';
import { CLOCK_HZ } from '../stream/access-unit.ts';
import { AudioLateness } from './audio-lateness.ts';
import { AudioTimeline } from './audio-timeline.ts';
import type { CutPart } from './packaged-part.ts';
import {
  closesHere,
  type Expectation,
  PART_TICKS_MAX,
  type PartPlan,
  planParts,
  SEGMENT_TICKS_LONG,
  SEGMENT_TICKS_MIN,
  TAIL_TICKS_HELD,
  TAIL_TICKS_MIN,
  TAIL_TICKS_MIN_LONG,
} from './part-plan.ts';
import { PictureGroup } from './picture-group.ts';
import type { SegmentTarget } from './segment-target.ts';
import type { TimedPicture } from './timed-picture.ts';
import type { WallAnchor } from './wall-anchor.ts';

/** The last part of a segment is listed this much shorter, so that the player's buffer reaches its listed end. */
const LAST_PART_MARGIN_US = 2_000;
const FRAME_TICKS_DEFAULT = 3_000;

interface Sample {
  readonly dts: number;
  pts: number;
  duration: number;
  readonly key: boolean;
  readonly data: Buffer;
}

interface OpenSegment {
  readonly startDts: number;
  readonly startPts: number;
  /** Its `PROGRAM-DATE-TIME`; set when the first part is emitted. */
  startMs: number;
  /** PTS − DTS of the first key frame. */
  readonly keyOffset: number;
  /** Ticks removed from the timeline before this segment. */
  readonly skippedBefore: number;
  parts: number;
  /** Sum of the part durations that the playlist lists. */
  printedUs: number;
  presentationEnd: number;
  /** Whether its first frame is a key frame. */
  readonly independent: boolean;
}

interface ClosedPart {
  readonly segment: OpenSegment;
  readonly samples: readonly Sample[];
  readonly startDts: number;
  readonly endDts: number;
  readonly index: number;
  readonly endsSegment: boolean;
}

export interface PeriodOptions {
  readonly audio: AudioFormat | null;
  readonly first: TimedPicture;
  readonly anchor: WallAnchor;
  /** Expected segment length, from the previous period. */
  readonly expectation: Expectation | null;
  readonly target: SegmentTarget;
  readonly emit: (part: CutPart) => void;
  /** Receives each frame as it arrives, with its time on the timeline. */
  readonly onPicture: (picture: TimedPicture) => void;
}

const ticksToUs = (ticks: number): number => Math.floor((ticks * 100) / 9);

/**
 * A continuous run of frames and audio with one configuration, cut into parts and segments as described in
 * `docs/decisions/0006-how-ll-hls-is-cut.md`: cuts follow the video, in whole GOPs and equal parts, each with its
 * audio. Depends only on the timestamps of the units, never on a clock.
 */
export class Period {
  readonly audio: AudioTimeline | null;
  readonly #emit: (part: CutPart) => void;
  readonly #onPicture: (picture: TimedPicture) => void;
  readonly #anchor: WallAnchor;
  readonly #target: SegmentTarget;
  readonly #group: PictureGroup;
  readonly #lateness = new AudioLateness();
  #plan: PartPlan;
  #extraParts = 0;
  /** The newest frame; its duration is known when the next one arrives. */
  #last: TimedPicture;
  #lastDuration = FRAME_TICKS_DEFAULT;
  #segment: OpenSegment;
  #partStart: number;
  #samples: Sample[] = [];
  #closed: ClosedPart[] = [];
  #audioAway = false;
  /** Ticks removed from the timeline at gaps of a stream without audio. */
  #skipped = 0;
  #sequenceNumber = 0;

  constructor(options: PeriodOptions) {
    const { first } = options;
    this.#emit = options.emit;
    this.#onPicture = options.onPicture;
    this.#anchor = options.anchor;
    this.#anchor.observe(first.pts, first.arrivalMs);
    this.#target = options.target;
    this.#group = new PictureGroup(first.dts, options.expectation, options.target);
    this.#last = first;
    this.#partStart = first.dts;
    this.audio = options.audio === null ? null : new AudioTimeline(options.audio, first.dts);
    this.#plan = planParts(first.dts, this.#group.expected, 0, 0);
    this.#segment = this.#openSegment(first.dts, first.pts - first.dts, first.key);
    this.#onPicture(first);
  }

  /** Latest key frame interval in milliseconds; `null` before the second key frame. */
  get keyFrameIntervalMs(): number | null {
    const { learnt } = this.#group;
    return learnt === null ? null : Math.round((learnt.ticks * 1000) / CLOCK_HZ);
  }

  get expectation(): Expectation | null {
    return this.#group.learnt;
  }

  /** Ticks since the newest key frame. */
  get sinceKeyFrame(): number {
    return this.#group.ticksAt(this.#last.dts);
  }

  /** Ticks that audio arrives behind the frame it belongs to. */
  get audioLateness(): number {
    return this.#lateness.ticks;
  }

  pushVideo(picture: TimedPicture): void {
    this.#anchor.observe(picture.pts, picture.arrivalMs);
    let shifted = this.#shift(picture);
    let duration = shifted.dts - this.#last.dts;
    if (this.audio === null && duration > PART_TICKS_MAX) {
      // Without audio, the parts of a gap would be empty, so the gap is removed from the timeline.
      this.#skipped += duration - PART_TICKS_MAX;
      shifted = this.#shift(picture);
      duration = PART_TICKS_MAX;
    }
    this.#onPicture(shifted);
    this.#complete({ ...this.#last, duration }, shifted);
    this.#last = shifted;
    this.#lastDuration = duration;
    this.#release();
  }

  pushAudio(pts: number, data: Buffer): void {
    if (this.audio === null) return;
    this.#audioAway = false;
    this.#lateness.observe(this.#last.dts - pts);
    this.audio.push(pts, data);
    this.#release();
  }

  /** Closes the open part and segment. Returns where the timeline may continue. */
  finish(): { readonly endTicks: number; readonly endMs: number } {
    const duration = Math.min(this.#lastDuration, PART_TICKS_MAX);
    const sample: Sample = { ...this.#last, duration };
    const end = sample.dts + duration;
    if (this.#samples.length > 0 && end - this.#partStart > PART_TICKS_MAX) {
      this.#close(sample.dts, false);
    }
    this.#add(sample);
    const tail = end - this.#partStart;
    const held = tail < TAIL_TICKS_MIN ? TAIL_TICKS_HELD - tail : 0;
    if (held > 0) this.#holdLastPicture(held);
    this.#target.choose(false);
    this.#close(end + held, true);
    this.#release(true);
    const endTicks = Math.max(
      end,
      this.#segment.presentationEnd,
      this.audio?.takenDts ?? Number.NEGATIVE_INFINITY,
    );
    return { endTicks, endMs: this.#anchor.at(endTicks + this.#skipped) };
  }

  /** Moves a frame back by the removed gaps, and never before its predecessor. */
  #shift(picture: TimedPicture): TimedPicture {
    const dts = Math.max(picture.dts - this.#skipped, this.#last.dts + 1);
    return { ...picture, dts, pts: picture.pts - this.#skipped };
  }

  #openSegment(startDts: number, keyOffset: number, independent: boolean): OpenSegment {
    const startPts = startDts + keyOffset;
    return {
      startDts,
      startPts,
      startMs: 0,
      keyOffset,
      skippedBefore: this.#skipped,
      parts: 0,
      printedUs: 0,
      presentationEnd: startPts,
      independent,
    };
  }

  #add(sample: Sample): void {
    this.#samples.push(sample);
    this.#group.addPicture();
    const segment = this.#segment;
    segment.presentationEnd = Math.max(segment.presentationEnd, sample.pts + sample.duration);
  }

  /** Adds a frame of known duration. Closes the part or segment that ends with it. */
  #complete(sample: Sample, next: TimedPicture): void {
    const end = sample.dts + sample.duration;
    if (this.#samples.length > 0 && end - this.#partStart > PART_TICKS_MAX) {
      this.#closeInside(sample.dts);
      // Unevenly spaced frames need one more part per segment than their average suggests.
      if (sample.duration < PART_TICKS_MAX / 2) this.#extraParts = 1;
    }
    this.#add(sample);
    this.#cutHole(sample);
    if (next.key && this.#mayEndBefore(end)) this.#endGroup(end, next);
    else if (
      closesHere(this.#plan, this.#partStart, end, Math.min(sample.duration, PART_TICKS_MAX))
    ) {
      this.#closeInside(end);
    }
  }

  /** Whether the key frame at `endDts` may begin a segment. A segment that began inside a GOP ends at the next one. */
  #mayEndBefore(endDts: number): boolean {
    return !this.#segment.independent || endDts - this.#segment.startDts >= SEGMENT_TICKS_MIN;
  }

  /** Handles a key frame at `end`: ends the segment, or continues the segment with a new grid. */
  #endGroup(end: number, next: TimedPicture): void {
    const { startDts, independent } = this.#segment;
    const tail = end - this.#partStart;
    const tailMin = end - startDts > SEGMENT_TICKS_LONG ? TAIL_TICKS_MIN_LONG : TAIL_TICKS_MIN;
    this.#group.end(end);
    if (tail >= tailMin) {
      this.#target.choose(true);
      this.#close(end, true);
      this.#beginSegment(end, next.pts - next.dts, true);
      return;
    }
    // Ending here would leave a last part that is too short. If the segment did not begin with a key frame, this key
    // frame begins a part, so that players can start there.
    if (!independent) this.#close(end, false);
    this.#plan = planParts(
      this.#partStart,
      this.#group.expected,
      independent ? tail : 0,
      this.#extraParts,
    );
  }

  /** Splits a frame longer than the part limit. The parts after the first contain only audio. */
  #cutHole(sample: Sample): void {
    if (sample.duration <= PART_TICKS_MAX) return;
    const pieces = Math.ceil(sample.duration / PART_TICKS_MAX);
    for (let piece = 1; piece < pieces; piece += 1) {
      this.#closeInside(sample.dts + Math.round((sample.duration * piece) / pieces));
    }
  }

  /** Closes a part inside a GOP, and the segment if it would exceed the target. */
  #closeInside(endDts: number): void {
    const { startDts, keyOffset, presentationEnd } = this.#segment;
    const length = endDts - startDts;
    const { ticksMax } = this.#target;
    const { isCut, expected } = this.#group;
    const reached = isCut && length + this.#plan.partTicks / 2 >= expected.ticks;
    const endsSegment = reached || length + PART_TICKS_MAX > ticksMax;
    if (endsSegment) this.#target.choose(false);
    this.#close(endDts, endsSegment);
    if (!endsSegment) return;
    this.#beginSegment(endDts, keyOffset, false);
    // A frame that spans the cut is shown in both segments.
    this.#segment.presentationEnd = Math.max(presentationEnd, this.#segment.presentationEnd);
  }

  #beginSegment(startDts: number, keyOffset: number, independent: boolean): void {
    this.#segment = this.#openSegment(startDts, keyOffset, independent);
    this.#plan = planParts(startDts, this.#group.expected, 0, this.#extraParts);
  }

  #close(endDts: number, endsSegment: boolean): void {
    const segment = this.#segment;
    this.#closed.push({
      segment,
      samples: this.#samples,
      startDts: this.#partStart,
      endDts,
      index: segment.parts,
      endsSegment,
    });
    segment.parts += 1;
    this.#samples = [];
    this.#partStart = endDts;
  }

  /** Extends the last shown frame by `ticks`, because players never fetch a last part that is too short. */
  #holdLastPicture(ticks: number): void {
    const lastDecoded = this.#samples.at(-1);
    const lastShown = this.#samples.reduce<Sample | undefined>(
      (latest, sample) => (latest === undefined || sample.pts > latest.pts ? sample : latest),
      undefined,
    );
    if (lastShown === undefined || lastDecoded === undefined) return;
    // With reordered frames, presenting the last one later does not change any decoding time.
    if (lastShown === lastDecoded) lastShown.duration += ticks;
    else lastShown.pts += ticks;
    const segment = this.#segment;
    segment.presentationEnd = Math.max(segment.presentationEnd, lastShown.pts + lastShown.duration);
  }

  /** Emits the closed parts whose audio has arrived; with `final`, all closed parts. */
  #release(final = false): void {
    for (let part = this.#closed[0]; part !== undefined; part = this.#closed[0]) {
      if (!final && !this.#audioCovers(part)) return;
      this.#closed.shift();
      this.#emit(this.#pack(part, final));
    }
  }

  #audioCovers({ endDts, segment }: ClosedPart): boolean {
    if (this.audio === null) return true;
    const due = endDts + segment.keyOffset;
    if (this.audio.endDts >= due) return true;
    if (!this.#audioAway && this.#last.dts - endDts < this.#lateness.waitTicks) return false;
    this.#audioAway = true;
    this.audio.fillTo(due);
    return true;
  }

  /** @param final the period has ended */
  #pack(part: ClosedPart, final: boolean): CutPart {
    const { segment, samples } = part;
    const isTail = final && this.#closed.length === 0;
    this.#sequenceNumber += 1;
    const sequenceNumber = this.#sequenceNumber;
    if (part.index === 0) {
      segment.startMs = this.#anchor.startOf(segment.startPts + segment.skippedBefore);
    }
    const audio = this.#takeAudio(part, isTail);
    const data = writeFragment({
      sequenceNumber,
      video: {
        startDts: samples[0]?.dts ?? part.startDts,
        samples: samples.map(({ pts, dts, duration, key, data: coded }) => ({
          duration,
          compositionOffset: pts - dts,
          key,
          data: coded,
        })),
      },
      audio,
    });
    const sound = audio === null ? null : writeFragment({ sequenceNumber, video: null, audio });
    const durationUs = this.#printedDuration(part);
    segment.printedUs += durationUs;
    return {
      data,
      sound,
      durationUs,
      independent: samples[0]?.key ?? false,
      pictures: samples.length,
      startsSegment: part.index === 0,
      endsSegment: part.endsSegment,
      segmentStartMs: segment.startMs,
      cut: {
        startDts: part.startDts,
        endDts: part.endDts,
        keyOffset: segment.keyOffset,
        audio,
        sequenceNumber,
        endsPeriod: final,
      },
    };
  }

  #takeAudio({ endDts, segment }: ClosedPart, isTail: boolean) {
    const { audio } = this;
    if (audio === null) return null;
    const due = isTail ? segment.presentationEnd : endDts + segment.keyOffset;
    if (audio.endDts < due) audio.fillTo(due);
    return isTail ? audio.takeEndingBy(due) : audio.takeStartingBefore(due);
  }

  #printedDuration({ segment, endDts, endsSegment }: ClosedPart): number {
    if (!endsSegment) return ticksToUs(endDts - segment.startDts) - segment.printedUs;
    const end = Math.min(segment.presentationEnd, this.audio?.takenDts ?? Number.POSITIVE_INFINITY);
    const restUs = ticksToUs(end - segment.startPts) - segment.printedUs - LAST_PART_MARGIN_US;
    return Math.max(1_000, Math.min(restUs, ticksToUs(PART_TICKS_MAX)));
  }
}
