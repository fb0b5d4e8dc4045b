import { type AacFormat, SAMPLE_RATES_HZ } from '../codec/audio-specific-config.ts';

const HEAD_BYTES = 7;
/** Header flags: MPEG-4, no layer, no checksum. */
const SYNC = 0xfff1;
const PROFILE_LOW_COMPLEXITY = 1;

/** Adds an ADTS header to a raw AAC frame (ISO/IEC 14496-3, 1.A.2). Returns `null` if ADTS cannot represent it. */
export function writeAdts(
  { sampleRateHz, channelConfiguration }: AacFormat,
  frame: Buffer,
): Buffer | null {
  const rate = SAMPLE_RATES_HZ.indexOf(sampleRateHz);
  const length = HEAD_BYTES + frame.length;
  if (rate < 0 || length > 0x1fff) return null;
  const head = Buffer.alloc(HEAD_BYTES);
  head.writeUInt16BE(SYNC, 0);
  head.writeUInt8((PROFILE_LOW_COMPLEXITY << 6) | (rate << 2) | (channelConfiguration >> 2), 2);
  head.writeUInt8(((channelConfiguration & 3) << 6) | (length >> 11), 3);
  head.writeUInt8((length >> 3) & 0xff, 4);
  head.writeUInt8(((length & 7) << 5) | 0x1f, 5);
  head.writeUInt8(0xfc, 6);
  return Buffer.concat([head, frame]);
}

/** One frame of an ADTS stream. */
export interface AdtsFrame {
  /** AudioSpecificConfig that corresponds to the header. */
  readonly record: Buffer;
  /** The raw AAC frame. */
  readonly data: Buffer;
}

/** Converts an ADTS header to an AudioSpecificConfig. */
function recordOf(header: Buffer): Buffer {
  const fields = header.readUInt16BE(2);
  const objectType = (fields >> 14) + 1;
  const rate = (fields >> 10) & 0x0f;
  const channels = (fields >> 6) & 0x07;
  const record = Buffer.alloc(2);
  record.writeUInt16BE((objectType << 11) | (rate << 7) | (channels << 3), 0);
  return record;
}

/** Reads AAC frames from an ADTS stream. Throws if the stream is invalid. */
export class AdtsReader {
  #bytes: Buffer = Buffer.alloc(0);

  /** Whether a frame has begun that is not complete. */
  get isInFrame(): boolean {
    return this.#bytes.length > 0;
  }

  /** Returns the frames completed by `bytes`. */
  push(bytes: Buffer): AdtsFrame[] {
    this.#bytes = this.#bytes.length === 0 ? bytes : Buffer.concat([this.#bytes, bytes]);
    const frames: AdtsFrame[] = [];
    let at = 0;
    while (this.#bytes.length - at >= HEAD_BYTES) {
      const head = this.#bytes.readUInt16BE(at);
      if ((head & 0xfff6) !== 0xfff0) throw new Error('not an ADTS stream');
      const length = (this.#bytes.readUIntBE(at + 3, 3) >> 5) & 0x1fff;
      if (length <= HEAD_BYTES) throw new Error('an ADTS frame without content');
      if (this.#bytes.length - at < length) break;
      const skipped = (head & 1) === 1 ? HEAD_BYTES : HEAD_BYTES + 2;
      const frame = this.#bytes.subarray(at, at + length);
      frames.push({ record: recordOf(frame), data: Buffer.from(frame.subarray(skipped)) });
      at += length;
    }
    this.#bytes = this.#bytes.subarray(at);
    return frames;
  }
}
