import type { SampleFighter } from './fighters.ts';

/** Minimum days between two bouts of a fighter, if the division has enough fighters. */
const REST_DAYS = 12;

type Pair = readonly [SampleFighter, SampleFighter];

/**
 * Returns all pairs of a division by the circle method of round-robin tournaments, so that consecutive pairs have no
 * common fighter.
 */
function allPairs(fighters: readonly SampleFighter[]): Pair[] {
  const ring: (SampleFighter | null)[] = [...fighters];
  if (ring.length % 2 === 1) ring.push(null);
  const pairs: Pair[] = [];
  for (let turn = 0; turn < ring.length - 1; turn += 1) {
    for (let place = 0; place < ring.length / 2; place += 1) {
      const one = ring[place];
      const other = ring[ring.length - 1 - place];
      // Corners alternate, so that no fighter is always red.
      if (one && other) pairs.push((turn + place) % 2 === 0 ? [one, other] : [other, one]);
    }
    const last = ring.pop();
    if (last !== undefined) ring.splice(1, 0, last);
  }
  return pairs;
}

/** Creates the bouts of one division, in order of days. */
export class Matchmaker {
  readonly #pairs: Pair[];
  readonly #lastDay = new Map<string, number>();
  readonly #bookedDay = new Map<string, number>();

  constructor(fighters: readonly SampleFighter[]) {
    this.#pairs = allPairs(fighters);
  }

  /** Returns the least recent pairing whose fighters have rested. No fighter has two bouts on a day. */
  next(day: number): Pair {
    const rested = (pair: Pair, days: number): boolean =>
      pair.every(({ fighter_id }) => {
        const busyDays = [this.#lastDay.get(fighter_id), this.#bookedDay.get(fighter_id)];
        return busyDays.every((busy) => busy === undefined || Math.abs(day - busy) >= days);
      });
    for (let days = REST_DAYS; days >= 1; days -= 1) {
      const index = this.#pairs.findIndex((pair) => rested(pair, days));
      if (index !== -1) return this.#take(index, day);
    }
    throw new RangeError('more bouts on one day than the division has fighters for');
  }

  /** Reserves two fighters for a day. */
  book(pair: Pair, day: number): void {
    for (const { fighter_id } of pair) this.#bookedDay.set(fighter_id, day);
  }

  #take(index: number, day: number): Pair {
    const [pair] = this.#pairs.splice(index, 1);
    if (pair === undefined) throw new RangeError('no such pair');
    this.#pairs.push(pair);
    for (const { fighter_id } of pair) this.#lastDay.set(fighter_id, day);
    return pair;
  }
}
