import { MalformedMediaError } from '../codec/media-error.ts';

/** Bytes of a PES packet before its optional fields (ISO/IEC 13818-1, 2.4.3.6). */
const HEAD_BYTES = 9;
const START_CODE = 1;
const TIME_BYTES = 5;
/** Maximum size: a key frame as large as one second at 30 Mbit/s. */
const BYTES_MAX = 4_194_304;

/** The content of one PES packet. */
export interface PesUnit {
  /** Ticks of 90 kHz that wrap at 33 bits; `null` without a timestamp. */
  readonly pts: number | null;
  /** Equal to `pts` unless pictures are reordered. */
  readonly dts: number | null;
  readonly data: Buffer;
}

/** Joins the payloads of one PID to PES packets. */
export class PesAssembler {
  readonly #onUnit: (unit: PesUnit) => void;
  #parts: Buffer[] = [];
  #bytes = 0;
  /** Size of the open PES packet; `null` if it ends where the next one begins, or if none is open. */
  #length: number | null = null;

  constructor(onUnit: (unit: PesUnit) => void) {
    this.#onUnit = onUnit;
  }

  /** Drops the open PES packet. */
  abandon(): void {
    this.#parts = [];
    this.#bytes = 0;
    this.#length = null;
  }

  /** @throws {MalformedMediaError} if a PES packet is invalid or too large */
  push(payload: Buffer, isStart: boolean): void {
    if (isStart) {
      this.#finish();
      if (payload.length < HEAD_BYTES || payload.readUIntBE(0, 3) !== START_CODE)
        throw new MalformedMediaError('a PES packet without its start code');
      const declared = payload.readUInt16BE(4);
      this.#length = declared === 0 ? null : declared + 6;
    } else if (this.#bytes === 0) return;
    this.#parts.push(payload);
    this.#bytes += payload.length;
    if (this.#bytes > BYTES_MAX) {
      this.abandon();
      throw new MalformedMediaError('a picture is larger than 4 MB');
    }
    if (this.#length !== null && this.#bytes >= this.#length) this.#finish();
  }

  #finish(): void {
    if (this.#bytes === 0) return;
    const packet = Buffer.concat(this.#parts, this.#length ?? this.#bytes);
    this.abandon();
    const flags = packet.readUInt8(7) >> 6;
    const start = HEAD_BYTES + packet.readUInt8(8);
    const hasTimes = start >= HEAD_BYTES + TIME_BYTES * (flags === 3 ? 2 : 1);
    const pts = (flags & 2) !== 0 && hasTimes ? readTime(packet, HEAD_BYTES) : null;
    const dts = flags === 3 && hasTimes ? readTime(packet, HEAD_BYTES + TIME_BYTES) : pts;
    if (start < packet.length) this.#onUnit({ pts, dts, data: packet.subarray(start) });
  }
}

/** Reads a timestamp of 33 bits, which three marker bits divide. */
const readTime = (bytes: Buffer, at: number): number =>
  ((bytes.readUInt8(at) >> 1) & 7) * 2 ** 30 +
  (bytes.readUInt16BE(at + 1) >> 1) * 2 ** 15 +
  (bytes.readUInt16BE(at + 3) >> 1);
