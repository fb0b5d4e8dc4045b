import { sha256 } from '@noble/hashes/sha2.js';
import { utf8ToBytes } from '@noble/hashes/utils.js';

/** About a frame's time on an old phone: between two of these the page reacts. */
const HASHES_AT_ONCE = 2_000;

const nextTask = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 0));

function hasZeroBits(hash: Uint8Array, bits: number): boolean {
  const whole = bits >> 3;
  for (let index = 0; index < whole; index += 1) if (hash[index] !== 0) return false;
  return (hash[whole] ?? 0) >> (8 - (bits & 7)) === 0;
}

/** Finds the number for which SHA-256 of `challenge.nonce` starts with so many zero bits. */
export async function solveWork(
  challenge: string,
  bits: number,
): Promise<{ challenge: string; nonce: string }> {
  for (let nonce = 0; ; nonce += 1) {
    if (hasZeroBits(sha256(utf8ToBytes(`${challenge}.${nonce}`)), bits)) {
      return { challenge, nonce: String(nonce) };
    }
    if (nonce % HASHES_AT_ONCE === HASHES_AT_ONCE - 1) await nextTask();
  }
}
