import { writeAmf0 } from '@sangwian/rtmp/amf0-writer';
import { writeAvcFrame, writeAvcSequenceHeader } from '@sangwian/rtmp/flv-tag';
import { readVideoTags, type VideoTag } from '../rtmp/video-tag.ts';

const HEAD_BYTES = 9;
const BACK_POINTER_BYTES = 4;
const TAG_HEAD_BYTES = 11;
export const FLV_TAG = { audio: 8, video: 9, script: 18 } as const;
/** FLV header: version 1, video only, the size of the header, and the first back pointer. */
const HEAD = Buffer.from('464c5601010000000900000000', 'hex');

/** Writes one tag of an FLV stream. */
export function writeFlvTag(typeId: number, timestampMs: number, payload: Buffer): Buffer {
  const bytes = Buffer.allocUnsafe(TAG_HEAD_BYTES + payload.length + BACK_POINTER_BYTES);
  bytes.writeUInt8(typeId, 0);
  bytes.writeUIntBE(payload.length, 1, 3);
  bytes.writeUIntBE(timestampMs & 0xffffff, 4, 3);
  bytes.writeUInt8((timestampMs >>> 24) & 0x7f, 7);
  bytes.writeUIntBE(0, 8, 3);
  payload.copy(bytes, TAG_HEAD_BYTES);
  bytes.writeUInt32BE(TAG_HEAD_BYTES + payload.length, TAG_HEAD_BYTES + payload.length);
  return bytes;
}

/** Writes the beginning of an FLV stream with video only. The encoders need the frame rate for their rate control. */
export function writeFlvHead(record: Buffer, frameRate: number): Buffer {
  const metadata = writeAmf0(['onMetaData', new Map([['framerate', frameRate]])]);
  return Buffer.concat([
    HEAD,
    writeFlvTag(FLV_TAG.script, 0, metadata),
    writeFlvTag(FLV_TAG.video, 0, writeAvcSequenceHeader(record)),
  ]);
}

/** Writes one coded frame. Times are milliseconds. */
export const writeFlvPicture = (picture: {
  readonly dtsMs: number;
  readonly ptsMs: number;
  readonly key: boolean;
  readonly data: Buffer;
}): Buffer =>
  writeFlvTag(
    FLV_TAG.video,
    picture.dtsMs,
    writeAvcFrame({ ...picture, compositionTimeMs: picture.ptsMs - picture.dtsMs }),
  );

export interface FlvVideo {
  readonly timestampMs: number;
  readonly key: boolean;
  readonly tag: VideoTag;
}

/** Reads the video tags of an FLV stream that arrives in chunks of any size. */
export class FlvReader {
  #bytes: Buffer = Buffer.alloc(0);
  #begun = false;

  /** Returns the tags completed by `bytes`. @throws {MalformedMediaError} if a tag is truncated */
  push(bytes: Buffer): FlvVideo[] {
    this.#bytes = this.#bytes.length === 0 ? bytes : Buffer.concat([this.#bytes, bytes]);
    const found: FlvVideo[] = [];
    let at = 0;
    if (!this.#begun) {
      if (this.#bytes.length < HEAD_BYTES + BACK_POINTER_BYTES) return [];
      at = HEAD_BYTES + BACK_POINTER_BYTES;
      this.#begun = true;
    }
    while (this.#bytes.length - at >= TAG_HEAD_BYTES) {
      const start = at + TAG_HEAD_BYTES;
      const end = start + this.#bytes.readUIntBE(at + 1, 3);
      if (this.#bytes.length < end + BACK_POINTER_BYTES) break;
      if (this.#bytes.readUInt8(at) === FLV_TAG.video) {
        // The upper 8 bits of the time follow the lower 24.
        const timestampMs =
          this.#bytes.readUIntBE(at + 4, 3) + this.#bytes.readUInt8(at + 7) * 2 ** 24;
        const payload = Buffer.from(this.#bytes.subarray(start, end));
        const key = (payload[0] ?? 0) >> 4 === 1;
        for (const { tag } of readVideoTags(payload)) found.push({ timestampMs, key, tag });
      }
      at = end + BACK_POINTER_BYTES;
    }
    this.#bytes = this.#bytes.subarray(at);
    return found;
  }
}
