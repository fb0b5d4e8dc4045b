import { BitReader } from './bit-reader.ts';

export interface PictureFormat {
  readonly width: number;
  readonly height: number;
  /** Frames per second as declared by the stream, or `null`. */
  readonly frameRate: number | null;
  /** `profile_idc`. */
  readonly profile: number;
  /** `chroma_format_idc`: 0 is monochrome, 1 is 4:2:0, 2 is 4:2:2, 3 is 4:4:4. */
  readonly chromaFormat: number;
  /** Bits per luma or chroma sample, whichever is larger. */
  readonly bitDepth: number;
}

type SampleFormat = Pick<PictureFormat, 'chromaFormat' | 'bitDepth'>;

/** Profiles whose parameter set contains a chroma format (ITU-T H.264, 7.3.2.1.1). */
const PROFILES_WITH_CHROMA = new Set([
  100, 110, 122, 244, 44, 83, 86, 118, 128, 138, 139, 134, 135,
]);
const PICTURE_SIDE_MAX = 16_384;
const FRAME_RATE_MAX = 300;
/** `aspect_ratio_idc` before an explicit width and height. */
const EXTENDED_SAR = 255;

/** Removes the emulation prevention bytes: 00 00 03 → 00 00. */
export function unescapeNal(nal: Uint8Array): Uint8Array {
  const bytes = new Uint8Array(nal.length);
  let length = 0;
  let zeros = 0;
  for (const byte of nal) {
    if (zeros >= 2 && byte === 3) {
      zeros = 0;
      continue;
    }
    zeros = byte === 0 ? zeros + 1 : 0;
    bytes[length] = byte;
    length += 1;
  }
  return bytes.subarray(0, length);
}

function skipScalingLists(reader: BitReader, count: number): void {
  for (let list = 0; list < count; list += 1) {
    if (reader.bit() === 0) continue;
    const size = list < 6 ? 16 : 64;
    let last = 8;
    let next = 8;
    for (let index = 0; index < size && next !== 0; index += 1) {
      next = (last + reader.signed() + 256) % 256;
      last = next === 0 ? last : next;
    }
  }
}

/** Reads everything up to the frame numbers. */
function readSampleFormat(reader: BitReader, profile: number): SampleFormat {
  if (!PROFILES_WITH_CHROMA.has(profile)) return { chromaFormat: 1, bitDepth: 8 };
  const chromaFormat = reader.unsigned();
  if (chromaFormat === 3) reader.bit();
  const bitDepth = 8 + Math.max(reader.unsigned(), reader.unsigned());
  reader.bit();
  if (reader.bit() === 1) skipScalingLists(reader, chromaFormat === 3 ? 12 : 8);
  return { chromaFormat, bitDepth };
}

function skipPictureOrder(reader: BitReader): void {
  reader.unsigned();
  const type = reader.unsigned();
  if (type === 0) reader.unsigned();
  if (type !== 1) return;
  reader.bit();
  reader.signed();
  reader.signed();
  const cycle = Math.min(reader.unsigned(), 255);
  for (let index = 0; index < cycle; index += 1) reader.signed();
}

/** Reads the frame rate from the VUI (annex E.1.1), if it contains timing. */
function readFrameRate(reader: BitReader): number | null {
  if (reader.bit() === 0) return null;
  if (reader.bit() === 1 && reader.bits(8) === EXTENDED_SAR) reader.bits(32);
  if (reader.bit() === 1) reader.bit();
  if (reader.bit() === 1) {
    reader.bits(4);
    if (reader.bit() === 1) reader.bits(24);
  }
  if (reader.bit() === 1) {
    reader.unsigned();
    reader.unsigned();
  }
  if (reader.bit() === 0) return null;
  const unitsInTick = reader.bits(32);
  const timeScale = reader.bits(32);
  const frameRate = timeScale / (2 * unitsInTick);
  return !reader.overrun && frameRate > 0 && frameRate <= FRAME_RATE_MAX ? frameRate : null;
}

interface ReadSet extends Omit<PictureFormat, 'frameRate'> {
  /** Positioned at `vui_parameters_present_flag`. */
  readonly reader: BitReader;
}

/** Reads a parameter set without its NAL header and emulation prevention, up to the VUI; `null` if it is invalid. */
function readUpToVui(set: Uint8Array): ReadSet | null {
  const reader = new BitReader(set);
  const profile = reader.bits(8);
  reader.bits(16);
  reader.unsigned();
  const { chromaFormat, bitDepth } = readSampleFormat(reader, profile);
  skipPictureOrder(reader);
  reader.unsigned();
  reader.bit();
  const widthInBlocks = reader.unsigned() + 1;
  const heightInUnits = reader.unsigned() + 1;
  const framesOnly = reader.bit();
  if (framesOnly === 0) reader.bit();
  reader.bit();
  const crop = { left: 0, right: 0, top: 0, bottom: 0 };
  if (reader.bit() === 1) {
    crop.left = reader.unsigned();
    crop.right = reader.unsigned();
    crop.top = reader.unsigned();
    crop.bottom = reader.unsigned();
  }
  const cropX = chromaFormat === 1 || chromaFormat === 2 ? 2 : 1;
  const cropY = (chromaFormat === 1 ? 2 : 1) * (2 - framesOnly);
  const width = widthInBlocks * 16 - cropX * (crop.left + crop.right);
  const height = heightInUnits * 16 * (2 - framesOnly) - cropY * (crop.top + crop.bottom);
  const sane = (side: number) => side > 0 && side <= PICTURE_SIDE_MAX;
  if (reader.overrun || !sane(width) || !sane(height)) return null;
  return { width, height, profile, chromaFormat, bitDepth, reader };
}

/**
 * Parses an H.264 sequence parameter set including its NAL header (ITU-T H.264, 7.3.2.1.1). Returns `null` if it is
 * invalid.
 */
export function parseSequenceParameterSet(nal: Uint8Array): PictureFormat | null {
  if (nal.length < 4 || ((nal[0] ?? 0) & 0x1f) !== 7) return null;
  const read = readUpToVui(unescapeNal(nal.subarray(1)));
  if (read === null) return null;
  const { reader, ...format } = read;
  return { ...format, frameRate: readFrameRate(reader) };
}

/** Returns the number of bits before the VUI of a parameter set as `unescapeNal` returns it; `null` if it is invalid. */
export const findVui = (set: Uint8Array): number | null =>
  readUpToVui(set)?.reader.position ?? null;
