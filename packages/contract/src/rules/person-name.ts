import { LIMITS } from '../limits.ts';
import { normalizeText } from './normalize-text.ts';

/**
 * Letters and their marks (or Thai vowels would be refused) of any script, with single spaces, apostrophes and hyphens
 * between them; no digits, no other special characters.
 */
const PERSON_NAME = /^\p{L}\p{M}*(?:[ '’-]?\p{L}\p{M}*)*$/u;
/**
 * Characters that nobody sees: those that only change how text is laid out, and letters that are drawn as nothing (the
 * Hangul fillers), of which a name without a name could be made.
 */
const INVISIBLE = /[\p{Cf}\p{Default_Ignorable_Code_Point}]/gu;

const graphemes = new Intl.Segmenter('th', { granularity: 'grapheme' });

/** As it is kept: nothing invisible, NFC of what is left (NFKC would split ำ), single spaces. */
export const normalizePersonName = (text: string): string =>
  normalizeText(text.replace(INVISIBLE, ''), 'NFC').trim().replace(/\s+/g, ' ');

/** Whether a first or last name, already normalized, may be kept. Its length is counted as a reader counts. */
export function isPersonName(name: string): boolean {
  // Far beyond any name: not even looked at.
  if (name.length > LIMITS.nameCharsMax * 8) return false;
  return PERSON_NAME.test(name) && [...graphemes.segment(name)].length <= LIMITS.nameCharsMax;
}
