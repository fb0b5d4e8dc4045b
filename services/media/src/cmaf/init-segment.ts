import { type AudioFormat, isOpus } from '../codec/audio-format.ts';
import type { AvcDescription } from '../codec/avc-record.ts';

export const VIDEO_TRACK_ID = 1;
export const AUDIO_TRACK_ID = 2;

/** Tracks that an initialisation segment declares. */
export interface Tracks {
  readonly video: {
    readonly record: Buffer;
    readonly description: AvcDescription;
    readonly clockHz: number;
  };
  readonly audio: { readonly record: Buffer; readonly description: AudioFormat } | null;
}

const MATRIX = Buffer.alloc(36);
MATRIX.writeUInt32BE(0x10000, 0);
MATRIX.writeUInt32BE(0x10000, 16);
MATRIX.writeUInt32BE(0x40000000, 32);
/** `und`, packed as three letters of five bits. */
const LANGUAGE_UNDETERMINED = 0x55c4;

const u16 = (...values: number[]): Buffer => {
  const buffer = Buffer.alloc(values.length * 2);
  values.forEach((value, index) => {
    buffer.writeUInt16BE(value, index * 2);
  });
  return buffer;
};

const u32 = (...values: number[]): Buffer => {
  const buffer = Buffer.alloc(values.length * 4);
  values.forEach((value, index) => {
    buffer.writeUInt32BE(value, index * 4);
  });
  return buffer;
};

const box = (type: string, ...content: readonly Buffer[]): Buffer => {
  const size = content.reduce((sum, buffer) => sum + buffer.length, 8);
  return Buffer.concat([u32(size), Buffer.from(type, 'latin1'), ...content], size);
};

const fullBox = (type: string, version: number, flags: number, ...content: Buffer[]): Buffer =>
  box(type, u32(version * 0x1000000 + flags), ...content);

const movieHeader = (): Buffer =>
  fullBox(
    'mvhd',
    0,
    0,
    u32(0, 0, 1000, 0, 0x10000),
    u16(0x100, 0),
    u32(0, 0),
    MATRIX,
    Buffer.alloc(24),
    u32(AUDIO_TRACK_ID + 1),
  );

const trackHeader = (id: number, volume: number, width: number, height: number): Buffer =>
  fullBox(
    'tkhd',
    0,
    3,
    u32(0, 0, id, 0, 0, 0, 0),
    u16(0, 0, volume, 0),
    MATRIX,
    u32(width * 0x10000, height * 0x10000),
  );

const handler = (type: string, name: string): Buffer =>
  fullBox(
    'hdlr',
    0,
    0,
    u32(0),
    Buffer.from(type, 'latin1'),
    Buffer.alloc(12),
    Buffer.from(`${name}\0`, 'latin1'),
  );

const sampleTable = (entry: Buffer): Buffer =>
  box(
    'stbl',
    fullBox('stsd', 0, 0, u32(1), entry),
    fullBox('stts', 0, 0, u32(0)),
    fullBox('stsc', 0, 0, u32(0)),
    fullBox('stsz', 0, 0, u32(0, 0)),
    fullBox('stco', 0, 0, u32(0)),
  );

const media = (clockHz: number, handlerBox: Buffer, header: Buffer, entry: Buffer): Buffer =>
  box(
    'mdia',
    fullBox('mdhd', 0, 0, u32(0, 0, clockHz, 0), u16(LANGUAGE_UNDETERMINED, 0)),
    handlerBox,
    box(
      'minf',
      header,
      box('dinf', fullBox('dref', 0, 0, u32(1), fullBox('url ', 0, 1))),
      sampleTable(entry),
    ),
  );

function videoTrack({ record, description, clockHz }: Tracks['video']): Buffer {
  const { width, height } = description;
  const entry = box(
    'avc1',
    Buffer.alloc(6),
    u16(1),
    Buffer.alloc(16),
    u16(width, height),
    u32(0x480000, 0x480000, 0),
    u16(1),
    Buffer.alloc(32),
    u16(24, 0xffff),
    box('avcC', record),
  );
  return box(
    'trak',
    trackHeader(VIDEO_TRACK_ID, 0, width, height),
    media(clockHz, handler('vide', 'video'), fullBox('vmhd', 0, 1, u16(0, 0, 0, 0)), entry),
  );
}

/** Writes a descriptor (ISO/IEC 14496-1, 8.2.2): tag, length, content of less than 128 bytes. */
const descriptor = (tag: number, ...content: Buffer[]): Buffer => {
  const body = Buffer.concat(content);
  return Buffer.concat([Buffer.from([tag, 0x80, 0x80, 0x80, body.length]), body]);
};

function elementaryStream(record: Buffer): Buffer {
  const decoder = descriptor(
    4,
    Buffer.from([0x40, 0x15, 0, 0, 0]),
    u32(0, 0),
    descriptor(5, record),
  );
  return fullBox(
    'esds',
    0,
    0,
    descriptor(3, u16(AUDIO_TRACK_ID), Buffer.from([0]), decoder, descriptor(6, Buffer.from([2]))),
  );
}

function audioTrack({ record, description }: NonNullable<Tracks['audio']>): Buffer {
  const { sampleRateHz, channels } = description;
  // The box stores the sample rate in 16 bits. Decoders read a higher rate from the decoder configuration.
  const boxRate = sampleRateHz < 0x10000 ? sampleRateHz * 0x10000 : 0;
  const opus = isOpus(description);
  const entry = box(
    opus ? 'Opus' : 'mp4a',
    Buffer.alloc(6),
    u16(1),
    Buffer.alloc(8),
    u16(channels, 16, 0, 0),
    u32(boxRate),
    opus ? box('dOps', record) : elementaryStream(record),
  );
  return box(
    'trak',
    trackHeader(AUDIO_TRACK_ID, 0x100, 0, 0),
    media(sampleRateHz, handler('soun', 'audio'), fullBox('smhd', 0, 0, u16(0, 0)), entry),
  );
}

const trackDefaults = (id: number): Buffer => fullBox('trex', 0, 0, u32(id, 1, 0, 0, 0));

/**
 * Writes the initialisation segment (`ftyp`, `moov`; ISO/IEC 14496-12) of at most one video and one audio track.
 * `video: null` means audio only.
 */
export function writeInitSegment({
  video,
  audio,
}: Pick<Tracks, 'audio'> & { readonly video: Tracks['video'] | null }): Buffer {
  const brands = Buffer.from('iso6iso5mp41', 'latin1');
  const tracks = [
    ...(video === null ? [] : [videoTrack(video)]),
    ...(audio === null ? [] : [audioTrack(audio)]),
  ];
  const defaults = [
    ...(video === null ? [] : [trackDefaults(VIDEO_TRACK_ID)]),
    ...(audio === null ? [] : [trackDefaults(AUDIO_TRACK_ID)]),
  ];
  return Buffer.concat([
    box('ftyp', Buffer.from('iso6', 'latin1'), u32(1), brands),
    box('moov', movieHeader(), ...tracks, box('mvex', ...defaults)),
  ]);
}
