import type { RtmpMessage } from '@sangwian/rtmp/message';
import { MESSAGE_TYPE } from '@sangwian/rtmp/message';
import { readAudioSpecificConfig } from '../codec/audio-specific-config.ts';
import { readAvcPicture } from '../codec/avc-picture.ts';
import { describeAvc, readNalLengthBytes } from '../codec/avc-record.ts';
import { KeyFrameRules } from '../codec/key-frame-rules.ts';
import { MalformedMediaError } from '../codec/media-error.ts';
import { refuseUnplayable } from '../codec/playable-picture.ts';
import { type AudioConfig, CLOCK_HZ, type StreamSink } from '../stream/access-unit.ts';
import { readAudioTag } from './audio-tag.ts';
import { TimestampUnwrapper } from './timestamp-unwrapper.ts';
import { readVideoTags, type VideoTag } from './video-tag.ts';

const TICKS_PER_MS = CLOCK_HZ / 1_000;

/** Counters since the stream began. */
export interface FeedCounts {
  pictures: number;
  audioFrames: number;
  /** Units that were malformed or arrived before their configuration. */
  leftOut: number;
}

/** One video track of the publisher, with the sink of its rendition. Track 0 is the stream that was published. */
interface PictureTrack {
  readonly sink: StreamSink;
  record: Buffer | null;
  nalLengthBytes: number;
  readonly keyFrames: KeyFrameRules;
}

const newTrack = (sink: StreamSink): PictureTrack => ({
  sink,
  record: null,
  nalLengthBytes: 0,
  keyFrames: new KeyFrameRules(),
});

export interface StreamFeedOptions {
  readonly sink: StreamSink;
  /** Opens a sink for an additional track by the name of its rendition; `null` if refused. */
  readonly openRendition: (name: string) => StreamSink | null;
  readonly malformedUnitsMax: number;
}

/** Converts a publisher's audio and video messages to configurations and units for its sinks. */
export class StreamFeed {
  readonly counts: FeedCounts = { pictures: 0, audioFrames: 0, leftOut: 0 };
  readonly #options: StreamFeedOptions;
  readonly #clock = new TimestampUnwrapper();
  /** Tracks by id; `null` for a track that is ignored. */
  readonly #pictures = new Map<number, PictureTrack | null>();
  #audio: AudioConfig | null = null;
  #audioRecord: Buffer | null = null;
  /** Counted separately, so that valid audio does not reset the count of malformed frames. */
  readonly #malformedInARow = { picture: 0, sound: 0 };

  constructor(options: StreamFeedOptions) {
    this.#options = options;
    this.#pictures.set(0, newTrack(options.sink));
  }

  /** Ends all sinks. */
  end(): void {
    for (const track of this.#pictures.values()) track?.sink.end();
  }

  /**
   * Processes one audio or video message.
   *
   * @throws {UnsupportedMediaError} for an unsupported codec or encoder setting
   * @throws {MalformedMediaError} after too many consecutive malformed units
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
      if (this.#malformedInARow[kind] >= this.#options.malformedUnitsMax) throw error;
    }
  }

  #takeVideo(dts: number, payload: Buffer): void {
    for (const { trackId, tag } of readVideoTags(payload)) this.#takeTrack(dts, trackId, tag);
  }

  #takeTrack(dts: number, trackId: number, tag: VideoTag): void {
    if (tag.kind === 'config') this.#announceVideo(trackId, tag.record);
    if (tag.kind !== 'frame') return;
    const track = this.#pictures.get(trackId);
    if (track?.record == null) {
      this.counts.leftOut += 1;
      return;
    }
    this.counts.pictures += 1;
    const pts = dts + tag.compositionTimeMs * TICKS_PER_MS;
    const picture = readAvcPicture(tag.data, track.nalLengthBytes);
    track.keyFrames.take(dts, picture);
    track.sink.video({ dts, pts, key: picture.idr, data: tag.data });
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
    for (const track of this.#pictures.values()) track?.sink.audio({ pts, data: tag.data });
  }

  /** Passes a new configuration on. Encoders repeat their sequence headers, so unchanged ones are ignored. */
  #announceVideo(trackId: number, record: Buffer): void {
    const known = this.#pictures.get(trackId);
    if (known === null || known?.record?.equals(record) === true) return;
    const nalLengthBytes = readNalLengthBytes(record);
    const format = describeAvc(record);
    if (format !== null) refuseUnplayable(format);
    const track = known ?? this.#openTrack(trackId, format?.height);
    if (track === null) return;
    track.nalLengthBytes = nalLengthBytes;
    track.record = record;
    track.sink.videoConfig({ codec: 'h264', record });
  }

  /** Opens a rendition for an additional track, named by its number of lines. All renditions share the audio. */
  #openTrack(trackId: number, height: number | undefined): PictureTrack | null {
    const sink = height === undefined ? null : this.#options.openRendition(`${height}p`);
    const track = sink === null ? null : newTrack(sink);
    this.#pictures.set(trackId, track);
    if (this.#audio !== null) track?.sink.audioConfig(this.#audio);
    return track;
  }

  #announceAudio(record: Buffer): void {
    if (this.#audioRecord?.equals(record) === true) return;
    const format = readAudioSpecificConfig(record);
    this.#audioRecord = record;
    this.#audio = { codec: 'aac', record, format };
    for (const track of this.#pictures.values()) track?.sink.audioConfig(this.#audio);
  }
}
