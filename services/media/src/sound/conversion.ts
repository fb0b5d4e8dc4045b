import { isOpus } from '../codec/audio-format.ts';
import { AAC_FRAME_SAMPLES, readAudioSpecificConfig } from '../codec/audio-specific-config.ts';
import { OPUS_RATE_HZ, readOpusSamples, writeOpusRecord } from '../codec/opus.ts';
import type { AudioConfig } from '../stream/access-unit.ts';
import { AdtsReader, writeAdts } from './adts.ts';
import { OggOpusReader, OggOpusWriter } from './ogg.ts';

const CHANNELS = 2;
/** AAC-LC, 48 kHz, two channels (ISO/IEC 14496-3, 1.6.2.1). */
const AAC_RECORD = Buffer.from([0x11, 0x90]);
const OPUS_FRAME_MS = 20;
const OPUS_FRAME_SAMPLES = (OPUS_RATE_HZ / 1_000) * OPUS_FRAME_MS;
/** Samples that each encoder adds before the first input sample. */
const OPUS_LEAD_SAMPLES = 120;
const AAC_LEAD_SAMPLES = 1_024;

export type SoundCodec = AudioConfig['codec'];

/** The input and output formats of one converter run. */
export interface Conversion {
  /** Configuration of the converted audio. */
  readonly config: AudioConfig;
  readonly arguments: readonly string[];
  readonly outSamples: number;
  readonly leadSamples: number;
  /** Bytes to write before the first unit. */
  readonly preamble: Buffer;
  /** Returns a unit in ffmpeg's input format with its duration, or `null` if the unit is invalid. */
  write(data: Buffer): { readonly bytes: Buffer; readonly seconds: number } | null;
  /** Returns the units contained in ffmpeg's output. Throws if the output is invalid. */
  read(bytes: Buffer): Buffer[];
}

/** Arguments that disable buffering and probing of the input. */
const LOW_LATENCY = [
  '-fflags',
  'nobuffer',
  '-flags',
  'low_delay',
  '-probesize',
  '32',
  '-analyzeduration',
  '0',
];
const QUIET = ['-hide_banner', '-loglevel', 'error', '-threads', '1'];
const OUTPUT_FORMAT = ['-vn', '-ac', String(CHANNELS), '-ar', String(OPUS_RATE_HZ)];

/** Returns the configuration of audio that was converted to a codec. */
export const convertedConfig = (to: SoundCodec): AudioConfig =>
  to === 'aac'
    ? { codec: 'aac', record: AAC_RECORD, format: readAudioSpecificConfig(AAC_RECORD) }
    : {
        codec: 'opus',
        record: writeOpusRecord(CHANNELS),
        format: {
          codec: 'opus',
          sampleRateHz: OPUS_RATE_HZ,
          channels: CHANNELS,
          frameSamples: OPUS_FRAME_SAMPLES,
        },
      };

function readerOf(to: SoundCodec): (bytes: Buffer) => Buffer[] {
  if (to === 'aac') {
    const reader = new AdtsReader();
    return (bytes) => reader.push(bytes).map(({ data }) => data);
  }
  const reader = new OggOpusReader();
  return (bytes) => reader.push(bytes);
}

/** Creates a conversion from AAC to Opus, or from Opus to AAC. */
export function createConversion({ format }: AudioConfig): Conversion {
  if (isOpus(format)) {
    const writer = new OggOpusWriter();
    return {
      config: convertedConfig('aac'),
      arguments: [
        ...[
          ...QUIET,
          ...LOW_LATENCY,
          '-f',
          'ogg',
          '-i',
          'pipe:0',
          ...OUTPUT_FORMAT,
          '-c:a',
          'aac',
          '-b:a',
          '128k',
        ],
        ...['-flush_packets', '1', '-f', 'adts', 'pipe:1'],
      ],
      outSamples: AAC_FRAME_SAMPLES,
      leadSamples: AAC_LEAD_SAMPLES,
      preamble: writer.headers(format.channels),
      write: (data) => {
        const samples = readOpusSamples(data);
        return samples === null
          ? null
          : { bytes: writer.packet(data, samples), seconds: samples / OPUS_RATE_HZ };
      },
      read: readerOf('aac'),
    };
  }
  return {
    config: convertedConfig('opus'),
    arguments: [
      ...[
        ...QUIET,
        ...LOW_LATENCY,
        '-f',
        'aac',
        '-i',
        'pipe:0',
        ...OUTPUT_FORMAT,
        '-c:a',
        'libopus',
        '-b:a',
        '96k',
      ],
      ...['-application', 'lowdelay', '-frame_duration', String(OPUS_FRAME_MS)],
      ...['-page_duration', '1', '-flush_packets', '1', '-f', 'ogg', 'pipe:1'],
    ],
    outSamples: OPUS_FRAME_SAMPLES,
    leadSamples: OPUS_LEAD_SAMPLES,
    preamble: Buffer.alloc(0),
    write: (data) => {
      const bytes = writeAdts(format, data);
      return bytes === null ? null : { bytes, seconds: AAC_FRAME_SAMPLES / format.sampleRateHz };
    },
    read: readerOf('opus'),
  };
}
