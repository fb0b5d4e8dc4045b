/**
 * Splits a text before and after a word, so that the word can be marked. Fans write watched words with other cases and
 * widths; if the exact word is not in the text, the whole text is returned without a match.
 */
export function splitByWord(text: string, word: string): readonly [string, string, string] {
  const at = text.toLowerCase().indexOf(word.toLowerCase());
  if (word === '' || at < 0) return [text, '', ''];
  return [text.slice(0, at), text.slice(at, at + word.length), text.slice(at + word.length)];
}
