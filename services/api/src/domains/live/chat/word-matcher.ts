/**
 * Finds a word whose letters may be repeated, disguised or left out. Every place of a text is looked at once for each
 * letter of the word, whatever the text holds: a regular expression for the same word begins anew at every sign that may
 * be its first letter, and tries every way to share a run of signs between two letters that have them in common.
 */

/** One letter of a word. */
export interface WordStep {
  /** What may stand for it. */
  readonly letters: string;
  /** Whether it may come again and again. */
  readonly repeats?: boolean;
  /** Whether it may be left out. */
  readonly optional?: boolean;
}

export interface WordPattern {
  readonly steps: readonly WordStep[];
  /** Whether a hit may begin at this place. */
  readonly mayBegin: (text: string, at: number) => boolean;
  /** Whether a hit may end before this place. */
  readonly mayEnd: (text: string, at: number) => boolean;
}

/** A part of a text. */
export interface Span {
  readonly start: number;
  readonly end: number;
}

const NOWHERE = Number.MAX_SAFE_INTEGER;

export class WordMatcher {
  readonly #pattern: WordPattern;
  readonly #letters: readonly ReadonlySet<string>[];
  /** For each number of steps that are done: where the earliest hit began that is there now. */
  readonly #begun: number[];

  constructor(pattern: WordPattern) {
    this.#pattern = pattern;
    this.#letters = pattern.steps.map((step) => new Set(step.letters));
    this.#begun = Array<number>(pattern.steps.length + 1).fill(NOWHERE);
  }

  /** Hits from left to right, each as long as it can be; none overlaps another. */
  *hits(text: string): Generator<Span> {
    for (let hit = this.#next(text, 0); hit !== null; hit = this.#next(text, hit.end)) yield hit;
  }

  #next(text: string, from: number): Span | null {
    const { steps, mayBegin, mayEnd } = this.#pattern;
    const begun = this.#begun.fill(NOWHERE);
    let earliest = NOWHERE;
    let hit: Span | null = null;
    for (let at = from; at < text.length; at += 1) {
      const letter = text[at] ?? '';
      const isFirst = this.#letters[0]?.has(letter) === true && hit === null && mayBegin(text, at);
      if (earliest === NOWHERE && !isFirst) continue;
      begun[0] = isFirst ? at : NOWHERE;
      earliest = this.#step(letter);
      const start = begun[steps.length] ?? NOWHERE;
      if (start !== NOWHERE && start <= (hit?.start ?? NOWHERE) && mayEnd(text, at + 1)) {
        hit = { start, end: at + 1 };
      }
      if (hit !== null && earliest > hit.start) return hit;
    }
    return hit;
  }

  /** Reads one letter. @returns where the earliest of the hits began that go on */
  #step(letter: string): number {
    const { steps } = this.#pattern;
    const begun = this.#begun;
    for (let done = steps.length; done > 0; done -= 1) {
      const takes = this.#letters[done - 1]?.has(letter) === true;
      const before = begun[done - 1] ?? NOWHERE;
      const again = steps[done - 1]?.repeats === true ? (begun[done] ?? NOWHERE) : NOWHERE;
      begun[done] = takes ? Math.min(before, again) : NOWHERE;
    }
    begun[0] = NOWHERE;
    let earliest = NOWHERE;
    for (let done = 1; done <= steps.length; done += 1) {
      if (steps[done - 1]?.optional === true) {
        begun[done] = Math.min(begun[done] ?? NOWHERE, begun[done - 1] ?? NOWHERE);
      }
      earliest = Math.min(earliest, begun[done] ?? NOWHERE);
    }
    return earliest;
  }
}
