import { OPUS_RATE_HZ } from '../codec/opus.ts';

/** Page header (RFC 3533, 6): 27 bytes, then the sizes of its segments. */
const HEAD_BYTES = 27;
const CAPTURE = Buffer.from('OggS', 'latin1');
const PIECE_BYTES_MAX = 255;
const FLAG = { continued: 1, begin: 2 } as const;
/** Maximum size of a page: 255 segments of 255 bytes. */
const PAGE_BYTES_MAX = HEAD_BYTES + 255 + 255 * 255;
/** Header and comment packets of Opus in Ogg (RFC 7845). */
const HEADER_PACKETS = 2;

const POLYNOMIAL = 0x04c11db7;
const CRC = Uint32Array.from({ length: 256 }, (_, index) => {
  let value = (index << 24) >>> 0;
  for (let bit = 0; bit < 8; bit += 1)
    value = (value & 0x80000000 ? (value << 1) ^ POLYNOMIAL : value << 1) >>> 0;
  return value;
});

function checksum(page: Buffer): number {
  let crc = 0;
  for (const byte of page) crc = ((crc << 8) ^ (CRC[((crc >>> 24) ^ byte) & 0xff] ?? 0)) >>> 0;
  return crc;
}

/** Writes Opus packets as an Ogg stream, with one page per packet to avoid delay. */
export class OggOpusWriter {
  #sequence = 0;
  #samples = 0;

  /** Returns the header pages of the stream. */
  headers(channels: number): Buffer {
    const head = Buffer.alloc(19);
    head.write('OpusHead', 0, 'latin1');
    head.writeUInt8(1, 8);
    head.writeUInt8(channels, 9);
    head.writeUInt32LE(OPUS_RATE_HZ, 12);
    const tags = Buffer.alloc(16);
    tags.write('OpusTags', 0, 'latin1');
    return Buffer.concat([this.#page(head, FLAG.begin), this.#page(tags, 0)]);
  }

  packet(data: Buffer, samples: number): Buffer {
    this.#samples += samples;
    return this.#page(data, 0);
  }

  #page(data: Buffer, flags: number): Buffer {
    const pieces = Math.floor(data.length / PIECE_BYTES_MAX) + 1;
    const page = Buffer.alloc(HEAD_BYTES + pieces + data.length, PIECE_BYTES_MAX);
    page.fill(0, 0, HEAD_BYTES);
    CAPTURE.copy(page);
    page.writeUInt8(flags, 5);
    page.writeBigUInt64LE(BigInt(this.#samples), 6);
    page.writeUInt32LE(1, 14);
    page.writeUInt32LE(this.#sequence, 18);
    page.writeUInt8(pieces, 26);
    page.writeUInt8(data.length % PIECE_BYTES_MAX, HEAD_BYTES + pieces - 1);
    data.copy(page, HEAD_BYTES + pieces);
    page.writeUInt32LE(checksum(page), 22);
    this.#sequence += 1;
    return page;
  }
}

/** Reads the packets of one logical Opus stream in Ogg. Throws if the stream is invalid. */
export class OggOpusReader {
  #bytes: Buffer = Buffer.alloc(0);
  #open: Buffer[] = [];
  #headers = HEADER_PACKETS;

  /** Returns the packets completed by `bytes`, without the header packets. */
  push(bytes: Buffer): Buffer[] {
    this.#bytes = this.#bytes.length === 0 ? bytes : Buffer.concat([this.#bytes, bytes]);
    const packets: Buffer[] = [];
    for (;;) {
      const page = this.#takePage();
      if (page === null) return packets;
      for (const packet of page) {
        if (this.#headers > 0) this.#headers -= 1;
        else packets.push(packet);
      }
    }
  }

  #takePage(): Buffer[] | null {
    const bytes = this.#bytes;
    if (bytes.length < HEAD_BYTES) return null;
    if (!bytes.subarray(0, 4).equals(CAPTURE)) throw new Error('not an Ogg stream');
    const pieces = bytes.readUInt8(26);
    if (bytes.length < HEAD_BYTES + pieces) return null;
    const sizes = bytes.subarray(HEAD_BYTES, HEAD_BYTES + pieces);
    const total = HEAD_BYTES + pieces + sizes.reduce((sum, size) => sum + size, 0);
    if (bytes.length < total) return null;
    if ((bytes.readUInt8(5) & FLAG.continued) === 0) this.#open = [];
    const packets: Buffer[] = [];
    let at = HEAD_BYTES + pieces;
    for (const size of sizes) {
      this.#open.push(bytes.subarray(at, at + size));
      at += size;
      if (size === PIECE_BYTES_MAX) continue;
      packets.push(Buffer.concat(this.#open));
      this.#open = [];
    }
    if (this.#open.length * PIECE_BYTES_MAX > PAGE_BYTES_MAX)
      throw new Error('a packet never ends');
    this.#open = this.#open.map((piece) => Buffer.from(piece));
    this.#bytes = bytes.subarray(total);
    return packets;
  }
}
