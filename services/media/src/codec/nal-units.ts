/** Relevant NAL unit types (ITU-T H.264, table 7-1). */
export const NAL_TYPE = {
  slice: 1,
  idr: 5,
  sequenceParameters: 7,
  pictureParameters: 8,
  delimiter: 9,
  endOfSequence: 10,
  endOfStream: 11,
  filler: 12,
} as const;

export const nalType = (nal: Buffer): number => (nal[0] ?? 0) & 0x1f;

/** NAL units that are optional for a decoder, or are sent separately from the pictures. */
const LEFT_OUT: ReadonlySet<number> = new Set([
  NAL_TYPE.sequenceParameters,
  NAL_TYPE.pictureParameters,
  NAL_TYPE.delimiter,
  NAL_TYPE.endOfSequence,
  NAL_TYPE.endOfStream,
  NAL_TYPE.filler,
]);

export const isPictureData = (nal: Buffer): boolean => !LEFT_OUT.has(nalType(nal));

/** Splits a picture into its length-prefixed units; drops a truncated unit at the end. */
export function splitNals(data: Buffer, lengthBytes: number): Buffer[] {
  const nals: Buffer[] = [];
  let offset = 0;
  while (offset + lengthBytes < data.length) {
    const start = offset + lengthBytes;
    const end = start + data.readUIntBE(offset, lengthBytes);
    if (end > data.length) break;
    if (end > start) nals.push(data.subarray(start, end));
    offset = end;
  }
  return nals;
}

/** Size of the length prefix that `joinNals` writes, in bytes. */
export const NAL_LENGTH_BYTES = 4;

/** Joins units with four-byte length prefixes. */
export function joinNals(nals: readonly Buffer[]): Buffer {
  const data = Buffer.allocUnsafeSlow(
    nals.reduce((sum, { length }) => sum + NAL_LENGTH_BYTES + length, 0),
  );
  let offset = 0;
  for (const nal of nals) {
    offset = data.writeUInt32BE(nal.length, offset);
    offset += nal.copy(data, offset);
  }
  return data;
}

/** Returns the parameter sets of a validated AVCDecoderConfigurationRecord. */
export function readParameterSets(record: Buffer): Buffer[] {
  const sets: Buffer[] = [];
  let offset = 6;
  const take = (count: number): void => {
    for (let set = 0; set < count; set += 1) {
      const end = offset + 2 + record.readUInt16BE(offset);
      sets.push(record.subarray(offset + 2, end));
      offset = end;
    }
  };
  take(record.readUInt8(5) & 0x1f);
  const pictureSets = record.readUInt8(offset);
  offset += 1;
  take(pictureSets);
  return sets;
}

/** Writes an AVCDecoderConfigurationRecord (ISO/IEC 14496-15, 5.3.3.1) with one set each and four-byte lengths. */
export function writeAvcRecord(sequenceParameters: Buffer, pictureParameters: Buffer): Buffer {
  const size = (set: Buffer): Buffer => {
    const bytes = Buffer.alloc(2);
    bytes.writeUInt16BE(set.length);
    return bytes;
  };
  return Buffer.concat([
    Buffer.from([1]),
    sequenceParameters.subarray(1, 4),
    Buffer.from([0xff, 0xe1]),
    size(sequenceParameters),
    sequenceParameters,
    Buffer.from([1]),
    size(pictureParameters),
    pictureParameters,
  ]);
}
