import { LIMITS } from '@sangwian/contract/limits';
import { normalizeText } from '@sangwian/contract/rules/normalize-text';

/** Firefox has it since 125; what lacks it counts marks of their own, and at worst stops a few letters early. */
const segmenter =
  typeof Intl.Segmenter === 'undefined'
    ? null
    : new Intl.Segmenter('th', { granularity: 'grapheme' });

/** Letters as a reader counts them: a Thai vowel or tone mark belongs to its consonant, an emoji family is one. */
export function countLetters(text: string): number {
  if (segmenter === null) return [...text].length;
  let count = 0;
  for (const _ of segmenter.segment(text)) count += 1;
  return count;
}

/** How many letters the line has left, by the server's own limits; negative: it would be refused as too long. */
export function lettersLeft(draft: string): number {
  const line = draft.trim();
  const unitsLeft = LIMITS.chatUnitsMax - line.length;
  // A pasted book need not be counted letter by letter to be too long.
  if (unitsLeft < 0) return unitsLeft;
  return Math.min(LIMITS.chatCharsMax - countLetters(normalizeText(line, 'NFC')), unitsLeft);
}
