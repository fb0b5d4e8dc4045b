import { LIMITS } from '@sangwian/contract/limits';
import { normalizeText } from '@sangwian/contract/rules/normalize-text';

/**
 * Firefox supports `Intl.Segmenter` since version 125. Older browsers count combining marks too, so the limit is
 * reached a few letters early.
 */
const segmenter =
  typeof Intl.Segmenter === 'undefined'
    ? null
    : new Intl.Segmenter('th', { granularity: 'grapheme' });

/**
 * Counts letters as a reader does: a Thai consonant with its marks is one letter, and so is an emoji of several code
 * points.
 */
export function countLetters(text: string): number {
  if (segmenter === null) return [...text].length;
  let count = 0;
  for (const _ of segmenter.segment(text)) count += 1;
  return count;
}

/** Returns the number of letters that the server's limits still allow; negative if the line is too long. */
export function lettersLeft(draft: string): number {
  const line = draft.trim();
  const unitsLeft = LIMITS.chatUnitsMax - line.length;
  // Returns early, because counting the letters of a very long pasted text is slow.
  if (unitsLeft < 0) return unitsLeft;
  return Math.min(LIMITS.chatCharsMax - countLetters(normalizeText(line, 'NFC')), unitsLeft);
}
