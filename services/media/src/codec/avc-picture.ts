import { BitReader } from './bit-reader.ts';
import { MalformedMediaError } from './media-error.ts';
import { unescapeNal } from './sequence-parameter-set.ts';

const NAL_TYPE = { idr: 5, supplemental: 6 } as const;
/** `payloadType` of a recovery point (ITU-T H.264, D.1.8). */
const RECOVERY_POINT = 6;
/** Bytes of an SEI unit that are searched, because user data can take kilobytes. */
const SUPPLEMENTAL_BYTES_MAX = 256;

/** Properties of a coded picture that decide whether decoding can begin with it. */
export interface AvcPicture {
  /** An IDR picture: no later picture refers to an earlier one. */
  readonly idr: boolean;
  /**
   * `recovery_frame_cnt` of its recovery point, `null` without one. In a picture that is not an IDR, 0 marks the I
   * picture of an open GOP, and a higher number marks the beginning of an intra refresh.
   */
  readonly recoveryFrames: number | null;
}

/**
 * Reads a picture's properties from its NAL units, because encoders also mark pictures other than IDR as key frames.
 *
 * @throws {MalformedMediaError} when the lengths do not add up
 */
export function readAvcPicture(data: Buffer, nalLengthBytes: number): AvcPicture {
  let idr = false;
  let recoveryFrames: number | null = null;
  let offset = 0;
  while (offset < data.length) {
    const start = offset + nalLengthBytes;
    if (start > data.length) throw new MalformedMediaError('a NAL length is cut off');
    const end = start + data.readUIntBE(offset, nalLengthBytes);
    if (end > data.length) throw new MalformedMediaError('a NAL unit is cut off');
    if (end > start) {
      const type = data.readUInt8(start) & 0x1f;
      if (type === NAL_TYPE.idr) idr = true;
      if (type === NAL_TYPE.supplemental) {
        recoveryFrames ??= readRecoveryPoint(
          data.subarray(start + 1, Math.min(end, start + 1 + SUPPLEMENTAL_BYTES_MAX)),
        );
      }
    }
    offset = end;
  }
  return { idr, recoveryFrames };
}

/** Returns `recovery_frame_cnt` of the first recovery point in a NAL unit (ITU-T H.264, 7.3.2.3.1), or `null`. */
function readRecoveryPoint(escaped: Uint8Array): number | null {
  const bytes = unescapeNal(escaped);
  let at = 0;
  const readNumber = (): number => {
    let value = 0;
    for (; bytes[at] === 0xff; at += 1) value += 0xff;
    value += bytes[at] ?? 0;
    at += 1;
    return value;
  };
  // The last byte holds the stop bit.
  while (at < bytes.length - 1) {
    const type = readNumber();
    const size = readNumber();
    if (type === RECOVERY_POINT && size > 0 && at + size <= bytes.length) {
      return new BitReader(bytes.subarray(at, at + size)).unsigned();
    }
    at += size;
  }
  return null;
}
