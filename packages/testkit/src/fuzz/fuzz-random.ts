import { createRandom, pick, type Random } from '@sangwian/api/testing/odd-values';

export { pick, type Random };

/** Spreads the consecutive numbers of requests over the seeds of the generator. */
const GOLDEN = 0x9e3779b9;

/**
 * Returns the random generator of one request. With the seed and its number, a request can be repeated without the
 * earlier ones.
 */
export const randomOf = (seed: number, index: number): Random =>
  createRandom((seed + Math.imul(index + 1, GOLDEN)) >>> 0);

export const integer = (random: Random, below: number): number => Math.floor(random() * below);

export function bytesOf(random: Random, length: number): Buffer {
  const bytes = Buffer.alloc(length);
  for (let at = 0; at < length; at += 1) bytes[at] = integer(random, 256);
  return bytes;
}

/** Returns a copy with some bits flipped, and sometimes cut or repeated. */
export function damage(random: Random, bytes: Buffer): Buffer {
  const copy = Buffer.from(bytes);
  const flips = 1 + integer(random, 12);
  for (let flip = 0; flip < flips && copy.length > 0; flip += 1) {
    const at = integer(random, copy.length);
    copy[at] = (copy[at] ?? 0) ^ (1 << integer(random, 8));
  }
  const chance = random();
  if (chance < 0.3) return copy.subarray(0, integer(random, copy.length + 1));
  return chance < 0.4 ? Buffer.concat([copy, copy]) : copy;
}
