/** Letters of a word that fit a 32-bit number, one bit each. Longer words are sieved by their beginning. */
const BITS = 31;

/** What may stand for each letter of a word, one text a letter. Every letter may be repeated. */
export type SievedWord = readonly string[];

/**
 * Tells which of many words may be in a text, in one pass that costs the same whatever the text holds: for each word one
 * number says how far its letters have come ("shift-and"). What it finds is only a candidate, since borders and
 * letters that may be left out are not looked at.
 */
export class WordSieve {
  /** For each letter and word the places in the word that the letter may take. */
  readonly #places = new Map<string, Int32Array>();
  readonly #lasts: Int32Array;
  readonly #state: Int32Array;

  constructor(words: readonly SievedWord[]) {
    this.#state = new Int32Array(words.length);
    this.#lasts = Int32Array.from(words, (word) => 1 << (Math.min(word.length, BITS) - 1));
    for (const [index, word] of words.entries()) {
      for (const [place, letters] of word.slice(0, BITS).entries()) {
        for (const letter of letters) {
          const places = this.#places.get(letter) ?? new Int32Array(words.length);
          places[index] = (places[index] ?? 0) | (1 << place);
          this.#places.set(letter, places);
        }
      }
    }
  }

  /** The indices of the words that may be in the text. */
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
        // Each letter goes on to the next place, begins anew, or stays where it is repeated.
        const now = ((before << 1) | 1 | before) & (places[word] ?? 0);
        state[word] = now;
        if ((now & (this.#lasts[word] ?? 0)) !== 0) found.add(word);
      }
    }
    return [...found];
  }
}
