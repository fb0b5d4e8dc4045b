/**
 * The common format between ingests (RTMP, SRT, WHIP) and packagers (CMAF, RTP): coded video and audio frames with
 * timestamps on one clock.
 */

import type { AacFormat } from '../codec/audio-specific-config.ts';
import type { OpusFormat } from '../codec/opus.ts';

/**
 * Ticks per second of the timestamps in this format. Players get video times in these ticks, and audio times in
 * samples.
 */
export const CLOCK_HZ = 90_000;

export interface VideoConfig {
  readonly codec: 'h264';
  /** AVCDecoderConfigurationRecord (ISO/IEC 14496-15, 5.3.3.1), the content of `avcC`. */
  readonly record: Buffer;
}

interface AacConfig {
  readonly codec: 'aac';
  /** AudioSpecificConfig (ISO/IEC 14496-3, 1.6.2.1). */
  readonly record: Buffer;
  /** Parsed from `record`. */
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
  /** Decoding time in ticks: an integer that does not wrap. Its origin is arbitrary, but the same for audio. */
  readonly dts: number;
  /** Presentation time in ticks; with B-frames it is before or after `dts`. */
  readonly pts: number;
  /** An IDR picture: decoding can begin here. */
  readonly key: boolean;
  /** NAL units, each after a length field of the size in `record` (usually 4 bytes). */
  readonly data: Buffer;
  /** Milliseconds for which the unit was held before it was passed on; absent if it has just arrived. */
  readonly heldMs?: number;
}

export interface AudioUnit {
  /**
   * The publisher's timestamp in ticks. RTMP rounds it to a millisecond, so the packager derives exact times by
   * counting frames.
   */
  readonly pts: number;
  /** One raw AAC frame without ADTS header, or one Opus packet. */
  readonly data: Buffer;
  /** Milliseconds for which the unit was held, as for video. */
  readonly heldMs?: number;
}

/** Receives one publisher's units in order of arrival. Never throws. */
export interface StreamSink {
  videoConfig(config: VideoConfig): void;
  audioConfig(config: AudioConfig): void;
  video(unit: VideoUnit): void;
  audio(unit: AudioUnit): void;
  /** Ends the publication; the same channel may be opened again. */
  end(): void;
}

/** Receives units of a stream. The end of the stream is reported separately. */
export type UnitSink = Omit<StreamSink, 'end'>;

/** One publisher of a channel. */
export interface Publisher {
  readonly channelId: string;
  /** Rendition of the stream; absent or `''`: the stream itself. */
  readonly rendition?: string;
  readonly protocol: 'rtmp' | 'srt' | 'whip';
  readonly remoteAddress: string;
  /** Whether it publishes only while the channel has no other active publisher, and yields to any other at once. */
  readonly standby: boolean;
  /** Whether it is the channel's backup signal, which is shown while the primary one has failed. */
  readonly backup?: boolean;
  /** Ends the publisher's connection after a takeover or a stop command. */
  close(reason: string): void;
  /** Requests a key frame; absent if the protocol has no such request. */
  requestKeyFrame?(): void;
}

/**
 * Reason for refusing a publisher: the channel has another active publisher, the process has its maximum of channels,
 * the channel has its maximum of renditions, or the rendition's name is invalid.
 */
export type OpenRefusal = 'taken' | 'channels_full' | 'renditions_full' | 'name_invalid';

/** The channels of this process. */
export interface Channels {
  /** Returns the sink for a publisher's units, or the reason for the refusal. */
  open(publisher: Publisher): StreamSink | OpenRefusal;
}

/** A publisher that has sent no media for this long may be replaced by another one with the same key. */
export const PUBLISHER_STALE_MS = 3_000;
