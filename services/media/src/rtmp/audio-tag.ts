import { MalformedMediaError, UnsupportedMediaError } from '../codec/media-error.ts';
import { type EnhancedTag, readEnhancedTags } from './enhanced-tag.ts';

/** Bodies of FLV audio tags (FLV 10.1, annex E.4.2; enhanced RTMP 2 where the format is 9). */
export type AudioTag =
  | { readonly kind: 'config'; readonly record: Buffer }
  | { readonly kind: 'frame'; readonly data: Buffer }
  /** An empty or irrelevant tag. */
  | { readonly kind: 'nothing' };

const NOTHING: AudioTag = { kind: 'nothing' };

const FORMAT_AAC = 10;
const FORMAT_ENHANCED = 9;
const AAC_PACKET = { sequenceHeader: 0, raw: 1 } as const;
const ENHANCED_PACKET = { sequenceStart: 0, codedFrames: 1, multitrack: 5 } as const;

const CODEC_NAMES: Readonly<Record<string, string>> = {
  0: 'PCM',
  1: 'ADPCM',
  2: 'MP3',
  3: 'PCM',
  4: 'Nellymoser',
  5: 'Nellymoser',
  6: 'Nellymoser',
  7: 'G.711',
  8: 'G.711',
  11: 'Speex',
  13: 'Opus',
  14: 'MP3',
  '.mp3': 'MP3',
  Opus: 'Opus',
  'ac-3': 'AC-3',
  'ec-3': 'E-AC-3',
  fLaC: 'FLAC',
};

const refuseCodec = (codec: number | string): never => {
  const name = CODEC_NAMES[codec] ?? `audio codec ${JSON.stringify(codec)}`;
  throw new UnsupportedMediaError(`${name} is not supported: choose AAC`);
};

/**
 * Reads the body of an audio tag.
 *
 * @throws {UnsupportedMediaError} for codecs other than AAC
 * @throws {MalformedMediaError} if the tag is truncated
 */
export function readAudioTag(payload: Buffer): AudioTag {
  const first = payload[0];
  if (first === undefined) return NOTHING;
  const format = first >> 4;
  if (format === FORMAT_ENHANCED) {
    const tags = readEnhancedTags(payload, ENHANCED_PACKET.multitrack);
    return readEnhancedAudio(tags.find(({ trackId }) => trackId === 0));
  }
  if (format !== FORMAT_AAC) return refuseCodec(format);
  if (payload.length < 2) throw new MalformedMediaError('an AAC tag is cut off');
  return tagOf(
    payload.readUInt8(1),
    AAC_PACKET.sequenceHeader,
    AAC_PACKET.raw,
    payload.subarray(2),
  );
}

function readEnhancedAudio(tag: EnhancedTag | undefined): AudioTag {
  if (tag === undefined) return NOTHING;
  if (tag.fourcc !== 'mp4a') return refuseCodec(tag.fourcc);
  const { sequenceStart, codedFrames } = ENHANCED_PACKET;
  return tagOf(tag.packetType, sequenceStart, codedFrames, tag.body);
}

function tagOf(packetType: number, config: number, coded: number, body: Buffer): AudioTag {
  if (body.length === 0) return NOTHING;
  if (packetType === config) return { kind: 'config', record: body };
  return packetType === coded ? { kind: 'frame', data: body } : NOTHING;
}
