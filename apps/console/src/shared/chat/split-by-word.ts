/**
 * Splits a text before and after a word, so that the word can be highlighted. Fans vary the case and the width of
 * letters. If the text does not contain the exact word, returns the whole text without a match.
 */
export function splitByWord(text: string, word: string): readonly [string, string, string] {
  const at = text.toLowerCase().indexOf(word.toLowerCase());
  if (word === '' || at < 0) return [text, '', ''];
  return [text.slice(0, at), text.slice(at, at + word.length), text.slice(at + word.length)];
}
