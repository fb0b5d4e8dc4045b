import { LIMITS } from '../limits.ts';

/**
 * Letters and their marks (or Thai vowels would be refused) of any script, with single spaces, apostrophes and hyphens
 * between them; no digits, no other special characters.
 */
const PERSON_NAME = /^\p{L}\p{M}*(?:[ '’-]?\p{L}\p{M}*)*$/u;
/** Invisible characters that only change how text is laid out; a name does not need them. */
const FORMAT_CHARACTERS = /\p{Cf}/gu;

const graphemes = new Intl.Segmenter('th', { granularity: 'grapheme' });

/** As it is kept: NFC (NFKC would split ำ), no format characters, single spaces. */
export const normalizePersonName = (text: string): string =>
  text.normalize('NFC').replace(FORMAT_CHARACTERS, '').trim().replace(/\s+/g, ' ');

/** Whether a first or last name, already normalized, may be kept. Its length is counted as a reader counts. */
export function isPersonName(name: string): boolean {
  // Far beyond any name: not even looked at.
  if (name.length > LIMITS.nameCharsMax * 8) return false;
  return PERSON_NAME.test(name) && [...graphemes.segment(name)].length <= LIMITS.nameCharsMax;
}
