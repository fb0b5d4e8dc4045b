import { createHash, createHmac, randomBytes, timingSafeEqual } from 'node:crypto';

/** A solved challenge: the hash of `challenge.nonce` starts with the required number of zero bits. */
export interface SolvedWork {
  readonly challenge: string;
  readonly nonce: string;
}

const CHALLENGE = /^(\d{1,2})\.(\d{13})\.([\w-]{16})\.([\w-]{43})$/;
const LIFETIME_MS = 5 * 60_000;
const SALT_BYTES = 12;

const sign = (secret: string, phone: string, signed: string): Buffer =>
  createHmac('sha256', secret).update(`otp-work\n${phone}\n${signed}`).digest();

/** Creates a challenge for one phone. Solving it takes about 2^bits hashes; checking a solution takes one. */
export function makeChallenge(
  secret: string,
  { phone, bits, now }: { readonly phone: string; readonly bits: number; readonly now: Date },
): string {
  const salt = randomBytes(SALT_BYTES).toString('base64url');
  const signed = `${bits}.${now.getTime() + LIFETIME_MS}.${salt}`;
  return `${signed}.${sign(secret, phone, signed).toString('base64url')}`;
}

/** Counts the leading zero bits of a hash. */
export function countZeroBits(hash: Uint8Array): number {
  let bits = 0;
  for (const byte of hash) {
    if (byte !== 0) return bits + Math.clz32(byte) - 24;
    bits += 8;
  }
  return bits;
}

/** Returns the bits of a valid solution for this phone; 0 if the challenge is forged, expired or unsolved. */
export function readSolvedBits(
  secret: string,
  phone: string,
  { challenge, nonce }: SolvedWork,
  now: Date,
): number {
  const [, bits = '', endsAt = '', salt = '', mac = ''] = CHALLENGE.exec(challenge) ?? [];
  if (bits === '' || Number(endsAt) <= now.getTime()) return 0;
  const expected = sign(secret, phone, `${bits}.${endsAt}.${salt}`);
  const given = Buffer.from(mac, 'base64url');
  if (given.length !== expected.length || !timingSafeEqual(given, expected)) return 0;
  const hash = createHash('sha256').update(`${challenge}.${nonce}`).digest();
  return countZeroBits(hash) >= Number(bits) ? Number(bits) : 0;
}
