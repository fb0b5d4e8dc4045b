import { type PictureFormat, parseSequenceParameterSet } from './sequence-parameter-set.ts';

export interface AvcDescription extends PictureFormat {
  /** As in RFC 6381: `avc1.` and profile, constraints and level in hexadecimal. */
  readonly codec: string;
}

/**
 * What an AVCDecoderConfigurationRecord (ISO/IEC 14496-15, 5.3.3.1) says of the stream. `null` where it is none or
 * holds no readable parameter set.
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
