import { LIMITS } from '../limits.ts';

/** Something before and after one `@`, and a dot in the host. Whether anybody reads it, only a message would tell. */
const EMAIL = /^[^\s@\p{C}]+@[^\s@.\p{C}]+(\.[^\s@.\p{C}]+)+$/u;

/** As it is kept. */
export const normalizeEmail = (text: string): string => text.normalize('NFC').trim();

/** Whether an address, already normalized, may be kept. */
export const isEmail = (email: string): boolean =>
  email.length <= LIMITS.emailCharsMax && EMAIL.test(email);
