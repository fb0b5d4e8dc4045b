import { MalformedMediaError } from '../codec/media-error.ts';

/**
 * Parts of enhanced RTMP (Veovera, version 2) that audio and video tags share: modifiers, multiple tracks, and FourCC
 * codec names.
 */
const PACKET_TYPE_MODIFIER = 7;
const MULTITRACK = { oneTrack: 0, manyTracksManyCodecs: 2 } as const;
const FOURCC_BYTES = 4;
/** A modifier with this size has its actual size in the next two bytes. */
const MODIFIER_BYTES_LARGE = 256;

export interface EnhancedTag {
  /** 0 for a single track. */
  readonly trackId: number;
  readonly packetType: number;
  readonly fourcc: string;
  readonly body: Buffer;
}

/**
 * Parses an enhanced tag. The lower four bits of its first byte are `packetType`. Returns one tag for each track.
 * @throws {MalformedMediaError} if the tag is truncated
 */
export function readEnhancedTags(payload: Buffer, multitrackPacketType: number): EnhancedTag[] {
  const cursor = new Cursor(payload);
  let packetType = cursor.uint(1) & 0x0f;
  while (packetType === PACKET_TYPE_MODIFIER) {
    let size = cursor.uint(1) + 1;
    if (size === MODIFIER_BYTES_LARGE) size = cursor.uint(2) + 1;
    cursor.bytes(size);
    packetType = cursor.uint(1) & 0x0f;
  }
  if (packetType !== multitrackPacketType) {
    return [{ trackId: 0, packetType, fourcc: cursor.fourcc(), body: cursor.rest() }];
  }
  return readTracks(cursor);
}

function readTracks(cursor: Cursor): EnhancedTag[] {
  const kinds = cursor.uint(1);
  const multitrackType = kinds >> 4;
  const packetType = kinds & 0x0f;
  let fourcc = multitrackType === MULTITRACK.manyTracksManyCodecs ? '' : cursor.fourcc();
  const tags: EnhancedTag[] = [];
  while (cursor.left > 0) {
    if (multitrackType === MULTITRACK.manyTracksManyCodecs) fourcc = cursor.fourcc();
    const trackId = cursor.uint(1);
    const body =
      multitrackType === MULTITRACK.oneTrack ? cursor.rest() : cursor.bytes(cursor.uint(3));
    tags.push({ trackId, packetType, fourcc, body });
  }
  return tags;
}

class Cursor {
  readonly #payload: Buffer;
  #offset = 0;

  constructor(payload: Buffer) {
    this.#payload = payload;
  }

  get left(): number {
    return this.#payload.length - this.#offset;
  }

  bytes(count: number): Buffer {
    if (count > this.left) throw new MalformedMediaError('an enhanced tag is cut off');
    this.#offset += count;
    return this.#payload.subarray(this.#offset - count, this.#offset);
  }

  uint(byteCount: number): number {
    return this.bytes(byteCount).readUIntBE(0, byteCount);
  }

  fourcc(): string {
    return this.bytes(FOURCC_BYTES).toString('latin1');
  }

  rest(): Buffer {
    return this.bytes(this.left);
  }
}
