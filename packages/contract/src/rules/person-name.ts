import { LIMITS } from '../limits.ts';
import { normalizeText } from './normalize-text.ts';

/**
 * Letters of any script with their marks (Thai vowels are marks), and single spaces, apostrophes and hyphens between
 * them; no digits or other special characters.
 */
const PERSON_NAME = /^\p{L}\p{M}*(?:[ '’-]?\p{L}\p{M}*)*$/u;
/**
 * Invisible characters: those that only affect layout, and letters without a glyph (the Hangul fillers), which could
 * form an empty-looking name.
 */
const INVISIBLE = /[\p{Cf}\p{Default_Ignorable_Code_Point}]/gu;

const graphemes = new Intl.Segmenter('th', { granularity: 'grapheme' });

/** Returns the stored form: no invisible characters, NFC (NFKC would split ำ), single spaces. */
export const normalizePersonName = (text: string): string =>
  normalizeText(text.replace(INVISIBLE, ''), 'NFC').trim().replace(/\s+/g, ' ');

/** Whether a normalized first or last name is accepted. Its length is counted in graphemes. */
export function isPersonName(name: string): boolean {
  // Bounds the work of the checks below.
  if (name.length > LIMITS.nameCharsMax * 8) return false;
  return PERSON_NAME.test(name) && [...graphemes.segment(name)].length <= LIMITS.nameCharsMax;
}
