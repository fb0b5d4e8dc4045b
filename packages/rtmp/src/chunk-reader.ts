import {
  CHUNK_BYTES_DEFAULT,
  CHUNK_BYTES_MAX,
  CHUNK_STREAM_ID_OFFSET,
  MESSAGE_HEADER_BYTES,
  TIMESTAMP_EXTENDED,
} from './chunk-format.ts';
import { MESSAGE_TYPE, type RtmpMessage } from './message.ts';
import { RtmpProtocolError } from './protocol-error.ts';

/** Basic header (3), message header (11), extended timestamp (4). */
const HEADER_BYTES_MAX = 18;
const EXTENDED_BYTES = 4;
/** Initial size of a payload's buffer, which doubles as bytes arrive, because declared lengths are untrusted. */
const PAYLOAD_BYTES_FIRST = 16_384;

export interface ChunkReaderLimits {
  /** Longest message, in bytes. */
  readonly messageBytesMax: number;
  /** Buffers of all unfinished messages together, in bytes. */
  readonly bufferedBytesMax: number;
  readonly chunkStreamsMax: number;
}

/** State of a chunk stream between chunks, because headers omit unchanged fields. */
interface ChunkStream {
  timestampMs: number;
  /** The timestamp field of the last header that had one: absolute after a type 0 header, otherwise a difference. */
  timestampField: number;
  extended: boolean;
  length: number;
  typeId: number;
  streamId: number;
  /** The unfinished message. */
  payload: Buffer | null;
  received: number;
}

/**
 * Assembles messages from chunks, and applies Set Chunk Size and Abort. Needs every byte after the handshake, in order.
 * Throws `RtmpProtocolError` if the input is invalid or exceeds a limit, and must not be used after that.
 */
export class ChunkReader {
  #limits: ChunkReaderLimits;
  #chunkBytesMax = CHUNK_BYTES_DEFAULT;
  readonly #streams = new Map<number, ChunkStream>();
  readonly #header = Buffer.alloc(HEADER_BYTES_MAX);
  #headerFilled = 0;
  /** The chunk stream whose chunk is being read; `null` between chunks. */
  #current: ChunkStream | null = null;
  #chunkBytesLeft = 0;
  #bufferedBytes = 0;
  #bytesRead = 0;

  constructor(limits: ChunkReaderLimits) {
    this.#limits = limits;
  }

  /** Bytes read so far, for acknowledgements. */
  get bytesRead(): number {
    return this.#bytesRead;
  }

  /** Size of the buffers of unfinished messages, in bytes. */
  get bufferedBytes(): number {
    return this.#bufferedBytes;
  }

  /** Changes the limits from the next message on; authorised peers may send more. */
  setLimits(limits: ChunkReaderLimits): void {
    this.#limits = limits;
  }

  /** Processes the next bytes and yields the messages completed by them, including control messages. */
  *read(bytes: Buffer): Generator<RtmpMessage, void, void> {
    this.#bytesRead += bytes.length;
    yield* this.#consume(bytes);
  }

  *#consume(bytes: Buffer): Generator<RtmpMessage, void, void> {
    let offset = 0;
    while (offset < bytes.length) {
      if (this.#current === null) {
        offset = this.#takeHeader(bytes, offset);
        if (this.#headerFilled < this.#headerBytes()) continue;
        const payloadStart = this.#openChunk();
        if (payloadStart !== null) yield* this.#consume(payloadStart);
      } else {
        offset = this.#takePayload(this.#current, bytes, offset);
      }
      const message = this.#finishMessage();
      if (message !== null) yield message;
    }
  }

  #takeHeader(bytes: Buffer, offset: number): number {
    const wanted = this.#headerBytes() - this.#headerFilled;
    const copied = bytes.copy(this.#header, this.#headerFilled, offset, offset + wanted);
    this.#headerFilled += copied;
    return offset + copied;
  }

  /** Returns the length of the header, if it is known from the bytes received so far. */
  #headerBytes(): number {
    if (this.#headerFilled === 0) return 1;
    const { format, basicBytes } = this.#basicHeader();
    const fixedBytes = basicBytes + MESSAGE_HEADER_BYTES[format];
    if (this.#headerFilled < fixedBytes) return fixedBytes;
    const extended =
      format === 3
        ? (this.#streams.get(this.#chunkStreamId())?.extended ?? false)
        : this.#header.readUIntBE(basicBytes, 3) === TIMESTAMP_EXTENDED;
    return fixedBytes + (extended ? EXTENDED_BYTES : 0);
  }

  #basicHeader(): { format: 0 | 1 | 2 | 3; basicBytes: 1 | 2 | 3 } {
    const first = this.#header.readUInt8(0);
    const form = first & 0x3f;
    return {
      format: (first >> 6) as 0 | 1 | 2 | 3,
      basicBytes: form === 0 ? 2 : form === 1 ? 3 : 1,
    };
  }

  #chunkStreamId(): number {
    const { basicBytes } = this.#basicHeader();
    if (basicBytes === 1) return this.#header.readUInt8(0) & 0x3f;
    // Three bytes are little-endian: the second byte counts ones, the third 256s.
    const ones = this.#header.readUInt8(1) + CHUNK_STREAM_ID_OFFSET;
    return basicBytes === 2 ? ones : ones + this.#header.readUInt8(2) * 256;
  }

