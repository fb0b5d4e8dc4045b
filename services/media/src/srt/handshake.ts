/** Handshakes of the SRT protocol, version 5, between a caller and a listener (draft-sharabayko-srt-01, 3.2.1). */

const FIXED_BYTES = 48;
const WORD_BYTES = 4;

export const HANDSHAKE = { induction: 1, conclusion: 0xffff_ffff } as const;
/** A refused conclusion has this number plus the reason as its type. */
const REFUSED = 1_000;
/** Value of the extension field in the response to an induction. */
export const VERSION_5_MAGIC = 0x4a17;
/** Bits of the extension field of a conclusion. */
export const EXTENSION_FLAG = { request: 1, keyMaterial: 2 } as const;
export const EXTENSION = {
  request: 1,
  response: 2,
  keyRequest: 3,
  keyResponse: 4,
  streamId: 5,
  congestion: 6,
  filter: 7,
} as const;

/** Reasons of libsrt for a refusal. Those above 1000 are 1000 plus a status code of HTTP. */
export const SRT_REFUSAL = {
  version: 8,
  badSecret: 10,
  unsecure: 11,
  messageMode: 12,
  congestion: 13,
  filter: 14,
  badRequest: 1_400,
  unauthorized: 1_401,
  overload: 1_402,
  conflict: 1_409,
  unavailable: 1_503,
} as const;
export type SrtRefusal = (typeof SRT_REFUSAL)[keyof typeof SRT_REFUSAL];

export interface Handshake {
  readonly version: number;
  /** Advertised key length in units of 8 bytes; 0: no encryption. */
  readonly encryption: number;
  readonly extensionField: number;
  readonly initialSequence: number;
  readonly packetBytesMax: number;
  readonly windowPackets: number;
  /** One of `HANDSHAKE`, or a refusal. */
  readonly type: number;
  /** Sender's socket id. */
  readonly socketId: number;
  readonly cookie: number;
  readonly extensions: ReadonlyMap<number, Buffer>;
}

/** Reads the content of a handshake packet; `null` if it is truncated. */
export function readHandshake(content: Buffer): Handshake | null {
  if (content.length < FIXED_BYTES) return null;
  const extensions = new Map<number, Buffer>();
  let at = FIXED_BYTES;
  while (at + WORD_BYTES <= content.length) {
    const start = at + WORD_BYTES;
    const end = start + content.readUInt16BE(at + 2) * WORD_BYTES;
    if (end > content.length) return null;
    extensions.set(content.readUInt16BE(at), content.subarray(start, end));
    at = end;
  }
  return {
    version: content.readUInt32BE(0),
    encryption: content.readUInt16BE(4),
    extensionField: content.readUInt16BE(6),
    initialSequence: content.readUInt32BE(8) & 0x7fff_ffff,
    packetBytesMax: content.readUInt32BE(12),
    windowPackets: content.readUInt32BE(16),
    type: content.readUInt32BE(20),
    socketId: content.readUInt32BE(24),
    cookie: content.readUInt32BE(28),
    extensions,
  };
}

/** Writes the content of a handshake packet. The peer's IP address, which callers ignore, stays zero. */
export function writeHandshake(handshake: Handshake): Buffer {
  const fixed = Buffer.alloc(FIXED_BYTES);
  fixed.writeUInt32BE(handshake.version, 0);
  fixed.writeUInt16BE(handshake.encryption, 4);
  fixed.writeUInt16BE(handshake.extensionField, 6);
  fixed.writeUInt32BE(handshake.initialSequence, 8);
  fixed.writeUInt32BE(handshake.packetBytesMax, 12);
  fixed.writeUInt32BE(handshake.windowPackets, 16);
  fixed.writeUInt32BE(handshake.type, 20);
  fixed.writeUInt32BE(handshake.socketId, 24);
  fixed.writeUInt32BE(handshake.cookie, 28);
  const extensions = Array.from(handshake.extensions, ([type, content]) => {
    const head = Buffer.alloc(WORD_BYTES);
    head.writeUInt16BE(type, 0);
    head.writeUInt16BE(content.length / WORD_BYTES, 2);
    return Buffer.concat([head, content]);
  });
  return Buffer.concat([fixed, ...extensions]);
}

/** Returns the response that refuses a conclusion. */
export const refuseHandshake = (request: Handshake, reason: SrtRefusal): Handshake => ({
  ...request,
  type: REFUSED + reason,
  extensions: new Map(),
});

/** Options of a caller or a listener. */
export interface HandshakeOptions {
  readonly srtVersion: number;
  readonly flags: number;
  /** Milliseconds for which the receiver of the data waits for a lost packet. */
  readonly receiverDelayMs: number;
  readonly senderDelayMs: number;
}

export const OPTION_FLAG = {
  timedSending: 0x01,
  timedReceiving: 0x02,
  encryption: 0x04,
  dropsLatePackets: 0x08,
  reportsLosses: 0x10,
  marksRepeats: 0x20,
  isByteStream: 0x40,
} as const;

/** Reads the request of a conclusion; `null` if it is truncated. */
export const readOptions = (content: Buffer): HandshakeOptions | null =>
  content.length < 12
    ? null
    : {
        srtVersion: content.readUInt32BE(0),
        flags: content.readUInt32BE(4),
        receiverDelayMs: content.readUInt16BE(8),
        senderDelayMs: content.readUInt16BE(10),
      };

export function writeOptions(options: HandshakeOptions): Buffer {
  const content = Buffer.alloc(12);
  content.writeUInt32BE(options.srtVersion, 0);
  content.writeUInt32BE(options.flags, 4);
  content.writeUInt16BE(options.receiverDelayMs, 8);
  content.writeUInt16BE(options.senderDelayMs, 10);
  return content;
}

/** Reads a text extension. The bytes of each word are reversed, and zeros fill the last word. */
export const readText = (content: Buffer): string =>
  Buffer.from(content.subarray(0, content.length - (content.length % WORD_BYTES)))
    .swap32()
    .toString('utf8')
    .replace(/\0+$/, '');
