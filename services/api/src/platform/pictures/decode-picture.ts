import { ApiError } from '@sangwian/node-kit/api-error';
import sharp, { type Sharp } from 'sharp';
import { createWorkGate } from '../limits/work-gate.ts';

/** Maximum number of pixels, more than a phone's photo of 5 MiB has. A decoded pixel takes four bytes. */
const PIXELS_MAX = 32_000_000;
const SECONDS_MAX = 10;
/** Number of images that are decoded concurrently. */
const RUNNING_MAX = 2;
const WAITING_MAX = 50;
const BUSY_RETRY_S = 2;

/** Signatures of JPEG, PNG and WebP. The declared type of an image is not trusted. */
const SIGNATURES: readonly ((bytes: Uint8Array) => boolean)[] = [
  (bytes) => startsWith(bytes, [0xff, 0xd8, 0xff]),
  (bytes) => startsWith(bytes, [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
  (bytes) => startsWith(bytes, ascii('RIFF')) && startsWith(bytes.subarray(8), ascii('WEBP')),
];

const ascii = (text: string): number[] => [...text].map((letter) => letter.charCodeAt(0));

const startsWith = (bytes: Uint8Array, start: readonly number[]): boolean =>
  start.every((byte, index) => bytes[index] === byte);

// Each image is decoded once, so a cache would only take memory. One thread per image leaves cores for waiting images.
sharp.cache(false);
sharp.concurrency(1);

const runInTurn = createWorkGate({
  runningMax: RUNNING_MAX,
  waitingMax: WAITING_MAX,
  retryAfterS: BUSY_RETRY_S,
});

/**
 * Processes an image that a member sent. Limits the concurrency.
 *
 * @param make receives `open`, which returns a new pipeline of the upright image with limits on pixels and time. Its
 * output contains no camera metadata (location, time, device)
 * @throws {ApiError} `picture_invalid` for anything but a JPEG, PNG or WebP that can be decoded and is not too large;
 * `unavailable` if too many images wait
 */
export async function decodePicture<Result>(
  bytes: Uint8Array,
  make: (open: () => Sharp) => Promise<Result>,
): Promise<Result> {
  // Prevents the decoding of other formats.
  if (!SIGNATURES.some((matches) => matches(bytes))) throw new ApiError('picture_invalid');
  const open = () =>
    sharp(bytes, { limitInputPixels: PIXELS_MAX, failOn: 'error', autoOrient: true }).timeout({
      seconds: SECONDS_MAX,
    });
  return runInTurn(async () => {
    try {
      return await make(open);
    } catch (cause) {
      throw new ApiError('picture_invalid', { cause });
    }
  });
}
