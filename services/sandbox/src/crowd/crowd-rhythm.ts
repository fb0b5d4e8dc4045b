import { fillCorner, IDLE_LINES, type LineLanguage, languageOf, REACTIONS } from './lines.ts';
import type { Moment } from './moments.ts';

/** Mean pause between unprompted lines, for a crowd of nine. */
const IDLE_MEAN_MS = 6_500;
const IDLE_MS_MIN = 1_600;
/** Mean pause between gifts while the wallets are full. */
const CHEER_MEAN_MS = 14_000;
const CHEER_MS_MIN = 3_000;
/** With fewer coins the pause becomes no longer. */
const COINS_LEFT_MIN = 0.02;
const CHEER_QUANTITY_MAX = 3;
/** Delay of a reaction: latency of the video plus typing. */
const REACTION_MS = { min: 2_200, max: 5_200 } as const;
const REACTION_SHARE = 0.45;
/** Number of recent lines that are not repeated. */
const REMEMBERED_MAX = 12;

/** Returns a number in [0, 1); tests pass a fixed one. */
export type Random = () => number;

/** Returns the pause before the next unprompted line: mostly short, sometimes long. */
export const idlePauseMs = (random: Random): number =>
  IDLE_MS_MIN + -Math.log(1 - random()) * (IDLE_MEAN_MS - IDLE_MS_MIN);

/**
 * Returns the pause before the next gift. The fewer coins are left, the longer it is: the coins of the crowd are never
 * topped up, and the demo repeats for days.
 *
 * @param coinsLeft share of the coins that the crowd may spend, from 0 to 1
 */
export const cheerPauseMs = (random: Random, coinsLeft: number): number =>
  CHEER_MS_MIN +
  (-Math.log(1 - random()) * (CHEER_MEAN_MS - CHEER_MS_MIN)) / Math.max(coinsLeft, COINS_LEFT_MIN);

/** Chooses a small number of one of the two cheapest gifts, for either corner; `null` if none is offered. */
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

/** Returns the delay of a reaction to a moment; `null`: no reaction. */
export const reactionDelayMs = (random: Random): number | null =>
  random() < REACTION_SHARE
    ? REACTION_MS.min + random() * (REACTION_MS.max - REACTION_MS.min)
    : null;

/** Chooses lines without repeating one that is still on the screen. */
export class LineChooser {
  readonly #random: Random;
  readonly #recent: string[] = [];

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
    const candidates = lines.filter((line) => languageOf(line) === language);
    const fresh = candidates.filter((line) => !this.#recent.includes(line));
    const from = fresh.length > 0 ? fresh : candidates;
    const line = from[Math.floor(this.#random() * from.length)] ?? '';
    this.#recent.push(line);
    if (this.#recent.length > REMEMBERED_MAX) this.#recent.shift();
    return line;
  }
}
