/**
 * Longest run of marks that any writing system needs (UAX #15, "Stream-Safe Text Format"). Normalisation sorts the
 * marks of a letter in quadratic time.
 */
const MARKS_IN_A_ROW_MAX = 30;
const MARK_RUN = new RegExp(`(?<!\\p{M})(\\p{M}{${MARKS_IN_A_ROW_MAX}})\\p{M}+`, 'gu');

/** Two signs that compatibility forms expand to 18 and 8 letters; no other expands to more than 7. */
const SENTENCE_SIGNS = /[\uFDFA\uFDFB]/gu;

/**
 * Normalises external text in linear time: runs of marks are cut to 30, and compatibility forms drop the two signs that
 * expand to sentences.
 */
export function normalizeText(text: string, form: 'NFC' | 'NFD' | 'NFKC' | 'NFKD'): string {
  const bounded = text.replace(MARK_RUN, '$1');
  const isCompatibility = form === 'NFKC' || form === 'NFKD';
  return (isCompatibility ? bounded.replace(SENTENCE_SIGNS, ' ') : bounded).normalize(form);
}
