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
/** What each encoder puts before its first sample. */
const OPUS_LEAD_SAMPLES = 120;
const AAC_LEAD_SAMPLES = 1_024;

export type SoundCodec = AudioConfig['codec'];

/** One run of a converter: what goes in, what comes out. */
export interface Conversion {
  /** What the converted sound is. */
  readonly config: AudioConfig;
  readonly arguments: readonly string[];
  readonly outSamples: number;
  readonly leadSamples: number;
  /** Before the first unit. */
  readonly preamble: Buffer;
  /** A unit as the program reads it, and its seconds; `null` where it makes no sense. */
  write(data: Buffer): { readonly bytes: Buffer; readonly seconds: number } | null;
  /** Units among what the program says; throws on nonsense. */
  read(bytes: Buffer): Buffer[];
}

/** Nothing is gathered before it is passed on. */
const SOON = [
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
const SHAPE = ['-vn', '-ac', String(CHANNELS), '-ar', String(OPUS_RATE_HZ)];

/** What the sound is once it is converted to a codec. */
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
  const reader = to === 'aac' ? new AdtsReader() : new OggOpusReader();
  return (bytes) => reader.push(bytes);
}

/** AAC to Opus, or Opus to AAC. */
export function createConversion({ format }: AudioConfig): Conversion {
  if (isOpus(format)) {
    const writer = new OggOpusWriter();
    return {
      config: convertedConfig('aac'),
      arguments: [
        ...[
          ...QUIET,
          ...SOON,
          '-f',
          'ogg',
          '-i',
          'pipe:0',
          ...SHAPE,
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
        ...SOON,
        '-f',
        'aac',
        '-i',
        'pipe:0',
        ...SHAPE,
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
