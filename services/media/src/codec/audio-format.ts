import { AAC_FRAME_SAMPLES, type AacFormat } from './audio-specific-config.ts';
import type { OpusFormat } from './opus.ts';

/** What is known of a stream's sound: AAC as RTMP brings it, or Opus as WebRTC does. */
export type AudioFormat = AacFormat | OpusFormat;

export const isOpus = (format: AudioFormat): format is OpusFormat => format.codec === 'opus';

/** Samples of each coded frame, at the format's own rate. */
export const frameSamplesOf = (format: AudioFormat): number =>
  isOpus(format) ? format.frameSamples : AAC_FRAME_SAMPLES;
