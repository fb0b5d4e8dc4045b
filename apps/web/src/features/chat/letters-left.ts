import { LIMITS } from '@sangwian/contract/limits';
import { normalizeText } from '@sangwian/contract/rules/normalize-text';

/** Firefox has it since version 125. Without it, combining marks count too, so the limit comes a few letters early. */
const segmenter =
  typeof Intl.Segmenter === 'undefined'
    ? null
    : new Intl.Segmenter('th', { granularity: 'grapheme' });

/** Counts letters as a reader does: a Thai mark belongs to its consonant, an emoji family is one. */
export function countLetters(text: string): number {
  if (segmenter === null) return [...text].length;
  let count = 0;
  for (const _ of segmenter.segment(text)) count += 1;
  return count;
}

/** Returns how many letters are left by the server's limits; negative if the line is too long. */
export function lettersLeft(draft: string): number {
  const line = draft.trim();
  const unitsLeft = LIMITS.chatUnitsMax - line.length;
  // Avoids counting the letters of a very long pasted text.
  if (unitsLeft < 0) return unitsLeft;
  return Math.min(LIMITS.chatCharsMax - countLetters(normalizeText(line, 'NFC')), unitsLeft);
}
