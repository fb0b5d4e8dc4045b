import { timingSafeEqual } from 'node:crypto';

/** Returns a function that compares a secret in constant time. */
export function createSecretCheck(secret: string): (given: unknown) => boolean {
  const due = Buffer.from(secret);
  return (given) => {
    if (typeof given !== 'string') return false;
    const bytes = Buffer.from(given);
    return bytes.length === due.length && timingSafeEqual(bytes, due);
  };
}
