/** A header without sources or extensions (RFC 3550, 5.1). */
export const RTP_HEAD_BYTES = 12;
const VERSION = 0x80;
const MARKER = 0x80;

export interface RtpFacts {
  readonly payloadType: number;
  readonly sequence: number;
  readonly timestamp: number;
  readonly ssrc: number;
  /** Marks the last packet of a frame. */
  readonly marker: boolean;
  readonly payload: Buffer;
}

export interface RtpHead {
  readonly sequence: number;
  readonly timestamp: number;
  readonly ssrc: number;
  readonly marker: boolean;
}

/** Wraps integers as on the wire. */
export const wrap16 = (value: number): number => ((value % 0x1_0000) + 0x1_0000) % 0x1_0000;
export const wrap32 = (value: number): number =>
  ((value % 0x1_0000_0000) + 0x1_0000_0000) % 0x1_0000_0000;

/** Unwraps 16-bit numbers. */
export function unwrap16(value: number, near: number): number {
  const step = wrap16(value - near);
  return near + (step < 0x8000 ? step : step - 0x1_0000);
}

/** Unwraps 32-bit numbers. */
export function unwrap32(value: number, near: number): number {
  const step = wrap32(value - near);
  return near + (step < 0x8000_0000 ? step : step - 0x1_0000_0000);
}

/** Writes the header into the first bytes of a packet. `setPayloadType` adds each receiver's payload type. */
export function writeRtpHead(packet: Buffer, head: RtpHead): void {
  packet.writeUInt8(VERSION, 0);
  packet.writeUInt8(head.marker ? MARKER : 0, 1);
  packet.writeUInt16BE(wrap16(head.sequence), 2);
  packet.writeUInt32BE(wrap32(head.timestamp), 4);
  packet.writeUInt32BE(head.ssrc, 8);
}

export function setPayloadType(packet: Buffer, payloadType: number): void {
  packet[1] = ((packet[1] ?? 0) & MARKER) | payloadType;
}

export function setTimestamp(packet: Buffer, timestamp: number): void {
  packet.writeUInt32BE(wrap32(timestamp), 4);
}

/**
 * Whether a packet is RTCP, which shares the port. Its type is in the same byte as marker and payload type of RTP (RFC
 * 5761, 4).
 */
export const isRtcp = (message: Buffer): boolean => {
  const type = message[1] ?? 0;
  return type >= 192 && type <= 223;
};

/** Reads a packet; `null` if its lengths are inconsistent. Skips header extensions and padding. */
export function readRtp(packet: Buffer): RtpFacts | null {
  if (packet.length < RTP_HEAD_BYTES) return null;
  const first = packet.readUInt8(0);
  if (first >> 6 !== 2) return null;
  let start = RTP_HEAD_BYTES + (first & 0x0f) * 4;
  if ((first & 0x10) !== 0) {
    if (packet.length < start + 4) return null;
    start += 4 + packet.readUInt16BE(start + 2) * 4;
  }
  const padding = (first & 0x20) === 0 ? 0 : packet.readUInt8(packet.length - 1);
  const end = packet.length - padding;
  if (start > end) return null;
  const second = packet.readUInt8(1);
  return {
    payloadType: second & 0x7f,
    marker: (second & MARKER) !== 0,
    sequence: packet.readUInt16BE(2),
    timestamp: packet.readUInt32BE(4),
    ssrc: packet.readUInt32BE(8),
    payload: packet.subarray(start, end),
  };
}
