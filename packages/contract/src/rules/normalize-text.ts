/**
 * The most marks in a row that any writing needs (UAX #15, "Stream-Safe Text Format"). Normalisation sorts the marks of
 * a letter, in time that grows with the square of their number.
 */
const MARKS_IN_A_ROW_MAX = 30;
const MARK_RUN = new RegExp(`(?<!\\p{M})(\\p{M}{${MARKS_IN_A_ROW_MAX}})\\p{M}+`, 'gu');

/** Two signs that the compatibility forms write out as sentences of 18 and 8 letters; no other makes more than 7. */
const SENTENCE_SIGNS = /[\uFDFA\uFDFB]/gu;

/**
 * Text from outside in a normalisation form, in time that grows with its length: of longer runs of marks 30 are kept,
 * and of the signs that are sentences none in a compatibility form.
 */
export function normalizeText(text: string, form: 'NFC' | 'NFD' | 'NFKC' | 'NFKD'): string {
  const bounded = text.replace(MARK_RUN, '$1');
  const isCompatibility = form === 'NFKC' || form === 'NFKD';
  return (isCompatibility ? bounded.replace(SENTENCE_SIGNS, ' ') : bounded).normalize(form);
}
