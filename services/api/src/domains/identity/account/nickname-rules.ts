import { LIMITS } from '@sangwian/contract/limits';
import { normalizeText } from '@sangwian/contract/rules/normalize-text';

/** Letters of Thai and of European languages with their accents. Other scripts have letters that look like these. */
const LETTERS = 'A-Za-z\\u00C0-\\u00D6\\u00D8-\\u00F6\\u00F8-\\u017F\\u1E00-\\u1EFF\\u0E01-\\u0E2E';
/** Vowels and marks of Thai, which follow or precede a consonant. */
const THAI_SIGNS = '\\u0E2F-\\u0E3A\\u0E40-\\u0E4E';
const ALLOWED = new RegExp(`^[${LETTERS}${THAI_SIGNS}0-9\\u0E50-\\u0E59 ._-]+$`, 'u');
const HAS_LETTER = new RegExp(`[${LETTERS}]`, 'u');
/** Thai needs at most a vowel and a tone mark on one consonant. */
const MARK_FLOOD = /^\p{M}|\p{M}{3}/u;
const REPEATED_MARK = /(\p{M})\1/u;

/** Names of the site and its staff, as keys. A fan must not look like staff. */
const RESERVED = ['admin', 'moderator', 'sangwian', 'แอดมิน', 'ผู้ดูแล', 'ทีมงาน', 'สังเวียน'];

/** Characters that look like other characters, after lower-casing and without accents. */
const CONFUSABLE: Readonly<Record<string, string>> = {
  '0': 'o',
  '1': 'l',
  i: 'l',
  ı: 'l',
  '5': 's',
  ł: 'l',
  ø: 'o',
  đ: 'd',
  ħ: 'h',
  ŧ: 't',
  ŋ: 'n',
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ð: 'd',
  þ: 'p',
  ĸ: 'k',
  rn: 'm',
  vv: 'w',
  ฃ: 'ข',
  ฅ: 'ค',
  ฎ: 'ฏ',
  ภ: 'ถ',
  เเ: 'แ',
  ๅ: 'า',
};
const CONFUSABLES = new RegExp(Object.keys(CONFUSABLE).join('|'), 'gu');
/** Digits of Thai mean the same as the ones of Europe. */
const THAI_DIGIT = /[\u0E50-\u0E59]/gu;
/** Accents of Latin letters, after decomposition. */
const LATIN_MARKS = /(?<=[a-zıłøđħŧŋßæœðþĸ])[\u0300-\u036F]+/gu;
const SEPARATORS = /[ ._-]+/gu;

/**
 * Returns the form of a nickname in which two nicknames that look alike are equal: NFKC, lower case, without accents and
 * separators, and with one letter for all letters that look like it.
 */
export function nicknameKey(nickname: string): string {
  const folded = normalizeText(normalizeText(nickname, 'NFKC').toLowerCase(), 'NFKD')
    .replace(LATIN_MARKS, '')
    .replace(THAI_DIGIT, (digit) => String(digit.charCodeAt(0) - 0x0e50))
    .replace(SEPARATORS, '');
  return folded.replace(CONFUSABLES, (letters) => CONFUSABLE[letters] ?? letters);
}

const RESERVED_KEYS = RESERVED.map(nicknameKey);

const graphemes = new Intl.Segmenter('th', { granularity: 'grapheme' });

/** Returns the letters of a text, each with its marks. */
export const lettersOf = (text: string): string[] =>
  [...graphemes.segment(text)].map(({ segment }) => segment);

/** Why a nickname is refused. */
export type NicknameProblem = 'invalid' | 'reserved';

/**
 * Returns why a cleaned nickname is refused; `null` if it is allowed. Its length and its words are checked by the rules
 * of the chat.
 */
export function nicknameProblem(nickname: string): NicknameProblem | null {
  const compatible = normalizeText(nickname, 'NFKC');
  const isValid =
    lettersOf(nickname).length >= LIMITS.nicknameCharsMin &&
    ALLOWED.test(nickname) &&
    HAS_LETTER.test(nickname) &&
    !MARK_FLOOD.test(compatible) &&
    !REPEATED_MARK.test(compatible);
  if (!isValid) return 'invalid';
  const key = nicknameKey(nickname);
  return RESERVED_KEYS.some((reserved) => key.includes(reserved)) ? 'reserved' : null;
}

/** Returns nicknames for a taken one: the same letters with each of these numbers, within the maximum length. */
export function suffixed(nickname: string, numbers: readonly number[]): string[] {
  const letters = lettersOf(nickname);
  return numbers.map((number) => {
    const suffix = String(number);
    return (
      letters
        .slice(0, LIMITS.nicknameCharsMax - suffix.length)
        .join('')
        .trimEnd() + suffix
    );
  });
}
