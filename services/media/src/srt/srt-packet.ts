/** Packets of the SRT protocol (draft-sharabayko-srt-01, section 3). */

const HEAD_BYTES = 16;
const CONTROL_BIT = 0x8000_0000;

export const CONTROL = {
  handshake: 0,
  keepAlive: 1,
  ack: 2,
  nak: 3,
  shutdown: 5,
  ackAck: 6,
  dropRequest: 7,
  user: 0x7fff,
} as const;

export interface DataPacket {
  readonly kind: 'data';
  readonly sequence: number;
  /** 0: not encrypted; 1: with the even key; 2: with the odd key. */
  readonly encryption: number;
  readonly socketId: number;
  /** A view of the received bytes. */
  readonly payload: Buffer;
}

export interface ControlPacket {
  readonly kind: 'control';
  /** One of `CONTROL`. */
  readonly type: number;
  readonly subtype: number;
  /** The type-specific field, such as the number of an acknowledgement. */
  readonly info: number;
  /** Receiver's socket id; 0 in a handshake. */
  readonly socketId: number;
  readonly content: Buffer;
}

/** Reads a UDP datagram; `null` if it is shorter than a header. */
export function readSrtPacket(bytes: Buffer): DataPacket | ControlPacket | null {
  if (bytes.length < HEAD_BYTES) return null;
  const first = bytes.readUInt32BE(0);
  const socketId = bytes.readUInt32BE(12);
  const rest = bytes.subarray(HEAD_BYTES);
  if ((first & CONTROL_BIT) === 0) {
    const encryption = (bytes.readUInt8(4) >> 3) & 3;
    return { kind: 'data', sequence: first, encryption, socketId, payload: rest };
  }
  return {
    kind: 'control',
    type: (first >>> 16) & 0x7fff,
    subtype: first & 0xffff,
    info: bytes.readUInt32BE(4),
    socketId,
    content: rest,
  };
}

export interface ControlFields {
  readonly type: number;
  readonly subtype?: number;
  readonly info?: number;
  /** Microseconds since the connection began. */
  readonly timestampUs: number;
  readonly socketId: number;
  readonly content?: Buffer;
}

/** Control packets have content even where none is defined, because libsrt sends four bytes there as well. */
const NO_CONTENT = Buffer.alloc(4);

export function writeControl(fields: ControlFields): Buffer {
  const { type, subtype = 0, info = 0, timestampUs, socketId, content = NO_CONTENT } = fields;
  const head = Buffer.alloc(HEAD_BYTES);
  head.writeUInt32BE((CONTROL_BIT | (type << 16) | subtype) >>> 0, 0);
  head.writeUInt32BE(info, 4);
  head.writeUInt32BE(timestampUs >>> 0, 8);
  head.writeUInt32BE(socketId, 12);
  return Buffer.concat([head, content]);
}

/** A range of lost or dropped packets, both ends included. */
export interface SequenceRange {
  readonly first: number;
  readonly last: number;
}

/** Writes the content of a NAK: a single number, or a pair whose first number has the highest bit set. */
export function writeLossList(ranges: readonly SequenceRange[]): Buffer {
  const words = ranges.flatMap(({ first, last }) =>
    first === last ? [first] : [(first | CONTROL_BIT) >>> 0, last],
  );
  const content = Buffer.alloc(words.length * 4);
  for (const [index, word] of words.entries()) content.writeUInt32BE(word, index * 4);
  return content;
}

/** Reads the content of a drop request; `null` if it is truncated. */
export const readDropRequest = (content: Buffer): SequenceRange | null =>
  content.length < 8
    ? null
    : {
        first: content.readUInt32BE(0) & 0x7fff_ffff,
        last: content.readUInt32BE(4) & 0x7fff_ffff,
      };
