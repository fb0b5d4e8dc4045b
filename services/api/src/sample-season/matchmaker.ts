import type { SampleFighter } from './fighters.ts';

/** A fighter rests this long between bouts, wherever the division has enough others. */
const REST_DAYS = 12;

type Pair = readonly [SampleFighter, SampleFighter];

/** Every pair of a division, so ordered that neighbours share nobody (the circle method of round robins). */
function allPairs(fighters: readonly SampleFighter[]): Pair[] {
  const ring: (SampleFighter | null)[] = [...fighters];
  if (ring.length % 2 === 1) ring.push(null);
  const pairs: Pair[] = [];
  for (let turn = 0; turn < ring.length - 1; turn += 1) {
    for (let place = 0; place < ring.length / 2; place += 1) {
      const one = ring[place];
      const other = ring[ring.length - 1 - place];
      // Corners take turns, so that nobody is always red.
      if (one && other) pairs.push((turn + place) % 2 === 0 ? [one, other] : [other, one]);
    }
    const last = ring.pop();
    if (last !== undefined) ring.splice(1, 0, last);
  }
  return pairs;
}

/** Makes the bouts of one division, day after day. */
export class Matchmaker {
  readonly #pairs: Pair[];
  readonly #lastDay = new Map<string, number>();
  readonly #bookedDay = new Map<string, number>();

  constructor(fighters: readonly SampleFighter[]) {
    this.#pairs = allPairs(fighters);
  }

  /** The pair that is due: both rested, never the same fighter twice on a day, and the longest unseen pairing first. */
  next(day: number): Pair {
    const rested = (pair: Pair, days: number): boolean =>
      pair.every(({ fighter_id }) => {
        const taken = [this.#lastDay.get(fighter_id), this.#bookedDay.get(fighter_id)];
        return taken.every((other) => other === undefined || Math.abs(day - other) >= days);
      });
    for (let days = REST_DAYS; days >= 1; days -= 1) {
      const found = this.#pairs.findIndex((pair) => rested(pair, days));
      if (found !== -1) return this.#take(found, day);
    }
    throw new RangeError('more bouts on one day than the division has fighters for');
  }

  /** Keeps two fighters free for a day that comes. */
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
