import {
  CHUNK_BYTES_DEFAULT,
  CHUNK_STREAM_ID_MAX,
  CHUNK_STREAM_ID_OFFSET,
  CHUNK_STREAM_ID_ONE_BYTE_MAX,
  CHUNK_STREAM_ID_TWO_BYTES_MAX,
  MESSAGE_HEADER_BYTES,
  TIMESTAMP_EXTENDED,
} from './chunk-format.ts';
import { MESSAGE_TYPE, type RtmpMessage } from './message.ts';

type Format = 0 | 1 | 2;

interface SentHeader {
  readonly timestampMs: number;
  readonly length: number;
  readonly typeId: number;
  readonly streamId: number;
}

/**
 * Splits messages into chunks and omits unchanged header fields. A written Set Chunk Size applies from the next message
 * on.
 */
export class ChunkWriter {
  #chunkBytesMax = CHUNK_BYTES_DEFAULT;
  readonly #sent = new Map<number, SentHeader>();

  /** Encodes `message` for chunk stream `chunkStreamId` (2 to 65 599). */
  write(chunkStreamId: number, message: RtmpMessage): Buffer {
    if (chunkStreamId < 2 || chunkStreamId > CHUNK_STREAM_ID_MAX) {
      throw new RangeError(`chunk stream ${chunkStreamId}`);
    }
    const { payload, typeId, streamId } = message;
    const timestampMs = message.timestampMs >>> 0;
    const before = this.#sent.get(chunkStreamId);
    this.#sent.set(chunkStreamId, { timestampMs, length: payload.length, typeId, streamId });
    const format = chooseFormat(before, message);
    const field = format === 0 ? timestampMs : timestampMs - (before?.timestampMs ?? 0);
    const bytes = joinChunks(
      { chunkStreamId, format, field, typeId, streamId },
      payload,
      this.#chunkBytesMax,
    );
    if (typeId === MESSAGE_TYPE.setChunkSize) this.#chunkBytesMax = payload.readUInt32BE(0);
    return bytes;
  }
}

function chooseFormat(before: SentHeader | undefined, message: RtmpMessage): Format {
  const { streamId, typeId, payload } = message;
  if (before === undefined || before.streamId !== streamId) return 0;
  // A timestamp that decreases or wraps cannot be written as a difference.
  if (message.timestampMs >>> 0 < before.timestampMs) return 0;
  return before.typeId === typeId && before.length === payload.length ? 2 : 1;
}

interface ChunkHeader {
  readonly chunkStreamId: number;
  readonly format: Format;
  readonly field: number;
  readonly typeId: number;
  readonly streamId: number;
}

function joinChunks(header: ChunkHeader, payload: Buffer, chunkBytesMax: number): Buffer {
  const extendedBytes = header.field >= TIMESTAMP_EXTENDED ? 4 : 0;
  const basicBytes = basicHeaderBytes(header.chunkStreamId);
  const firstBytes = basicBytes + MESSAGE_HEADER_BYTES[header.format] + extendedBytes;
  const continuations = Math.max(0, Math.ceil(payload.length / chunkBytesMax) - 1);
  const bytes = Buffer.allocUnsafe(
    firstBytes + payload.length + continuations * (basicBytes + extendedBytes),
  );
  let offset = writeFirstHeader(bytes, header, payload.length);
  let taken = 0;
  for (;;) {
    const count = payload.copy(bytes, offset, taken, taken + chunkBytesMax);
    taken += count;
    offset += count;
    if (taken >= payload.length) return bytes;
    offset = writeBasicHeader(bytes, offset, 3, header.chunkStreamId);
    if (extendedBytes > 0) offset = bytes.writeUInt32BE(header.field, offset);
  }
}

function basicHeaderBytes(chunkStreamId: number): 1 | 2 | 3 {
  if (chunkStreamId <= CHUNK_STREAM_ID_ONE_BYTE_MAX) return 1;
  return chunkStreamId <= CHUNK_STREAM_ID_TWO_BYTES_MAX ? 2 : 3;
}

function writeBasicHeader(
  bytes: Buffer,
  offset: number,
  format: number,
  chunkStreamId: number,
): number {
  const size = basicHeaderBytes(chunkStreamId);
  if (size === 1) return bytes.writeUInt8((format << 6) | chunkStreamId, offset);
  const counted = chunkStreamId - CHUNK_STREAM_ID_OFFSET;
  const next = bytes.writeUInt8((format << 6) | (size === 2 ? 0 : 1), offset);
  return size === 2 ? bytes.writeUInt8(counted, next) : bytes.writeUInt16LE(counted, next);
}

function writeFirstHeader(bytes: Buffer, header: ChunkHeader, length: number): number {
  const { chunkStreamId, format, field, typeId, streamId } = header;
  let offset = writeBasicHeader(bytes, 0, format, chunkStreamId);
  offset = bytes.writeUIntBE(Math.min(field, TIMESTAMP_EXTENDED), offset, 3);
  if (format <= 1) {
    offset = bytes.writeUIntBE(length, offset, 3);
    offset = bytes.writeUInt8(typeId, offset);
  }
  if (format === 0) offset = bytes.writeUInt32LE(streamId, offset);
  if (field >= TIMESTAMP_EXTENDED) offset = bytes.writeUInt32BE(field, offset);
  return offset;
}
