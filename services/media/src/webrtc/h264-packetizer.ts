import { RTP_HEAD_BYTES } from './rtp-packet.ts';

/** Maximum payload. It leaves room for SRTP, UDP, IPv6 and a tunnel within the usual 1 500 bytes. */
export const RTP_PAYLOAD_BYTES_MAX = 1_180;
const STAP_A = 24;
const FU_A = 28;
const FU_START = 0x80;
const FU_END = 0x40;
const REFERENCE_BITS = 0x60;
const TYPE_BITS = 0x1f;

/** Allocates a packet with room for a header before the payload. */
function packet(payloadBytes: number): Buffer {
  return Buffer.allocUnsafeSlow(RTP_HEAD_BYTES + payloadBytes);
}

function single(nal: Buffer): Buffer {
  const whole = packet(nal.length);
  nal.copy(whole, RTP_HEAD_BYTES);
  return whole;
}

/** Packs several units into one packet (RFC 6184, 5.7.1). */
function aggregate(nals: readonly Buffer[], payloadBytes: number): Buffer {
  const whole = packet(payloadBytes);
  const reference = Math.max(...nals.map((nal) => (nal[0] ?? 0) & REFERENCE_BITS));
  let offset = whole.writeUInt8(reference | STAP_A, RTP_HEAD_BYTES);
  for (const nal of nals) {
    offset = whole.writeUInt16BE(nal.length, offset);
    offset += nal.copy(whole, offset);
  }
  return whole;
}

/** Splits one unit into several packets of similar size (RFC 6184, 5.8). */
function fragment(nal: Buffer): Buffer[] {
  const head = nal[0] ?? 0;
  const bytes = nal.length - 1;
  const count = Math.ceil(bytes / (RTP_PAYLOAD_BYTES_MAX - 2));
  const size = Math.ceil(bytes / count);
  return Array.from({ length: count }, (_, index) => {
    const from = 1 + index * size;
    const to = Math.min(nal.length, from + size);
    const whole = packet(2 + to - from);
    const edge = (index === 0 ? FU_START : 0) | (index === count - 1 ? FU_END : 0);
    whole.writeUInt8((head & ~TYPE_BITS) | FU_A, RTP_HEAD_BYTES);
    whole.writeUInt8(edge | (head & TYPE_BITS), RTP_HEAD_BYTES + 1);
    nal.copy(whole, RTP_HEAD_BYTES + 2, from, to);
    return whole;
  });
}

/**
 * Packetizes one picture's units in order (RFC 6184, mode 1): consecutive small units share a packet, large units are
 * split. Each packet begins with room for an RTP header.
 */
export function packetiseNals(nals: readonly Buffer[]): Buffer[] {
  const packets: Buffer[] = [];
  let small: Buffer[] = [];
  let smallBytes = 1;
  const flush = (): void => {
    const [first] = small;
    if (first !== undefined)
      packets.push(small.length === 1 ? single(first) : aggregate(small, smallBytes));
    small = [];
    smallBytes = 1;
  };
  for (const nal of nals) {
    if (smallBytes + 2 + nal.length > RTP_PAYLOAD_BYTES_MAX) flush();
    if (nal.length > RTP_PAYLOAD_BYTES_MAX) {
      packets.push(...fragment(nal));
    } else {
      small.push(nal);
      smallBytes += 2 + nal.length;
    }
  }
  flush();
  return packets;
}
