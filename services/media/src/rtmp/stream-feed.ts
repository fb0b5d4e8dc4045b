import type { RtmpMessage } from '@sangwian/rtmp/message';
import { MESSAGE_TYPE } from '@sangwian/rtmp/message';
import { readAudioSpecificConfig } from '../codec/audio-specific-config.ts';
import { isIdrPicture, readNalLengthBytes } from '../codec/avc-record.ts';
import { MalformedMediaError } from '../codec/media-error.ts';
import { CLOCK_HZ, type StreamSink } from '../stream/access-unit.ts';
import { readAudioTag } from './audio-tag.ts';
import { TimestampUnwrapper } from './timestamp-unwrapper.ts';
import { readVideoTag } from './video-tag.ts';

const TICKS_PER_MS = CLOCK_HZ / 1_000;

/** What came in since the stream began. */
export interface FeedCounts {
  pictures: number;
  audioFrames: number;
  /** Before their configuration, or malformed. */
  leftOut: number;
}

/** Turns a publisher's audio and video messages into configurations and units for its sink. */
export class StreamFeed {
  readonly counts: FeedCounts = { pictures: 0, audioFrames: 0, leftOut: 0 };
  readonly #sink: StreamSink;
  readonly #malformedUnitsMax: number;
  readonly #clock = new TimestampUnwrapper();
  #videoRecord: Buffer | null = null;
  #nalLengthBytes = 0;
  #audioRecord: Buffer | null = null;
  /** Apart, so that good sound does not make up for a picture that nobody can decode. */
  readonly #malformedInARow = { picture: 0, sound: 0 };

  constructor(sink: StreamSink, malformedUnitsMax: number) {
    this.#sink = sink;
    this.#malformedUnitsMax = malformedUnitsMax;
  }

  /**
   * Takes one audio or video message. Throws `UnsupportedMediaError` for a codec that
   * we do not take, and `MalformedMediaError` once too many units in a row made no sense.
   */
  take(message: RtmpMessage): void {
    const timestamp = this.#clock.unwrap(message.timestampMs) * TICKS_PER_MS;
    const kind = message.typeId === MESSAGE_TYPE.video ? 'picture' : 'sound';
    try {
      if (kind === 'picture') this.#takeVideo(timestamp, message.payload);
      else this.#takeAudio(timestamp, message.payload);
      this.#malformedInARow[kind] = 0;
    } catch (error) {
      if (!(error instanceof MalformedMediaError)) throw error;
      this.counts.leftOut += 1;
      this.#malformedInARow[kind] += 1;
      if (this.#malformedInARow[kind] >= this.#malformedUnitsMax) throw error;
    }
  }

  #takeVideo(dts: number, payload: Buffer): void {
    const tag = readVideoTag(payload);
    if (tag.kind === 'config') this.#announceVideo(tag.record);
    if (tag.kind !== 'frame') return;
    if (this.#videoRecord === null) {
      this.counts.leftOut += 1;
      return;
    }
    this.counts.pictures += 1;
    const pts = dts + tag.compositionTimeMs * TICKS_PER_MS;
    const key = isIdrPicture(tag.data, this.#nalLengthBytes);
    this.#sink.video({ dts, pts, key, data: tag.data });
  }

  #takeAudio(pts: number, payload: Buffer): void {
    const tag = readAudioTag(payload);
    if (tag.kind === 'config') this.#announceAudio(tag.record);
    if (tag.kind !== 'frame') return;
    if (this.#audioRecord === null) {
      this.counts.leftOut += 1;
      return;
    }
    this.counts.audioFrames += 1;
    this.#sink.audio({ pts, data: tag.data });
  }

  /** Encoders repeat their sequence headers; only a change is news. */
  #announceVideo(record: Buffer): void {
    if (this.#videoRecord?.equals(record) === true) return;
    this.#nalLengthBytes = readNalLengthBytes(record);
    this.#videoRecord = record;
    this.#sink.videoConfig({ codec: 'h264', record });
  }

  #announceAudio(record: Buffer): void {
    if (this.#audioRecord?.equals(record) === true) return;
    const format = readAudioSpecificConfig(record);
    this.#audioRecord = record;
    this.#sink.audioConfig({ codec: 'aac', record, format });
  }
}
