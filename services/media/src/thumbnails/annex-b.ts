import { readNalLengthBytes } from '../codec/avc-record.ts';
import { declareNoReordering } from '../codec/declare-no-reordering.ts';

const NAL_TYPE = { idr: 5, sequence: 7, picture: 8 } as const;
/** Where the parameter sets of an AVCDecoderConfigurationRecord begin. */
const SETS_AT = 5;
const START_CODE = Buffer.from([0, 0, 0, 1]);
/** An access unit delimiter. It marks the end of the previous picture for a parser. */
const DELIMITER = Buffer.from([0, 0, 0, 1, 9, 0xf0]);

/** Splits a picture into its length-prefixed NAL units. */
function splitPicture(data: Buffer, nalLengthBytes: number): Buffer[] {
  const units: Buffer[] = [];
  for (let at = 0; at + nalLengthBytes < data.length; ) {
    const start = at + nalLengthBytes;
    at = start + data.readUIntBE(at, nalLengthBytes);
    if (at > start) units.push(data.subarray(start, at));
  }
  return units;
}

/** Returns the sequence and picture parameter sets of a record that `readNalLengthBytes` has checked. */
function readSets(record: Buffer): Buffer[] {
  const sets: Buffer[] = [];
  let at = SETS_AT;
  for (const mask of [0x1f, 0xff]) {
    const count = record.readUInt8(at) & mask;
    at += 1;
    for (let set = 0; set < count; set += 1) {
      const length = record.readUInt16BE(at);
      sets.push(record.subarray(at + 2, at + 2 + length));
      at += 2 + length;
    }
  }
  return sets;
}

/**
 * Writes a key frame as a complete H.264 stream that a decoder outputs as soon as it has arrived. Returns `null` if a
 * parameter set is invalid.
 * @throws {MalformedMediaError} if the record is malformed
 */
export function writeKeyFrame(record: Buffer, data: Buffer): Buffer | null {
  const units = [...splitPicture(data, readNalLengthBytes(record))];
  const written: Buffer[] = [];
  for (const unit of [...readSets(record), ...units]) {
    const type = (unit[0] ?? 0) & 0x1f;
    const isSequence = type === NAL_TYPE.sequence;
    if (!isSequence && type !== NAL_TYPE.picture && type !== NAL_TYPE.idr) continue;
    const nal = isSequence ? declareNoReordering(unit) : unit;
    if (nal === null) return null;
    written.push(START_CODE, nal);
  }
  return Buffer.concat([...written, DELIMITER]);
}
