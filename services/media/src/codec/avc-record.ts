import { MalformedMediaError } from './media-error.ts';
import { type PictureFormat, parseSequenceParameterSet } from './sequence-parameter-set.ts';

/** Version, profile, compatibility, level, length size, number of parameter sets. */
const FIXED_BYTES = 6;

export interface AvcDescription extends PictureFormat {
  /** Codec string of RFC 6381: `avc1.`, then profile, constraints and level in hexadecimal. */
  readonly codec: string;
}

/**
 * Checks an AVCDecoderConfigurationRecord (ISO/IEC 14496-15, 5.3.3.1) and returns the size of the length field before
 * each NAL unit, in bytes.
 *
 * @throws {MalformedMediaError} if the sequence or the picture parameters, which decoding needs, are missing
 */
export function readNalLengthBytes(record: Buffer): number {
  if (record.length < FIXED_BYTES + 1 || record[0] !== 1) {
    throw new MalformedMediaError('no AVC decoder configuration');
  }
  const lengthBytes = (record.readUInt8(4) & 3) + 1;
  const afterSequence = skipParameterSets(record, FIXED_BYTES, record.readUInt8(5) & 0x1f);
  if (afterSequence >= record.length)
    throw new MalformedMediaError('AVC without picture parameters');
  skipParameterSets(record, afterSequence + 1, record.readUInt8(afterSequence));
  return lengthBytes;
}

function skipParameterSets(record: Buffer, start: number, count: number): number {
  if (count === 0) throw new MalformedMediaError('AVC without parameter sets');
  let offset = start;
  for (let set = 0; set < count; set += 1) {
    if (offset + 2 > record.length) throw new MalformedMediaError('AVC parameters are cut off');
    offset += 2 + record.readUInt16BE(offset);
  }
  if (offset > record.length) throw new MalformedMediaError('AVC parameters are cut off');
  return offset;
}

/**
 * Returns codec and picture format from an AVCDecoderConfigurationRecord (ISO/IEC 14496-15, 5.3.3.1), or `null` if it
 * is invalid or has no readable parameter set.
 */
export function describeAvc(record: Buffer): AvcDescription | null {
  if (record.length < 8 || record[0] !== 1) return null;
  const sets = record.readUInt8(5) & 0x1f;
  const length = record.readUInt16BE(6);
  if (sets === 0 || 8 + length > record.length) return null;
  const format = parseSequenceParameterSet(record.subarray(8, 8 + length));
  if (format === null) return null;
  return { ...format, codec: `avc1.${record.toString('hex', 1, 4)}` };
}
