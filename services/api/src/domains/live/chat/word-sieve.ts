/**
 * Maximum number of letters that are matched: one bit each in a 32-bit integer. Longer words are matched by
 * their first letters.
 */
const LETTERS_MAX = 31;

/** The characters that match each letter of a word, one string per letter. Letters may be repeated. */
export type SievedWord = readonly string[];

/**
 * Finds the words that a text may contain, in one pass with the shift-and algorithm. One bit mask per word
 * stores the matched letters. The hits are only candidates, because word boundaries and optional letters are
 * not checked.
 */
export class WordSieve {
  /** For each letter and word, a bit mask of the positions in the word that the letter matches. */
  readonly #places = new Map<string, Int32Array>();
  readonly #lasts: Int32Array;
  readonly #state: Int32Array;

  constructor(words: readonly SievedWord[]) {
    this.#state = new Int32Array(words.length);
    this.#lasts = Int32Array.from(words, (word) => 1 << (Math.min(word.length, LETTERS_MAX) - 1));
    for (const [index, word] of words.entries()) {
      for (const [place, letters] of word.slice(0, LETTERS_MAX).entries()) {
        for (const letter of letters) {
          const places = this.#places.get(letter) ?? new Int32Array(words.length);
          places[index] = (places[index] ?? 0) | (1 << place);
          this.#places.set(letter, places);
        }
      }
    }
  }

  /** Returns the indices of the words that the text may contain. */
  candidates(text: string): number[] {
    const state = this.#state.fill(0);
    const found = new Set<number>();
    let isEmpty = true;
    for (const letter of text) {
      const places = this.#places.get(letter);
      if (places === undefined) {
        if (!isEmpty) state.fill(0);
        isEmpty = true;
        continue;
      }
      isEmpty = false;
      for (let word = 0; word < state.length; word += 1) {
        const before = state[word] ?? 0;
        // Each character continues a match at the next position, starts a new match, or repeats the last
        // letter.
        const now = ((before << 1) | 1 | before) & (places[word] ?? 0);
        state[word] = now;
        if ((now & (this.#lasts[word] ?? 0)) !== 0) found.add(word);
      }
    }
    return [...found];
  }
}
