import { createHash, timingSafeEqual } from 'node:crypto';

const SCHEME = 'Bearer ';

const digest = (text: string): Buffer => createHash('sha256').update(text).digest();

/** Returns the header that authenticates requests between our own processes. */
export const internalHeaders = (secret: string): { readonly authorization: string } => ({
  authorization: SCHEME + secret,
});

/** Returns a function that checks in constant time whether a request carries `internalHeaders` of this secret. */
export function createInternalCheck(
  secret: string,
): (headers: { readonly authorization?: string | undefined }) => boolean {
  const due = digest(SCHEME + secret);
  return ({ authorization = '' }) => secret !== '' && timingSafeEqual(digest(authorization), due);
}

/** Returns whether a text can be sent in a header without encoding. */
export const isHeaderText = (text: string): boolean => /^[!-~]+(?: +[!-~]+)*$/.test(text);
