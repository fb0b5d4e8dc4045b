import { LIMITS } from '../limits.ts';
import { normalizeText } from './normalize-text.ts';

/**
 * Stricter than RFC 5321, which allows nearly anything before the `@`. Addresses appear on pages, in spreadsheets and
 * in messages, so characters that begin a formula (`=`, `+`, `-`, `@`) or form HTML (`<`, `>`, `&`, `"`) are refused.
 * Mail providers issue letters of any script, digits, `_`, `+`, `-`, and single dots and apostrophes between them.
 */
const PART = '[\\p{L}\\p{M}\\p{N}_+-]';
const LOCAL = `(?=[^@]{1,64}@)[\\p{L}\\p{N}_]${PART}*(?:['.]${PART}+)*`;
/** A label of the host name, up to 63 letters, with hyphens inside. */
const LABEL = '[\\p{L}\\p{N}](?:[\\p{L}\\p{M}\\p{N}-]{0,61}[\\p{L}\\p{M}\\p{N}])?';
/** The last label: letters, or encoded for the DNS. */
const LAST_LABEL = '(?:xn--[a-z0-9-]{1,59}|\\p{L}[\\p{L}\\p{M}]{1,62})';
const EMAIL = new RegExp(`^${LOCAL}@(?:${LABEL}\\.)+${LAST_LABEL}$`, 'iu');

/** Returns the form in which addresses are stored. */
export const normalizeEmail = (text: string): string => normalizeText(text, 'NFC').trim();

/** Whether a normalized address is accepted. Does not check that the mailbox exists. */
export const isEmail = (email: string): boolean =>
  email.length <= LIMITS.emailCharsMax && EMAIL.test(email);
