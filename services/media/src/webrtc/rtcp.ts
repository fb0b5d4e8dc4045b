import { wrap16, wrap32 } from './rtp-packet.ts';

/** Reads and writes RTCP (RFC 3550, RFC 4585 and the REMB draft). */

const TYPE = {
  senderReport: 200,
  receiverReport: 201,
  description: 202,
  goodbye: 203,
  transport: 205,
  payload: 206,
};
const FORMAT = { nack: 1, pictureLoss: 1, fullIntra: 4, application: 15 };
/** Seconds from 1900 to 1970. */
const NTP_EPOCH_S = 2_208_988_800;
const FRACTION = 0x1_0000_0000;
/** Maximum sequence numbers in one NACK; further ones are not requested. */
const NACK_MAX = 256;

/** Reception of one source (RFC 3550, 6.4.1). */
export interface ReceptionBlock {
  readonly ssrc: number;
  /** Packets lost since the beginning; negative if duplicates exceed the losses. */
  readonly lost: number;
  /** The upper half counts the wraps. */
  readonly highestSequence: number;
}

export type RtcpMessage =
  | {
      readonly type: 'sender_report';
      readonly ssrc: number;
      /** Milliseconds since 1970 by the sender's clock. */
      readonly ntpMs: number;
      /** The middle 32 bits of the NTP time, which receiver reports repeat. */
      readonly ntpMiddle: number;
      readonly timestamp: number;
    }
  | {
      readonly type: 'receiver_report';
      /** One block per received source. */
      readonly blocks: readonly ReceptionBlock[];
    }
  | { readonly type: 'goodbye'; readonly ssrc: number }
  | { readonly type: 'nack'; readonly ssrc: number; readonly sequences: readonly number[] }
  | { readonly type: 'key_frame_request'; readonly ssrc: number };

function readNack(body: Buffer): number[] {
  const sequences: number[] = [];
  for (let offset = 8; offset + 4 <= body.length && sequences.length < NACK_MAX; offset += 4) {
    const first = body.readUInt16BE(offset);
    const mask = body.readUInt16BE(offset + 2);
    sequences.push(first);
    for (let bit = 0; bit < 16; bit += 1) {
      if ((mask & (1 << bit)) !== 0) sequences.push(wrap16(first + bit + 1));
    }
  }
  return sequences;
}

const BLOCK_BYTES = 24;

function readBlocks(count: number, body: Buffer): ReceptionBlock[] {
  const blocks: ReceptionBlock[] = [];
  for (let offset = 4; blocks.length < count && offset + BLOCK_BYTES <= body.length; ) {
    blocks.push({
      ssrc: body.readUInt32BE(offset),
      lost: body.readIntBE(offset + 5, 3),
      highestSequence: body.readUInt32BE(offset + 8),
    });
    offset += BLOCK_BYTES;
  }
  return blocks;
}

function readOne(format: number, type: number, body: Buffer): RtcpMessage | null {
  if (type === TYPE.senderReport && body.length >= 24) {
    const seconds = body.readUInt32BE(4);
    const fraction = body.readUInt32BE(8);
    return {
      type: 'sender_report',
      ssrc: body.readUInt32BE(0),
      ntpMs: (seconds - NTP_EPOCH_S + fraction / FRACTION) * 1_000,
      ntpMiddle: wrap32((seconds & 0xffff) * 0x1_0000 + Math.floor(fraction / 0x1_0000)),
      timestamp: body.readUInt32BE(12),
    };
  }
  if (type === TYPE.receiverReport && body.length >= 4)
    return { type: 'receiver_report', blocks: readBlocks(format, body) };
  if (type === TYPE.goodbye && body.length >= 4)
    return { type: 'goodbye', ssrc: body.readUInt32BE(0) };
  if (body.length < 8) return null;
  const ssrc = body.readUInt32BE(4);
  if (type === TYPE.transport && format === FORMAT.nack)
    return { type: 'nack', ssrc, sequences: readNack(body) };
  const asksKeyFrame = format === FORMAT.pictureLoss || format === FORMAT.fullIntra;
  return type === TYPE.payload && asksKeyFrame ? { type: 'key_frame_request', ssrc } : null;
}

/** Reads the known messages of a compound packet; skips unknown and truncated ones. */
export function readRtcp(packet: Buffer): RtcpMessage[] {
  const messages: RtcpMessage[] = [];
  let offset = 0;
  while (offset + 4 <= packet.length && packet.readUInt8(offset) >> 6 === 2) {
    const end = offset + (packet.readUInt16BE(offset + 2) + 1) * 4;
    if (end > packet.length) break;
    const message = readOne(
      packet.readUInt8(offset) & 0x1f,
      packet.readUInt8(offset + 1),
      packet.subarray(offset + 4, end),
    );
    if (message !== null) messages.push(message);
    offset = end;
  }
  return messages;
}

