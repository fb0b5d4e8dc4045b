import { normalizeText } from '@sangwian/contract/rules/normalize-text';

/** Letters and digits that nobody takes for each other: neither 0 and O nor 1, I and L. */
export const CODE_ALPHABET = '23456789ABCDEFGHJKMNPQRSTUVWXYZ';
const GROUP_CHARS = 4;
const GROUPS = 3;

const THAI_ZERO = 0x0e50;

/**
 * A code as it is compared: however it was typed or pasted, in capitals, without spaces, hyphens and what cannot be seen,
 * with Arabic digits.
 */
export function normaliseCode(text: string): string {
  return normalizeText(text, 'NFC')
    .replace(/[๐-๙]/g, (digit) => String((digit.codePointAt(0) ?? THAI_ZERO) - THAI_ZERO))
    .replace(/[\s\p{Cc}\p{Cf}\p{Pd}_]/gu, '')
    .toUpperCase();
}

/** Whether a normalised code is one that could be given out. */
export const isCodeText = (code: string): boolean => /^[\p{L}\p{M}\p{N}]{4,64}$/u.test(code);

/**
 * A code that cannot be guessed (59 bits), as it is shown: `PREFIX-XXXX-XXXX-XXXX`.
 *
 * @param pick a whole number from 0 to below `end`, of a cryptographic generator
 */
export function makeCode(prefix: string, pick: (end: number) => number): string {
  const group = (): string =>
    Array.from({ length: GROUP_CHARS }, () => CODE_ALPHABET[pick(CODE_ALPHABET.length)] ?? '').join(
      '',
    );
  return [prefix, ...Array.from({ length: GROUPS }, group)].join('-');
}
