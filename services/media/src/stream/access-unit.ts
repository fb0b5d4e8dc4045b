/**
 * What every ingest (RTMP, WHIP) turns its input into, and every packager (CMAF, RTP) reads: coded pictures and
 * audio frames with timestamps on one clock.
 */

import type { AacFormat } from '../codec/audio-specific-config.ts';
import type { OpusFormat } from '../codec/opus.ts';

/** Ticks per second of every timestamp here. Video keeps it to the player; audio is counted in its own rate there. */
export const CLOCK_HZ = 90_000;

export interface VideoConfig {
  readonly codec: 'h264';
  /** AVCDecoderConfigurationRecord (ISO/IEC 14496-15, 5.3.3.1), as it stands in `avcC`. */
  readonly record: Buffer;
}

interface AacConfig {
  readonly codec: 'aac';
  /** AudioSpecificConfig (ISO/IEC 14496-3, 1.6.2.1). */
  readonly record: Buffer;
  /** What the record says. */
  readonly format: AacFormat;
}

interface OpusConfig {
  readonly codec: 'opus';
  /** The content of `dOps`. */
  readonly record: Buffer;
  readonly format: OpusFormat;
}

export type AudioConfig = AacConfig | OpusConfig;

export interface VideoUnit {
  /** Decoding time in ticks: whole, unwrapped, from any origin that audio shares. */
  readonly dts: number;
  /** Presentation time in ticks; with B-frames it differs from `dts`, to either side. */
  readonly pts: number;
  /** An IDR picture: decoding can begin here. */
  readonly key: boolean;
  /** NAL units, each behind its length of `record`'s size (usually 4 bytes). */
  readonly data: Buffer;
}

export interface AudioUnit {
  /** As the publisher says, in ticks; RTMP rounds it to a millisecond, so frames are counted rather than re-timed. */
  readonly pts: number;
  /** One raw AAC frame without ADTS header, or one Opus packet. */
  readonly data: Buffer;
}

/** Takes one publisher's units in the order of arrival, from `open` to `end`. Never throws. */
export interface StreamSink {
  videoConfig(config: VideoConfig): void;
  audioConfig(config: AudioConfig): void;
  video(unit: VideoUnit): void;
  audio(unit: AudioUnit): void;
  /** The publisher is gone; the same channel may be opened again. */
  end(): void;
}

/** One publisher of a channel, as the ingest knows it. */
export interface Publisher {
  readonly channelId: string;
  /** Which of several renditions of the stream; absent or `''`: the stream itself. */
  readonly rendition?: string;
  readonly protocol: 'rtmp' | 'whip';
  readonly remoteAddress: string;
  /** Fills the channel while nobody else publishes: gives way at once, and takes over from nobody alive. */
  readonly standby: boolean;
  /** Ends the publisher's connection: another took over, or the stop was ordered. */
  close(reason: string): void;
  /** Asks for a key frame soon; absent where nobody can be asked. */
  requestKeyFrame?(): void;
}

/**
 * Why a publisher gets no sink: another one that is not stale holds the place, the process has no room for a further
 * channel, the channel has none for a further rendition, or the name cannot be one.
 */
export type OpenRefusal = 'taken' | 'channels_full' | 'renditions_full' | 'name_invalid';

/** The channels of this process. */
export interface Channels {
  /** The sink for this publisher's units, or why there is none. */
  open(publisher: Publisher): StreamSink | OpenRefusal;
}

/** A publisher that has sent nothing for this long may be replaced by another with the same key. */
export const PUBLISHER_STALE_MS = 3_000;