  /** Starts or continues a message after its header. Returns payload bytes that were read as part of the header. */
  #openChunk(): Buffer | null {
    const { format, basicBytes } = this.#basicHeader();
    const stream = this.#streamFor(this.#chunkStreamId(), format);
    const headerFilled = this.#headerFilled;
    this.#headerFilled = 0;
    this.#current = stream;
    let payloadStart: Buffer | null = null;
    if (stream.payload === null) {
      this.#applyMessageHeader(stream, format, basicBytes);
      this.#openMessage(stream);
    } else if (format !== 3) {
      throw new RtmpProtocolError('a message begins inside another of its chunk stream');
    } else if (stream.extended && !this.#repeatsTimestamp(stream, basicBytes)) {
      // Some encoders omit the extended timestamp in continuation chunks. This is detected by comparing the value.
      payloadStart = Buffer.copyBytesFrom(this.#header, basicBytes, headerFilled - basicBytes);
    }
    this.#chunkBytesLeft = Math.min(this.#chunkBytesMax, stream.length - stream.received);
    return payloadStart;
  }

  #repeatsTimestamp(stream: ChunkStream, offset: number): boolean {
    const value = this.#header.readUInt32BE(offset);
    return value === stream.timestampField || value === stream.timestampMs;
  }

  #streamFor(chunkStreamId: number, format: number): ChunkStream {
    const known = this.#streams.get(chunkStreamId);
    if (known !== undefined) return known;
    // Type 1 is accepted because librtmp opens its pings with it; other types need a previous header.
    if (format > 1) throw new RtmpProtocolError(`chunk stream opens with type ${format}`);
    if (this.#streams.size >= this.#limits.chunkStreamsMax) {
      throw new RtmpProtocolError(`more than ${this.#limits.chunkStreamsMax} chunk streams`);
    }
    const stream: ChunkStream = {
      timestampMs: 0,
      timestampField: 0,
      extended: false,
      length: 0,
      typeId: 0,
      streamId: 0,
      payload: null,
      received: 0,
    };
    this.#streams.set(chunkStreamId, stream);
    return stream;
  }

  #applyMessageHeader(stream: ChunkStream, format: 0 | 1 | 2 | 3, offset: number): void {
    const header = this.#header;
    const extendedOffset = offset + MESSAGE_HEADER_BYTES[format];
    if (format < 3) {
      const field = header.readUIntBE(offset, 3);
      stream.extended = field === TIMESTAMP_EXTENDED;
      stream.timestampField = field;
    }
    if (stream.extended) stream.timestampField = header.readUInt32BE(extendedOffset);
    if (format <= 1) {
      stream.length = header.readUIntBE(offset + 3, 3);
      stream.typeId = header.readUInt8(offset + 6);
    }
    // Unlike the other fields, the message stream id is little-endian.
    if (format === 0) stream.streamId = header.readUInt32LE(offset + 7);
    // A new message of type 3 repeats the last field as a difference, even if the field was a type 0's absolute time.
    const base = format === 0 ? 0 : stream.timestampMs;
    stream.timestampMs = (base + stream.timestampField) >>> 0;
  }

  #openMessage(stream: ChunkStream): void {
    if (stream.length > this.#limits.messageBytesMax) {
      throw new RtmpProtocolError(
        `a message of ${stream.length} bytes, ${this.#limits.messageBytesMax} at the most`,
      );
    }
    stream.received = 0;
    stream.payload = this.#allocate(Math.min(stream.length, PAYLOAD_BYTES_FIRST));
  }

  #allocate(bytes: number): Buffer {
    this.#bufferedBytes += bytes;
    if (this.#bufferedBytes > this.#limits.bufferedBytesMax) {
      throw new RtmpProtocolError(
        `unfinished messages hold more than ${this.#limits.bufferedBytesMax} bytes`,
      );
    }
    return Buffer.allocUnsafe(bytes);
  }

  #takePayload(stream: ChunkStream, bytes: Buffer, offset: number): number {
    const count = Math.min(this.#chunkBytesLeft, bytes.length - offset);
    const payload = this.#withRoomFor(stream, stream.received + count);
    bytes.copy(payload, stream.received, offset, offset + count);
    stream.received += count;
    this.#chunkBytesLeft -= count;
    return offset + count;
  }

  #withRoomFor(stream: ChunkStream, bytes: number): Buffer {
    const old = stream.payload ?? Buffer.alloc(0);
    if (bytes <= old.length) return old;
    let capacity = old.length;
    while (capacity < bytes) capacity = Math.min(capacity * 2, stream.length);
    const grown = this.#allocate(capacity);
    old.copy(grown, 0, 0, stream.received);
    this.#bufferedBytes -= old.length;
    stream.payload = grown;
    return grown;
  }

  /** Returns the message if the chunk completed it. */
  #finishMessage(): RtmpMessage | null {
    const stream = this.#current;
    if (stream === null || this.#chunkBytesLeft > 0) return null;
    this.#current = null;
    if (stream.payload === null || stream.received < stream.length) return null;
    const { typeId, streamId, timestampMs, payload } = stream;
    this.#discard(stream);
    const message = { typeId, streamId, timestampMs, payload };
    this.#apply(message);
    return message;
  }

  #discard(stream: ChunkStream): void {
    this.#bufferedBytes -= stream.payload?.length ?? 0;
    stream.payload = null;
    stream.received = 0;
  }

  /** Applies the two control messages for the chunk stream: Set Chunk Size and Abort. */
  #apply({ typeId, payload }: RtmpMessage): void {
    if (typeId !== MESSAGE_TYPE.setChunkSize && typeId !== MESSAGE_TYPE.abort) return;
    if (payload.length < 4) throw new RtmpProtocolError('a control message is too short');
    const value = payload.readUInt32BE(0);
    if (typeId === MESSAGE_TYPE.abort) {
      const stream = this.#streams.get(value);
      if (stream !== undefined) this.#discard(stream);
      return;
    }
    if (value < 1 || value > 0x7fffffff) throw new RtmpProtocolError(`chunk size ${value}`);
    this.#chunkBytesMax = Math.min(value, CHUNK_BYTES_MAX);
  }
}
