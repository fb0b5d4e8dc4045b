import { MalformedMediaError, UnsupportedMediaError } from '../codec/media-error.ts';
import { type EnhancedTag, readEnhancedTags } from './enhanced-tag.ts';

/** Bodies of FLV video tags (FLV 10.1, annex E.4.3; enhanced RTMP 2 where the first bit is set). */
export type VideoTag =
  | { readonly kind: 'config'; readonly record: Buffer }
  | { readonly kind: 'frame'; readonly compositionTimeMs: number; readonly data: Buffer }
  /** The end of a sequence, or an empty or irrelevant tag. */
  | { readonly kind: 'nothing' };

/** One track's tag of a message. */
export interface TrackTag {
  /** 0 is the stream itself; others are renditions of it (enhanced RTMP 2). */
  readonly trackId: number;
  readonly tag: VideoTag;
}

const NOTHING: VideoTag = { kind: 'nothing' };

const ENHANCED = 0x80;
const FRAME_TYPE_COMMAND = 5;
const CODEC_AVC = 7;
const AVC_PACKET = { sequenceHeader: 0, coded: 1, endOfSequence: 2 } as const;
const ENHANCED_PACKET = {
  sequenceStart: 0,
  codedFrames: 1,
  sequenceEnd: 2,
  codedFramesWithoutOffset: 3,
  multitrack: 6,
} as const;
const COMPOSITION_TIME_BYTES = 3;

const CODEC_NAMES: Readonly<Record<string, string>> = {
  2: 'Sorenson H.263',
  3: 'Screen Video',
  4: 'VP6',
  5: 'VP6 with alpha',
  6: 'Screen Video 2',
  12: 'HEVC',
  13: 'AV1',
  hvc1: 'HEVC',
  hev1: 'HEVC',
  av01: 'AV1',
  vp08: 'VP8',
  vp09: 'VP9',
  vvc1: 'VVC',
};

const refuseCodec = (codec: number | string): never => {
  const name = CODEC_NAMES[codec] ?? `video codec ${JSON.stringify(codec)}`;
  throw new UnsupportedMediaError(`${name} is not supported: choose H.264`);
};

/**
 * Reads a message with one or more tracks. Additional tracks with codecs other than H.264 are skipped.
 *
 * @throws {UnsupportedMediaError} if track 0 has a codec other than H.264
 * @throws {MalformedMediaError} if the message is truncated
 */
export function readVideoTags(payload: Buffer): TrackTag[] {
  const first = payload[0];
  if (first === undefined) return [];
  const enhanced = (first & ENHANCED) !== 0;
  const frameType = (first >> 4) & 7;
  if (frameType === FRAME_TYPE_COMMAND) return [];
  if (enhanced) {
    return readEnhancedTags(payload, ENHANCED_PACKET.multitrack)
      .filter(({ trackId, fourcc }) => trackId === 0 || fourcc === 'avc1')
      .map((tag) => ({ trackId: tag.trackId, tag: readEnhancedVideo(tag) }));
  }
  const codec = first & 0x0f;
  return [{ trackId: 0, tag: codec === CODEC_AVC ? readAvcTag(payload) : refuseCodec(codec) }];
}

function readAvcTag(payload: Buffer): VideoTag {
  if (payload.length < 5) throw new MalformedMediaError('an AVC tag is cut off');
  const body = payload.subarray(5);
  switch (payload[1]) {
    case AVC_PACKET.sequenceHeader:
      return body.length === 0 ? NOTHING : { kind: 'config', record: body };
    case AVC_PACKET.coded:
      return frame(payload.readIntBE(2, COMPOSITION_TIME_BYTES), body);
    case AVC_PACKET.endOfSequence:
      return NOTHING;
    default:
      throw new MalformedMediaError(`AVC packet type ${payload[1]}`);
  }
}

function readEnhancedVideo({ packetType, fourcc, body }: EnhancedTag): VideoTag {
  if (fourcc !== 'avc1') return refuseCodec(fourcc);
  switch (packetType) {
    case ENHANCED_PACKET.sequenceStart:
      return { kind: 'config', record: body };
    case ENHANCED_PACKET.codedFrames:
      if (body.length < COMPOSITION_TIME_BYTES) {
        throw new MalformedMediaError('an enhanced AVC tag is cut off');
      }
      return frame(
        body.readIntBE(0, COMPOSITION_TIME_BYTES),
        body.subarray(COMPOSITION_TIME_BYTES),
      );
    case ENHANCED_PACKET.codedFramesWithoutOffset:
      return frame(0, body);
    default:
      return NOTHING;
  }
}

const frame = (compositionTimeMs: number, data: Buffer): VideoTag =>
  data.length === 0 ? NOTHING : { kind: 'frame', compositionTimeMs, data };
