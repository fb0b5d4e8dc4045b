import { AUDIO_TRACK_ID, VIDEO_TRACK_ID } from './init-segment.ts';

export interface FragmentVideoSample {
  /** Ticks of the video track until the next sample. */
  readonly duration: number;
  /** PTS − DTS in ticks, of either sign. */
  readonly compositionOffset: number;
  readonly key: boolean;
  readonly data: Buffer;
}

export interface Fragment {
  readonly sequenceNumber: number;
  /** `null`: audio only. */
  readonly video: {
    readonly startDts: number;
    readonly samples: readonly FragmentVideoSample[];
  } | null;
  readonly audio: {
    readonly startTicks: number;
    readonly frameSamples: number;
    readonly frames: readonly Buffer[];
  } | null;
}

const MFHD_BYTES = 16;
const TFDT_BYTES = 20;
const VIDEO_TFHD_BYTES = 16;
const AUDIO_TFHD_BYTES = 24;
const TRUN_HEAD_BYTES = 20;
const VIDEO_RUN_BYTES = 16;
const AUDIO_RUN_BYTES = 4;
const BOX_HEAD_BYTES = 8;

const BASE_IS_MOOF = 0x020000;
const DEFAULT_DURATION = 0x8;
const DEFAULT_FLAGS = 0x20;
/** Flags of `trun`: data offset, and per sample the duration, size, flags and composition offset. */
const VIDEO_RUN_FLAGS = 0x1 | 0x100 | 0x200 | 0x400 | 0x800;
/** Flags of `trun`: data offset, and per sample only the size. */
const AUDIO_RUN_FLAGS = 0x1 | 0x200;
/** Sample flags: depends on no other sample. */
const SAMPLE_SYNC = 0x02000000;
/** Sample flags: depends on other samples, and is not a sync sample. */
const SAMPLE_DELTA = 0x01010000;

/** Writes boxes in order into one buffer, so that media data is copied only once. */
class Writer {
  readonly buffer: Buffer;
  #at = 0;

  constructor(size: number) {
    this.buffer = Buffer.allocUnsafeSlow(size);
  }

  u32(value: number): this {
    this.#at = this.buffer.writeUInt32BE(value, this.#at);
    return this;
  }

  i32(value: number): this {
    this.#at = this.buffer.writeInt32BE(value, this.#at);
    return this;
  }

  u64(value: number): this {
    return this.u32(Math.floor(value / 0x1_0000_0000)).u32(value % 0x1_0000_0000);
  }

  head(size: number, type: string): this {
    this.u32(size);
    this.#at += this.buffer.write(type, this.#at, 'latin1');
    return this;
  }

  bytes(data: Buffer): this {
    this.#at += data.copy(this.buffer, this.#at);
    return this;
  }
}

const sum = (sizes: ReadonlyArray<{ readonly length: number }>): number =>
  sizes.reduce((total, { length }) => total + length, 0);

function writeVideoRun(
  to: Writer,
  size: number,
  video: NonNullable<Fragment['video']>,
  dataOffset: number,
): void {
  const { samples, startDts } = video;
  to.head(size, 'traf');
  to.head(VIDEO_TFHD_BYTES, 'tfhd').u32(BASE_IS_MOOF).u32(VIDEO_TRACK_ID);
  to.head(TFDT_BYTES, 'tfdt').u32(0x01000000).u64(startDts);
  to.head(TRUN_HEAD_BYTES + samples.length * VIDEO_RUN_BYTES, 'trun');
  to.u32(0x01000000 + VIDEO_RUN_FLAGS)
    .u32(samples.length)
    .i32(dataOffset);
  for (const sample of samples) {
    to.u32(sample.duration).u32(sample.data.length);
    to.u32(sample.key ? SAMPLE_SYNC : SAMPLE_DELTA).i32(sample.compositionOffset);
  }
}

function writeAudioRun(
  to: Writer,
  size: number,
  audio: NonNullable<Fragment['audio']>,
  dataOffset: number,
): void {
  const { frames, frameSamples, startTicks } = audio;
  to.head(size, 'traf');
  to.head(AUDIO_TFHD_BYTES, 'tfhd').u32(BASE_IS_MOOF + DEFAULT_DURATION + DEFAULT_FLAGS);
  to.u32(AUDIO_TRACK_ID).u32(frameSamples).u32(SAMPLE_SYNC);
  to.head(TFDT_BYTES, 'tfdt').u32(0x01000000).u64(startTicks);
  to.head(TRUN_HEAD_BYTES + frames.length * AUDIO_RUN_BYTES, 'trun');
  to.u32(0x01000000 + AUDIO_RUN_FLAGS)
    .u32(frames.length)
    .i32(dataOffset);
  for (const frame of frames) to.u32(frame.length);
}

/**
 * Writes a `moof` and its `mdat` (ISO/IEC 14496-12): 64-bit decode times, signed composition offsets (`trun` version
 * 1), offsets from the `moof`. Tracks without samples are omitted.
 */
export function writeFragment({ sequenceNumber, video, audio }: Fragment): Buffer {
  const samples = video?.samples ?? [];
  const frames = audio?.frames ?? [];
  const videoTraf =
    samples.length === 0
      ? 0
      : BOX_HEAD_BYTES +
        VIDEO_TFHD_BYTES +
        TFDT_BYTES +
        TRUN_HEAD_BYTES +
        samples.length * VIDEO_RUN_BYTES;
  const audioTraf =
    frames.length === 0
      ? 0
      : BOX_HEAD_BYTES +
        AUDIO_TFHD_BYTES +
        TFDT_BYTES +
        TRUN_HEAD_BYTES +
        frames.length * AUDIO_RUN_BYTES;
  const moof = BOX_HEAD_BYTES + MFHD_BYTES + videoTraf + audioTraf;
  const videoBytes = samples.reduce((total, { data }) => total + data.length, 0);
  const mdat = BOX_HEAD_BYTES + videoBytes + sum(frames);

  const to = new Writer(moof + mdat);
  to.head(moof, 'moof').head(MFHD_BYTES, 'mfhd').u32(0).u32(sequenceNumber);
  const dataStart = moof + BOX_HEAD_BYTES;
  if (video !== null && videoTraf > 0) writeVideoRun(to, videoTraf, video, dataStart);
  if (audio !== null && audioTraf > 0) writeAudioRun(to, audioTraf, audio, dataStart + videoBytes);
  to.head(mdat, 'mdat');
  for (const sample of samples) to.bytes(sample.data);
  for (const frame of frames) to.bytes(frame);
  return to.buffer;
}
