import { AAC_FRAME_SAMPLES, type AacFormat } from './audio-specific-config.ts';
import type { OpusFormat } from './opus.ts';

/** Format of a stream's audio: AAC from RTMP, or Opus from WebRTC. */
export type AudioFormat = AacFormat | OpusFormat;

export const isOpus = (format: AudioFormat): format is OpusFormat => format.codec === 'opus';

/** Returns the samples of each coded frame, at the format's own rate. */
export const frameSamplesOf = (format: AudioFormat): number =>
  isOpus(format) ? format.frameSamples : AAC_FRAME_SAMPLES;
