import { LIMITS } from '@sangwian/contract/limits';

/** A pasted book need not be counted letter by letter to be too long. */
const COUNTED_UNITS_MAX = 10_000;

/** Firefox has it since 125; what lacks it counts marks of their own, and at worst stops a few letters early. */
const segmenter =
  typeof Intl.Segmenter === 'undefined'
    ? null
    : new Intl.Segmenter('th', { granularity: 'grapheme' });

/** Letters as a reader counts them: a Thai vowel or tone mark belongs to its consonant, an emoji family is one. */
export function countLetters(text: string): number {
  if (segmenter === null || text.length > COUNTED_UNITS_MAX) return [...text].length;
  let count = 0;
  for (const _ of segmenter.segment(text)) count += 1;
  return count;
}

/** How many letters the line has left, by the server's own limits; negative: it would be refused as too long. */
export function lettersLeft(draft: string): number {
  const line = draft.trim().normalize('NFC');
  return Math.min(LIMITS.chatCharsMax - countLetters(line), LIMITS.chatUnitsMax - line.length);
}
