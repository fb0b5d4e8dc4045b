import {
  AAC_FRAME_SAMPLES,
  type AacFormat,
  readAudioSpecificConfig,
} from '../codec/audio-specific-config.ts';
import { readAvcPicture } from '../codec/avc-picture.ts';
import { KeyFrameRules } from '../codec/key-frame-rules.ts';
import { MalformedMediaError } from '../codec/media-error.ts';
import {
  isPictureData,
  joinNals,
  NAL_LENGTH_BYTES,
  NAL_TYPE,
  nalType,
} from '../codec/nal-units.ts';
import { ParameterSets } from '../codec/parameter-sets.ts';
import { AdtsReader } from '../sound/adts.ts';
import { CLOCK_HZ, type StreamSink } from '../stream/access-unit.ts';
import { splitByteStream } from './byte-stream.ts';
import type { PesUnit } from './pes-assembler.ts';
import { TransportStreamReader } from './transport-stream-reader.ts';

/** Timestamps wrap at 33 bits, every 26.5 hours. */
const WRAP_TICKS = 2 ** 33;

/** Counters since the stream began. */
export interface TransportStreamCounts {
  pictures: number;
  audioFrames: number;
  /** Units that were lost, malformed, or arrived before their configuration. */
  leftOut: number;
}

/** Converts a publisher's MPEG transport stream to configurations and units for its sink. */
export class TransportStreamFeed {
  readonly counts: TransportStreamCounts = { pictures: 0, audioFrames: 0, leftOut: 0 };
  readonly #sink: StreamSink;
  readonly #malformedUnitsMax: number;
  readonly #reader: TransportStreamReader;
  readonly #parameterSets = new ParameterSets();
  readonly #keyFrames = new KeyFrameRules();
  #adts = new AdtsReader();
  #audioRecord: Buffer | null = null;
  #audioFormat: AacFormat | null = null;
  /** PTS of the next audio frame; `null`: taken from the next PES packet. */
  #audioPts: number | null = null;
  /** After a loss, pictures are dropped until a key frame, because they refer to lost pictures. */
  #awaitsKey = true;
  #lastTicks: number | null = null;
  #malformedInARow = 0;
  /** Whether too many consecutive units were malformed. */
  #isGivenUp = false;

  constructor(sink: StreamSink, malformedUnitsMax: number) {
    this.#sink = sink;
    this.#malformedUnitsMax = malformedUnitsMax;
    this.#reader = new TransportStreamReader({
      video: (unit) => this.#guard(() => this.#takeVideo(unit)),
      audio: (unit) => this.#guard(() => this.#takeAudio(unit)),
      lost: (track) => this.#lose(track),
    });
  }

  /**
   * Reads the bytes that follow the previous ones; `null`: bytes were lost.
   *
   * @throws {UnsupportedMediaError} for an unsupported codec or encoder setting
   * @throws {MalformedMediaError} after too many consecutive malformed units
   */
  take(bytes: Buffer | null): void {
    if (bytes === null) this.#reader.skip();
    else this.#guard(() => this.#reader.push(bytes));
  }

  end(): void {
    this.#sink.end();
  }

  /** Leaves out what is malformed, unless too much was. */
  #guard(read: () => void): void {
    try {
      read();
    } catch (error) {
      if (!(error instanceof MalformedMediaError) || this.#isGivenUp) throw error;
      this.counts.leftOut += 1;
      this.#malformedInARow += 1;
      this.#isGivenUp = this.#malformedInARow >= this.#malformedUnitsMax;
      if (this.#isGivenUp) throw error;
    }
  }

  #lose(track: 'video' | 'audio'): void {
    this.counts.leftOut += 1;
    if (track === 'video') this.#awaitsKey = true;
    else {
      this.#adts = new AdtsReader();
      this.#audioPts = null;
    }
  }

  #takeVideo({ pts: wirePts, dts: wireDts, data }: PesUnit): void {
    const nals = splitByteStream(data);
    this.#parameterSets.take(nals);
    const picture = nals.filter(isPictureData);
    if (picture.length === 0) return;
    if (wirePts === null || wireDts === null)
      throw new MalformedMediaError('a picture without a timestamp');
    const key = picture.some((nal) => nalType(nal) === NAL_TYPE.idr);
    if (key) this.#announceVideo();
    if (!this.#parameterSets.isComplete || (this.#awaitsKey && !key)) {
      this.counts.leftOut += 1;
      return;
    }
    this.#awaitsKey = false;
    const dts = this.#unwrap(wireDts);
    const joined = joinNals(picture);
    this.#keyFrames.take(dts, readAvcPicture(joined, NAL_LENGTH_BYTES));
    this.counts.pictures += 1;
    this.#malformedInARow = 0;
    this.#sink.video({ dts, pts: this.#unwrap(wirePts), key, data: joined });
  }

  #announceVideo(): void {
    const record = this.#parameterSets.takeChanged();
    if (record !== null) this.#sink.videoConfig({ codec: 'h264', record });
  }

  #takeAudio({ pts, data }: PesUnit): void {
    // A timestamp belongs to the first frame that begins in the packet (ISO/IEC 13818-1, 2.7.4).
    const continues = this.#adts.isInFrame;
    const begun = pts === null ? null : this.#unwrap(pts);
    if (!continues && begun !== null) this.#audioPts = begun;
    for (const [index, { record, data: frame }] of this.#readAdts(data).entries()) {
      if (continues && index === 1 && begun !== null) this.#audioPts = begun;
      this.#announceAudio(record);
      if (this.#audioPts === null || this.#audioFormat === null) continue;
      this.counts.audioFrames += 1;
      this.#sink.audio({ pts: Math.round(this.#audioPts), data: frame });
      this.#audioPts += (AAC_FRAME_SAMPLES * CLOCK_HZ) / this.#audioFormat.sampleRateHz;
    }
  }

  #readAdts(data: Buffer): ReturnType<AdtsReader['push']> {
    try {
      return this.#adts.push(data);
    } catch (error) {
      this.#adts = new AdtsReader();
      this.#audioPts = null;
      throw new MalformedMediaError('audio that is not ADTS', { cause: error });
    }
  }

  #announceAudio(record: Buffer): void {
    if (this.#audioRecord?.equals(record) === true) return;
    this.#audioFormat = readAudioSpecificConfig(record);
    this.#audioRecord = record;
    this.#sink.audioConfig({ codec: 'aac', record, format: this.#audioFormat });
  }

  /** Returns the unwrapped time; correct for steps of up to 13 hours in either direction. */
  #unwrap(ticks: number): number {
    const before = this.#lastTicks ?? ticks;
    const step = (((ticks - before) % WRAP_TICKS) + WRAP_TICKS) % WRAP_TICKS;
    const now = before + (step >= WRAP_TICKS / 2 ? step - WRAP_TICKS : step);
    this.#lastTicks = now;
    return now;
  }
}
