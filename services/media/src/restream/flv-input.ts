import {
  writeAacFrame,
  writeAacSequenceHeader,
  writeAvcFrame,
  writeAvcSequenceHeader,
} from '@sangwian/rtmp/flv-tag';
import { FLV_TAG, writeFlvTag } from '../ladder/flv-pipe.ts';
import {
  type AudioConfig,
  type AudioUnit,
  CLOCK_HZ,
  type VideoUnit,
} from '../stream/access-unit.ts';

const TICKS_PER_MS = CLOCK_HZ / 1_000;
/** FLV, version 1; then the size of the header and the first back pointer. The fifth byte sets whether the file has audio and video. */
const HEAD = { picture: '464c5601010000000900000000', both: '464c5601050000000900000000' } as const;
/** A longer step of the clock is a new beginning. */
const STEP_MS_MAX = 10_000;
/** From the last picture before a new beginning to the next one. */
const GAP_MS = 40;

/** Codec headers of a stream; without sound, or with sound that FLV cannot carry, `audio` is `null`. */
export interface StreamHeaders {
  readonly video: Buffer;
  readonly audio: Buffer | null;
}

/** Returns the header of sound that FLV can carry. */
export const audioHeaderOf = (config: AudioConfig | null): Buffer | null =>
  config?.codec === 'aac' ? config.record : null;

/** Writes a stream as FLV, from a key frame on. Its times begin at zero, and go on when the source's clock steps. */
export class FlvInput {
  readonly #headers: StreamHeaders;
  #zeroTicks: number | null = null;
  #lastVideoMs = -1;
  #lastAudioMs = -1;
  #begun = false;

  constructor(headers: StreamHeaders) {
    this.#headers = headers;
  }

  /** Switches to another source with another clock. The stream continues at the next keyframe of that source. */
  rebase(): void {
    this.#zeroTicks = null;
  }

  /** Returns the bytes of a picture; `null`: a key frame has to come first. */
  video(unit: VideoUnit): Buffer | null {
    const known = this.#msOf(unit.dts);
    const isStep =
      known !== null && (known < this.#lastVideoMs || known > this.#lastVideoMs + STEP_MS_MAX);
    if (isStep) this.rebase();
    if (this.#zeroTicks === null) {
      if (!unit.key) return null;
      const startMs = this.#begun ? Math.max(this.#lastVideoMs, this.#lastAudioMs) + GAP_MS : 0;
      this.#zeroTicks = unit.dts - startMs * TICKS_PER_MS;
    }
    const dtsMs = Math.max(this.#msOf(unit.dts) ?? 0, this.#lastVideoMs + 1);
    this.#lastVideoMs = dtsMs;
    const compositionTimeMs = Math.round((unit.pts - unit.dts) / TICKS_PER_MS);
    const { key, data } = unit;
    const frame = writeAvcFrame({ key, compositionTimeMs, data });
    const tag = writeFlvTag(FLV_TAG.video, dtsMs, frame);
    if (this.#begun) return tag;
    this.#begun = true;
    return Buffer.concat([this.#head(), tag]);
  }

  /** Returns the bytes of an audio frame; `null`: it has no place in the stream. */
  audio(unit: AudioUnit): Buffer | null {
    const ms = this.#msOf(unit.pts);
    if (ms === null || this.#headers.audio === null || ms < 0 || ms < this.#lastAudioMs)
      return null;
    // A step that pictures have not shown yet.
    if (ms > this.#lastVideoMs + STEP_MS_MAX) return null;
    this.#lastAudioMs = ms;
    return writeFlvTag(FLV_TAG.audio, ms, writeAacFrame(unit.data));
  }

  #msOf(ticks: number): number | null {
    return this.#zeroTicks === null ? null : Math.round((ticks - this.#zeroTicks) / TICKS_PER_MS);
  }

  #head(): Buffer {
    const { video, audio } = this.#headers;
    const picture = writeFlvTag(FLV_TAG.video, 0, writeAvcSequenceHeader(video));
    if (audio === null) return Buffer.concat([Buffer.from(HEAD.picture, 'hex'), picture]);
    const sound = writeFlvTag(FLV_TAG.audio, 0, writeAacSequenceHeader(audio));
    return Buffer.concat([Buffer.from(HEAD.both, 'hex'), picture, sound]);
  }
}
