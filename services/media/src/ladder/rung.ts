import { writeInitSegment } from '../cmaf/init-segment.ts';
import { writeFragment } from '../cmaf/media-fragment.ts';
import { type AvcDescription, describeAvc } from '../codec/avc-record.ts';
import type { CutPart, PackagedPart, PackagedPeriod, PartCut } from '../packager/packaged-part.ts';
import { CLOCK_HZ } from '../stream/access-unit.ts';
import type { FedPictures } from './fed-pictures.ts';
import type { RungSetting } from './ladder-setting.ts';
import type { MadePicture } from './transcoder.ts';

/** Maximum number of the source's parts that wait for their frames: half a minute. */
const CUTS_MAX = 100;

interface VideoHeaders {
  readonly record: Buffer;
  readonly description: AvcDescription;
}

/** A part of the source, with its position in the source's playlist. */
export interface SourcePart {
  readonly part: CutPart;
  readonly period: PackagedPeriod;
  readonly mediaSequence: number;
}

/** Receives the segments of a rung. They have the same numbers as those of the source. */
export interface RungOutput {
  /** Announces that the rung will begin soon, because its source has begun. */
  expect(): void;
  /** The rung begins or resumes with this segment. */
  begin(mediaSequence: number): void;
  period(period: PackagedPeriod): void;
  part(part: PackagedPart): void;
  /** The rung has lost frames, and will resume with a later segment. */
  lose(): void;
}

/**
 * One rendition that the encoder makes. It does not choose its own cuts: each part has the boundaries, the audio and
 * the number of one part of the source, and contains the encoded frames that are presented in that time.
 */
export class Rung {
  readonly setting: RungSetting;
  readonly #output: RungOutput;
  readonly #fed: FedPictures;
  #config: VideoHeaders | null = null;
  #cuts: SourcePart[] = [];
  #pictures: MadePicture[] = [];
  #newestPts = Number.NEGATIVE_INFINITY;
  /** The announced period of the source; `null` while the rung waits for a segment to begin with. */
  #period: PackagedPeriod | null = null;

  constructor(setting: RungSetting, fed: FedPictures, output: RungOutput) {
    this.setting = setting;
    this.#fed = fed;
    this.#output = output;
  }

  /** PTS of the newest frame that arrived from the encoder. */
  get newestPts(): number {
    return this.#newestPts;
  }

  config(record: Buffer): void {
    if (this.#config?.record.equals(record) === true) return;
    const description = describeAvc(record);
    this.#config = description === null ? null : { record, description };
    // The next segment announces the new codec configuration.
    if (this.#period !== null) this.#lose();
  }

  /** Announces the rung early, because players read the list of renditions only once. */
  expect(): void {
    this.#output.expect();
  }

  picture(picture: MadePicture): void {
    this.#pictures.push(picture);
    this.#newestPts = Math.max(this.#newestPts, picture.pts);
    this.#advance();
  }

  /** Adds a part of the source. */
  cut(part: SourcePart): void {
    this.#cuts.push(part);
    if (this.#cuts.length > CUTS_MAX) {
      this.#cuts.shift();
      this.#lose();
    }
    this.#advance();
  }

  /** Drops all waiting parts and frames, because the encoder has exited. */
  interrupt(): void {
    this.#cuts = [];
    this.#pictures = [];
    this.#newestPts = Number.NEGATIVE_INFINITY;
    this.#period = null;
    this.#output.lose();
  }

  #lose(): void {
    if (this.#period === null) return;
    this.#period = null;
    this.#output.lose();
  }

  #advance(): void {
    for (let cut = this.#cuts[0]; cut !== undefined; cut = this.#cuts[0]) {
      if (!this.#hasPicturesOf(cut)) return;
      this.#cuts.shift();
      this.#take(cut);
    }
  }

  /** Whether the encoder cannot send any further frame of this part. */
  #hasPicturesOf({ part: { cut } }: SourcePart): boolean {
    const endPts = cut.endDts + cut.keyOffset;
    if (this.#newestPts >= endPts) return true;
    if (!cut.endsPeriod && !this.#fed.isCompleteBefore(endPts)) return false;
    return this.#newestPts >= (this.#fed.latestBefore(endPts) ?? Number.POSITIVE_INFINITY);
  }

  #take(source: SourcePart): void {
    const { part, period } = source;
    const { startDts, endDts, keyOffset } = part.cut;
    const startPts = startDts + keyOffset;
    const endPts = endDts + keyOffset;
    const pictures = this.#pictures.filter(({ pts }) => pts >= startPts && pts < endPts);
    this.#pictures = this.#pictures.filter(({ pts }) => pts >= endPts);
    const [first] = pictures;
    const usable =
      this.#period === period
        ? !this.#isIncomplete(part, first, startPts, endPts)
        : part.startsSegment && first?.key === true && first.pts === startPts;
    if (!usable || this.#config === null) {
      this.#lose();
      return;
    }
    if (this.#period === null) this.#output.begin(source.mediaSequence);
    if (this.#period !== period) this.#announce(period, this.#config);
    this.#output.part(this.#pack(part, pictures, startPts));
  }

  /** Whether frames are missing that players cannot do without. */
  #isIncomplete(
    part: CutPart,
    first: MadePicture | undefined,
    startPts: number,
    endPts: number,
  ): boolean {
    if (part.startsSegment && part.independent && first?.key !== true) return true;
    const expected = this.#fed.firstFrom(startPts);
    return first === undefined && expected !== null && expected < endPts;
  }

  #announce(period: PackagedPeriod, config: VideoHeaders): void {
    this.#period = period;
    const { audio } = period.tracks;
    const tracks = { video: { ...config, clockHz: CLOCK_HZ }, audio };
    const codecs = [config.description.codec, ...(audio === null ? [] : [audio.description.codec])];
    this.#output.period({
      tracks,
      init: writeInitSegment(tracks),
      codecs: codecs.join(','),
      discontinuity: period.discontinuity,
      sound: null,
    });
  }

  #pack(part: CutPart, pictures: readonly MadePicture[], startPts: number): PackagedPart {
    const { cut } = part;
    const samples = pictures.map(({ pts, key, data }, index) => ({
      duration: (pictures[index + 1]?.pts ?? this.#endOfLast(pts, cut)) - pts,
      compositionOffset: cut.keyOffset,
      key,
      data,
    }));
    const data = writeFragment({
      sequenceNumber: cut.sequenceNumber,
      video: { startDts: (pictures[0]?.pts ?? startPts) - cut.keyOffset, samples },
      audio: cut.audio,
    });
    const independent = samples[0]?.key ?? false;
    return { ...part, data, sound: null, pictures: samples.length, independent };
  }

  /** Returns the end of a part's last frame, which may be after the end of the part. */
  #endOfLast(pts: number, { endDts, keyOffset, endsPeriod }: PartCut): number {
    const endPts = endDts + keyOffset;
    const next = endsPeriod ? null : this.#fed.firstFrom(pts + 1);
    return next === null ? endPts : Math.max(endPts, next);
  }
}
