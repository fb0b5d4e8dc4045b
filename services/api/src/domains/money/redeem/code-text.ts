import { normalizeText } from '@sangwian/contract/rules/normalize-text';

/** Letters and digits without look-alike characters: no 0, O, 1, I or L. */
export const CODE_ALPHABET = '23456789ABCDEFGHJKMNPQRSTUVWXYZ';
const GROUP_CHARS = 4;
const GROUPS = 3;

const THAI_ZERO = 0x0e50;

/**
 * Normalises a typed or pasted code for comparison: upper case, Arabic digits, no spaces, hyphens or invisible
 * characters.
 */
export function normaliseCode(text: string): string {
  return normalizeText(text, 'NFC')
    .replace(/[๐-๙]/g, (digit) => String((digit.codePointAt(0) ?? THAI_ZERO) - THAI_ZERO))
    .replace(/[\s\p{Cc}\p{Cf}\p{Pd}_]/gu, '')
    .toUpperCase();
}

/** Returns whether a normalised code is well formed. */
export const isCodeText = (code: string): boolean => /^[\p{L}\p{M}\p{N}]{4,64}$/u.test(code);

/**
 * Makes an unguessable code (59 bits) in the form `PREFIX-XXXX-XXXX-XXXX`.
 *
 * @param pick returns a cryptographically random integer from 0 up to, but not including, `end`
 */
export function makeCode(prefix: string, pick: (end: number) => number): string {
  const group = (): string =>
    Array.from({ length: GROUP_CHARS }, () => CODE_ALPHABET[pick(CODE_ALPHABET.length)] ?? '').join(
      '',
    );
  return [prefix, ...Array.from({ length: GROUPS }, group)].join('-');
}