function write(type: number, count: number, ...words: readonly number[]): Buffer {
  const packet = Buffer.allocUnsafe(4 + words.length * 4);
  packet.writeUInt8(0x80 | count, 0);
  packet.writeUInt8(type, 1);
  packet.writeUInt16BE(words.length, 2);
  words.forEach((word, index) => {
    packet.writeUInt32BE(wrap32(word), 4 + index * 4);
  });
  return packet;
}

/** Writes the CNAME of an SSRC, which every compound packet needs (RFC 3550, 6.1). */
function writeName(ssrc: number, name: string): Buffer {
  const length = Math.ceil((8 + 2 + name.length + 1) / 4) * 4;
  const packet = Buffer.alloc(length);
  packet.writeUInt8(0x81, 0);
  packet.writeUInt8(TYPE.description, 1);
  packet.writeUInt16BE(length / 4 - 1, 2);
  packet.writeUInt32BE(ssrc, 4);
  packet.writeUInt8(1, 8);
  packet.writeUInt8(name.length, 9);
  packet.write(name, 10, 'latin1');
  return packet;
}

export interface SenderReport {
  readonly ssrc: number;
  readonly name: string;
  /** A moment on the wall clock. */
  readonly wallMs: number;
  /** The same moment on the stream's clock. */
  readonly timestamp: number;
  readonly packets: number;
  readonly bytes: number;
}

/** Writes a report from which a receiver synchronizes video and audio. */
export function writeSenderReport(report: SenderReport): Buffer {
  const seconds = Math.floor(report.wallMs / 1_000);
  const fraction = Math.floor(((report.wallMs % 1_000) / 1_000) * FRACTION);
  return Buffer.concat([
    write(
      TYPE.senderReport,
      0,
      report.ssrc,
      seconds + NTP_EPOCH_S,
      fraction,
      report.timestamp,
      report.packets,
      report.bytes,
    ),
    writeName(report.ssrc, report.name),
  ]);
}

export interface ReceiverReport {
  readonly ownSsrc: number;
  readonly ssrc: number;
  /** Share lost since the previous report, in 1/256. */
  readonly fractionLost: number;
  readonly lost: number;
  /** Unwrapped; the upper half counts the wraps. */
  readonly highestSequence: number;
  readonly jitter: number;
  readonly lastReportMiddle: number;
  readonly sinceLastReportMs: number;
  /** Maximum bit rate for the sender. */
  readonly bitrateBps: number;
}

/** Writes the reception and the maximum bit rate (REMB, draft-alvestrand-rmcat-remb-03). */
export function writeReceiverReport(report: ReceiverReport): Buffer {
  const exponent = Math.max(0, Math.ceil(Math.log2((report.bitrateBps + 1) / 0x40000)));
  const mantissa = Math.floor(report.bitrateBps / 2 ** exponent);
  return Buffer.concat([
    write(
      TYPE.receiverReport,
      1,
      report.ownSsrc,
      report.ssrc,
      report.fractionLost * 0x100_0000 + Math.min(report.lost, 0x7f_ffff),
      report.highestSequence,
      report.jitter,
      report.lastReportMiddle,
      Math.round((report.sinceLastReportMs * 65_536) / 1_000),
    ),
    write(
      TYPE.payload,
      FORMAT.application,
      report.ownSsrc,
      0,
      0x52454d42,
      0x100_0000 + exponent * 0x4_0000 + mantissa,
      report.ssrc,
    ),
  ]);
}

export const writeKeyFrameRequest = (ownSsrc: number, ssrc: number): Buffer =>
  write(TYPE.payload, FORMAT.pictureLoss, ownSsrc, ssrc);

/** Writes a goodbye (RFC 3550, 6.6); send it after a report in the same packet. */
export const writeGoodbye = (ownSsrc: number): Buffer => write(TYPE.goodbye, 1, ownSsrc);

/** Writes a request for missing packets; `sequences` are in ascending order. */
export function writeNack(ownSsrc: number, ssrc: number, sequences: readonly number[]): Buffer {
  const words: number[] = [];
  let rest = sequences.slice(0, NACK_MAX);
  for (let first = rest[0]; first !== undefined; first = rest[0]) {
    let mask = 0;
    const later: number[] = [];
    for (const sequence of rest.slice(1)) {
      const bit = wrap16(sequence - first) - 1;
      if (bit >= 0 && bit < 16) mask |= 1 << bit;
      else later.push(sequence);
    }
    words.push(wrap16(first) * 0x1_0000 + mask);
    rest = later;
  }
  return write(TYPE.transport, FORMAT.nack, ownSsrc, ssrc, ...words);
}
