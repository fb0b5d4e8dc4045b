import { timingSafeEqual } from 'node:crypto';

/** Tells whether a secret is the right one, in a time that does not tell how far it was right. */
export function createSecretCheck(secret: string): (given: unknown) => boolean {
  const due = Buffer.from(secret);
  return (given) => {
    if (typeof given !== 'string') return false;
    const bytes = Buffer.from(given);
    return bytes.length === due.length && timingSafeEqual(bytes, due);
  };
}
