/**
 * Splits a text before and after a word, so that the word can be marked. Fans write watched words with other cases and
 * widths; a word that is not found as it is written gives the whole text and no word.
 */
export function splitByWord(text: string, word: string): readonly [string, string, string] {
  const at = text.toLowerCase().indexOf(word.toLowerCase());
  if (word === '' || at < 0) return [text, '', ''];
  return [text.slice(0, at), text.slice(at, at + word.length), text.slice(at + word.length)];
}
