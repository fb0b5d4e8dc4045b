const HEADER_BYTES_MIN = 7;
/** Samples per AAC-LC frame. */
export const AAC_FRAME_SAMPLES = 1_024;

/** Splits an ADTS stream (ISO/IEC 13818-7, 6.2) into frames with headers. @throws {Error} for an invalid stream */
export function splitAdts(stream: Buffer): Buffer[] {
  const frames: Buffer[] = [];
  let offset = 0;
  while (offset + HEADER_BYTES_MIN <= stream.length) {
    if ((stream.readUInt16BE(offset) & 0xfff0) !== 0xfff0)
      throw new Error(`no ADTS frame at ${offset}`);
    const length = (stream.readUIntBE(offset + 3, 3) >> 5) & 0x1fff;
    if (length < HEADER_BYTES_MIN || offset + length > stream.length) break;
    frames.push(stream.subarray(offset, offset + length));
    offset += length;
  }
  return frames;
}

/**
 * Extracts the second of three loops in a stream. Its frames were encoded between a loop's end and start, so the seam
 * is inaudible. The encoder's delay is one frame.
 */
export function cutLoop(stream: Buffer, loopSamples: number): Buffer {
  if (loopSamples % AAC_FRAME_SAMPLES !== 0)
    throw new Error('the loop is not a whole number of frames');
  const count = loopSamples / AAC_FRAME_SAMPLES;
  const middle = splitAdts(stream).slice(count + 1, count * 2 + 1);
  if (middle.length !== count) throw new Error('the stream is too short');
  return Buffer.concat(middle);
}
