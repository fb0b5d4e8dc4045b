/**
 * The time code at the bottom of the demo bout, from which tests and benchmarks read latency and progress.
 *
 * A strip of 32 blocks, black (0) or white (1), as wide as half the picture, centred, at its lower edge. From the left:
 * 4 blocks `1010`, 16 bits of the frame's loop time in ms (high bit first), 8 bits of checksum, 4 blocks `0101`. The
 * outer blocks calibrate black and white, so brightness, contrast and compression do not matter; positions are relative
 * to the picture, so its size does not either. All functions are pure and run in a browser.
 */

/** Length of the loop. A multiple of 8 s, so that it consists of whole AAC frames and GOPs. */
export const LOOP_MS = 64_000;

export const TIME_CODE_BLOCKS = 32;

/** Position of the strip, relative to the picture's width and height. */
export const TIME_CODE_BOX = { left: 0.25, width: 0.5, top: 708 / 720, height: 12 / 720 } as const;

const TIME_BITS = 16;
const CHECK_BITS = 8;
const HEAD = [1, 0, 1, 0] as const;
const TAIL = [0, 1, 0, 1] as const;
/** Minimum contrast of the markers (of 255); with less there is no strip. */
const CONTRAST_MIN = 40;
/** Smaller pictures have less than two pixels per block. */
const PICTURE_WIDTH_PX_MIN = 128;

/** CRC-8 (polynomial 0x07) over the two bytes. It starts at 0xff, so that a black picture is no valid time. */
function checksum(timeMs: number): number {
  let crc = 0xff;
  for (const byte of [timeMs >> 8, timeMs & 0xff]) {
    crc ^= byte;
    for (let bit = 0; bit < 8; bit += 1) crc = crc & 0x80 ? ((crc << 1) ^ 0x07) & 0xff : crc << 1;
  }
  return crc;
}

const bitsOf = (value: number, count: number): number[] =>
  Array.from({ length: count }, (_, index) => (value >> (count - 1 - index)) & 1);

const numberOf = (bits: readonly number[]): number =>
  bits.reduce((value, bit) => value * 2 + bit, 0);

/** Returns the 32 blocks of a loop time. @throws {RangeError} unless it is a whole number of 16 bits */
export function encodeTimeCode(timeMs: number): number[] {
  if (!Number.isInteger(timeMs) || timeMs < 0 || timeMs >= 2 ** TIME_BITS) {
    throw new RangeError(`${timeMs} ms does not fit the time code`);
  }
  return [...HEAD, ...bitsOf(timeMs, TIME_BITS), ...bitsOf(checksum(timeMs), CHECK_BITS), ...TAIL];
}

/** Pixels as in `CanvasRenderingContext2D.getImageData`: RGBA, rows from the top. */
export interface Pixels {
  readonly width: number;
  readonly height: number;
  readonly data: ArrayLike<number>;
}

/** Returns the mean brightness in the middle of a block, which scaling and compression do not blend with neighbours. */
function brightness(pixels: Pixels, block: number): number {
  const { width, height, data } = pixels;
  const blockWidth = (TIME_CODE_BOX.width * width) / TIME_CODE_BLOCKS;
  const left = TIME_CODE_BOX.left * width + block * blockWidth;
  const fromX = Math.floor(left + blockWidth * 0.3);
  const toX = Math.max(fromX, Math.ceil(left + blockWidth * 0.7) - 1);
  const fromY = Math.floor((TIME_CODE_BOX.top + TIME_CODE_BOX.height * 0.35) * height);
  const toY = Math.max(
    fromY,
    Math.min(height - 1, Math.ceil((TIME_CODE_BOX.top + TIME_CODE_BOX.height * 0.8) * height) - 1),
  );
  let sum = 0;
  let count = 0;
  for (let y = fromY; y <= toY; y += 1) {
    for (let x = fromX; x <= toX; x += 1) {
      const at = (y * width + x) * 4;
      sum += (data[at] ?? 0) + (data[at + 1] ?? 0) + (data[at + 2] ?? 0);
      count += 3;
    }
  }
  return sum / count;
}

/**
 * Reads the loop time in ms (0 to `LOOP_MS` − 1) from a picture at least 128 pixels wide; `null` if there is none or it
 * cannot be read reliably.
 *
 * @example
 * context.drawImage(video, 0, 0, canvas.width, canvas.height);
 * const loopMs = readTimeCode(context.getImageData(0, 0, canvas.width, canvas.height));
 */
export function readTimeCode(pixels: Pixels): number | null {
  if (pixels.width < PICTURE_WIDTH_PX_MIN || pixels.height < 1) return null;
  const levels = Array.from({ length: TIME_CODE_BLOCKS }, (_, block) => brightness(pixels, block));
  const markers = [...HEAD, ...TAIL];
  const outer = [...levels.slice(0, HEAD.length), ...levels.slice(-TAIL.length)];
  const white = Math.min(...outer.filter((_, index) => markers[index] === 1));
  const black = Math.max(...outer.filter((_, index) => markers[index] === 0));
  if (white - black < CONTRAST_MIN) return null;
  const bits = levels
    .slice(HEAD.length, -TAIL.length)
    .map((level) => (level * 2 > white + black ? 1 : 0));
  const timeMs = numberOf(bits.slice(0, TIME_BITS));
  if (numberOf(bits.slice(TIME_BITS)) !== checksum(timeMs)) return null;
  return timeMs < LOOP_MS ? timeMs : null;
}

/**
 * Returns the age of a picture in ms since the broadcaster sent it, if it is below one loop. `epochMs` is the wall clock
 * time of the loop's last start (`GET /sandbox/broadcaster`).
 */
export function ageOfFrame(loopMs: number, epochMs: number, nowMs: number): number {
  const age = (nowMs - epochMs - loopMs) % LOOP_MS;
  return age < 0 ? age + LOOP_MS : age;
}
