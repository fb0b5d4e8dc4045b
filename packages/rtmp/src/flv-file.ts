import { RtmpProtocolError } from './protocol-error.ts';

const SIGNATURE = 'FLV';
const TAG_HEADER_BYTES = 11;
const PREVIOUS_SIZE_BYTES = 4;

export interface FlvTag {
  /** One of `MESSAGE_TYPE`: 8 audio, 9 video, 18 metadata. */
  readonly typeId: number;
  readonly timestampMs: number;
  /** Payload of an RTMP message of that type. It is a view of the file's buffer. */
  readonly payload: Buffer;
}

/** Yields the tags of a complete FLV file in order. Throws `RtmpProtocolError` if it is invalid or truncated. */
export function* readFlvFile(file: Buffer): Generator<FlvTag, void, void> {
  if (file.length < 9 || file.toString('latin1', 0, 3) !== SIGNATURE) {
    throw new RtmpProtocolError('not an FLV file');
  }
  let offset = file.readUInt32BE(5) + PREVIOUS_SIZE_BYTES;
  while (offset + TAG_HEADER_BYTES <= file.length) {
    const start = offset + TAG_HEADER_BYTES;
    const end = start + file.readUIntBE(offset + 1, 3);
    if (end > file.length) throw new RtmpProtocolError('the FLV file is cut off');
    yield {
      typeId: file.readUInt8(offset) & 0x1f,
      // The upper 8 bits follow the lower 24.
      timestampMs: file.readUIntBE(offset + 4, 3) + file.readUInt8(offset + 7) * 2 ** 24,
      payload: file.subarray(start, end),
    };
    offset = end + PREVIOUS_SIZE_BYTES;
  }
}
