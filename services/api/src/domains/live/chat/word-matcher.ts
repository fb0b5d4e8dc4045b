export interface WordStep {
  /** The characters that match this step. */
  readonly letters: string;
  /** Whether the letter may be repeated. */
  readonly repeats?: boolean;
  readonly optional?: boolean;
}

export interface WordPattern {
  readonly steps: readonly WordStep[];
  readonly mayBegin: (text: string, at: number) => boolean;
  /** Whether a hit may end just before `at`. */
  readonly mayEnd: (text: string, at: number) => boolean;
}

export interface Span {
  readonly start: number;
  readonly end: number;
}

const NONE = Number.MAX_SAFE_INTEGER;

/**
 * Finds a word whose letters may be repeated, disguised or left out. Compares each character once with each
 * letter of the word. A regular expression would backtrack.
 */
export class WordMatcher {
  readonly #pattern: WordPattern;
  readonly #letters: readonly ReadonlySet<string>[];
  /** The start of the earliest partial hit, indexed by the number of matched steps. */
  readonly #starts: number[];

  constructor(pattern: WordPattern) {
    this.#pattern = pattern;
    this.#letters = pattern.steps.map((step) => new Set(step.letters));
    this.#starts = Array<number>(pattern.steps.length + 1).fill(NONE);
  }

  /** Yields the longest hits from left to right, without overlaps. */
  *hits(text: string): Generator<Span> {
    for (let hit = this.#next(text, 0); hit !== null; hit = this.#next(text, hit.end)) yield hit;
  }

  #next(text: string, from: number): Span | null {
    const { steps, mayBegin, mayEnd } = this.#pattern;
    const starts = this.#starts.fill(NONE);
    let earliest = NONE;
    let hit: Span | null = null;
    for (let at = from; at < text.length; at += 1) {
      const letter = text[at] ?? '';
      const isFirst = this.#letters[0]?.has(letter) === true && hit === null && mayBegin(text, at);
      if (earliest === NONE && !isFirst) continue;
      starts[0] = isFirst ? at : NONE;
      earliest = this.#step(letter);
      const start = starts[steps.length] ?? NONE;
      if (start !== NONE && start <= (hit?.start ?? NONE) && mayEnd(text, at + 1)) {
        hit = { start, end: at + 1 };
      }
      if (hit !== null && earliest > hit.start) return hit;
    }
    return hit;
  }

  /** Consumes one character. @returns the start of the earliest partial hit that remains */
  #step(letter: string): number {
    const { steps } = this.#pattern;
    const starts = this.#starts;
    for (let done = steps.length; done > 0; done -= 1) {
      const takes = this.#letters[done - 1]?.has(letter) === true;
      const before = starts[done - 1] ?? NONE;
      const again = steps[done - 1]?.repeats === true ? (starts[done] ?? NONE) : NONE;
      starts[done] = takes ? Math.min(before, again) : NONE;
    }
    starts[0] = NONE;
    let earliest = NONE;
    for (let done = 1; done <= steps.length; done += 1) {
      if (steps[done - 1]?.optional === true) {
        starts[done] = Math.min(starts[done] ?? NONE, starts[done - 1] ?? NONE);
      }
      earliest = Math.min(earliest, starts[done] ?? NONE);
    }
    return earliest;
  }
}
