import { ApiError } from '@sangwian/node-kit/api-error';
import sharp, { type Sharp } from 'sharp';
import { createWorkGate } from '../limits/work-gate.ts';

/** More than a phone's camera makes of a picture of 5 MiB; a decoded pixel takes four bytes. */
const PIXELS_MAX = 32_000_000;
const SECONDS_MAX = 10;
/** Decoded at once; the others wait, up to a length. */
const RUNNING_MAX = 2;
const WAITING_MAX = 50;
const BUSY_RETRY_S = 2;

/** What each of our types begins with: what a picture is, whatever it calls itself. */
const BEGINNINGS: readonly ((bytes: Uint8Array) => boolean)[] = [
  (bytes) => startsWith(bytes, [0xff, 0xd8, 0xff]),
  (bytes) => startsWith(bytes, [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
  (bytes) => startsWith(bytes, ascii('RIFF')) && startsWith(bytes.subarray(8), ascii('WEBP')),
];

const ascii = (text: string): number[] => [...text].map((letter) => letter.charCodeAt(0));

const startsWith = (bytes: Uint8Array, start: readonly number[]): boolean =>
  start.every((byte, index) => bytes[index] === byte);

// Pictures come once each, so what a cache would keep is memory alone; and each has one thread, as others wait.
sharp.cache(false);
sharp.concurrency(1);

const inTurn = createWorkGate({
  runningMax: RUNNING_MAX,
  waitingMax: WAITING_MAX,
  retryAfterS: BUSY_RETRY_S,
});

/**
 * Makes something of a picture that a member sent, when it is its turn.
 *
 * @param make gets `open`, which gives the picture upright and bounded in pixels and time, from the start each time;
 *   whatever it makes holds nothing of what cameras write into their files (place, time, device)
 * @throws {ApiError} `picture_invalid` for anything but a JPEG, PNG or WebP that can be decoded and is not too large;
 *   `unavailable` where too many wait
 */
export async function decodePicture<Result>(
  bytes: Uint8Array,
  make: (open: () => Sharp) => Promise<Result>,
): Promise<Result> {
  // Decoders of other formats are not even asked.
  if (!BEGINNINGS.some((isOne) => isOne(bytes))) throw new ApiError('picture_invalid');
  const open = () =>
    sharp(bytes, { limitInputPixels: PIXELS_MAX, failOn: 'error', autoOrient: true }).timeout({
      seconds: SECONDS_MAX,
    });
  return inTurn(async () => {
    try {
      return await make(open);
    } catch (cause) {
      throw new ApiError('picture_invalid', { cause });
    }
  });
}
