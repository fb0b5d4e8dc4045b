import { fillCorner, IDLE_LINES, type LineLanguage, languageOf, REACTIONS } from './lines.ts';
import type { Moment } from './moments.ts';

/** Somebody says something unasked about this often, crowd of nine. */
const IDLE_MEAN_MS = 6_500;
const IDLE_MS_MIN = 1_600;
/** Somebody cheers with a gift about this often; their coins have to last for an evening. */
const CHEER_MEAN_MS = 14_000;
const CHEER_MS_MIN = 3_000;
const CHEER_QUANTITY_MAX = 3;
/** A fan sees the picture late and then has to type. */
const REACTION_MS = { min: 2_200, max: 5_200 } as const;
const REACTION_SHARE = 0.45;
/** The last so many lines are not said again. */
const REMEMBERED_MAX = 12;

/** A number in [0, 1); handed in, so that a test can fix it. */
export type Random = () => number;

/** The pause before somebody speaks up again: mostly short, now and then long, as people are. */
export const idlePauseMs = (random: Random): number =>
  IDLE_MS_MIN + -Math.log(1 - random()) * (IDLE_MEAN_MS - IDLE_MS_MIN);

/** The pause before the next gift. */
export const cheerPauseMs = (random: Random): number =>
  CHEER_MS_MIN + -Math.log(1 - random()) * (CHEER_MEAN_MS - CHEER_MS_MIN);

/** One of the two smallest gifts, a few of it, for either corner; nothing where none is offered. */
export function chooseCheer<Offered extends { readonly coins: number }>(
  random: Random,
  gifts: readonly Offered[],
): { readonly gift: Offered; readonly quantity: number; readonly corner: 'red' | 'blue' } | null {
  const small = [...gifts].sort((a, b) => a.coins - b.coins).slice(0, 2);
  const gift = small[Math.floor(random() ** 2 * small.length)];
  if (gift === undefined) return null;
  const quantity = 1 + Math.floor(random() * CHEER_QUANTITY_MAX);
  return { gift, quantity, corner: random() < 0.5 ? 'red' : 'blue' };
}

/** How long after the moment somebody reacts to it, or `null` where nobody does. */
export const reactionDelayMs = (random: Random): number | null =>
  random() < REACTION_SHARE
    ? REACTION_MS.min + random() * (REACTION_MS.max - REACTION_MS.min)
    : null;

/** Chooses lines so that none comes back while it is still on the screen. */
export class LineChooser {
  readonly #random: Random;
  readonly #said: string[] = [];

  constructor(random: Random) {
    this.#random = random;
  }

  idle(language: LineLanguage): string {
    return this.#choose(IDLE_LINES, language);
  }

  reaction({ kind, corner }: Pick<Moment, 'kind' | 'corner'>, language: LineLanguage): string {
    return fillCorner(this.#choose(REACTIONS[kind], language), corner);
  }

  #choose(lines: readonly string[], language: LineLanguage): string {
    const own = lines.filter((line) => languageOf(line) === language);
    const fresh = own.filter((line) => !this.#said.includes(line));
    const from = fresh.length > 0 ? fresh : own;
    const line = from[Math.floor(this.#random() * from.length)] ?? '';
    this.#said.push(line);
    if (this.#said.length > REMEMBERED_MAX) this.#said.shift();
    return line;
  }
}
