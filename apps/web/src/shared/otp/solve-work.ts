import { sha256 } from '@noble/hashes/sha2.js';
import { utf8ToBytes } from '@noble/hashes/utils.js';

/** About one frame's work on an old phone; the page can react between two batches. */
const BATCH_HASHES = 2_000;

const nextTask = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 0));

function hasZeroBits(hash: Uint8Array, bits: number): boolean {
  const whole = bits >> 3;
  for (let index = 0; index < whole; index += 1) if (hash[index] !== 0) return false;
  return (hash[whole] ?? 0) >> (8 - (bits & 7)) === 0;
}

/** Finds a nonce for which the SHA-256 of `challenge.nonce` starts with `bits` zero bits. */
export async function solveWork(
  challenge: string,
  bits: number,
): Promise<{ challenge: string; nonce: string }> {
  for (let nonce = 0; ; nonce += 1) {
    if (hasZeroBits(sha256(utf8ToBytes(`${challenge}.${nonce}`)), bits)) {
      return { challenge, nonce: String(nonce) };
    }
    if (nonce % BATCH_HASHES === BATCH_HASHES - 1) await nextTask();
  }
}
