const HEADER_BYTES_MIN = 7;
/** AAC-LC codes this many samples a frame. */
export const AAC_FRAME_SAMPLES = 1_024;

/** The frames of an ADTS stream (ISO/IEC 13818-7, 6.2), each with its header. Throws where the stream is broken. */
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
 * The frames of one loop out of a stream that holds it three times: those of the middle one, so that the first frame
 * was coded after the loop's end and the last one before its start, and a player hears no seam. The encoder's delay
 * is one frame.
 */
export function cutLoop(stream: Buffer, loopSamples: number): Buffer {
  if (loopSamples % AAC_FRAME_SAMPLES !== 0)
    throw new Error('the loop is no whole number of frames');
  const count = loopSamples / AAC_FRAME_SAMPLES;
  const middle = splitAdts(stream).slice(count + 1, count * 2 + 1);
  if (middle.length !== count) throw new Error('the stream is too short');
  return Buffer.concat(middle);
}
