import { LIMITS } from '../limits.ts';
import { normalizeText } from './normalize-text.ts';

/**
 * Stricter than RFC 5321, which lets nearly anything stand before the `@`. Addresses are shown on pages, exported to
 * spreadsheets and put into messages: one that begins a formula (`=`, `+`, `-`, `@`) or holds HTML (`<`, `>`, `&`, `"`)
 * is somebody's attempt and nobody's address. Letters of any script, digits, `_`, `+`, `-`, and single dots and
 * apostrophes between them are what mail providers give out.
 */
const PART = '[\\p{L}\\p{M}\\p{N}_+-]';
const LOCAL = `(?=[^@]{1,64}@)[\\p{L}\\p{N}_]${PART}*(?:['.]${PART}+)*`;
/** A name of the host, up to 63 letters; hyphens stand within. */
const LABEL = '[\\p{L}\\p{N}](?:[\\p{L}\\p{M}\\p{N}-]{0,61}[\\p{L}\\p{M}\\p{N}])?';
/** The last name is of letters, or as it is encoded for the DNS. */
const LAST_LABEL = '(?:xn--[a-z0-9-]{1,59}|\\p{L}[\\p{L}\\p{M}]{1,62})';
const EMAIL = new RegExp(`^${LOCAL}@(?:${LABEL}\\.)+${LAST_LABEL}$`, 'iu');

/** As it is kept. */
export const normalizeEmail = (text: string): string => normalizeText(text, 'NFC').trim();

/**
 * Whether an address, already normalized, may be kept. Whether anybody reads it, only a message would tell.
 */
export const isEmail = (email: string): boolean =>
  email.length <= LIMITS.emailCharsMax && EMAIL.test(email);
