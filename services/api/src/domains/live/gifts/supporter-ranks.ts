import { createBatchReads } from '../../../platform/cache/batch-reads.ts';
import type { GiftStore, SupporterTotals } from './gifts.store.ts';

/**
 * A tally is good for this many times what it took to make, so making tallies takes at most a fiftieth of one
 * connection's time however many supporters a bout has: 0.1 s for a small bout, 5 s for 500 000 supporters.
 */
const FRESH_SHARE = 50;
/** Bouts with a tally in memory. One is on at a time for each live; the rest is what fans look back at. */
const BOUTS_MAX = 16;
/** Members whose totals one statement reads. */
const MEMBERS_MAX = 1_000;

/** A member's place among the supporters of a bout. */
export interface Place {
  readonly rank: number;
  readonly red_coins: number;
  readonly blue_coins: number;
}

/** How many supporters gave more than a total: the distinct totals of a bout, the highest first. */
interface Tally {
  readonly coins: readonly number[];
  /** Supporters who gave at least the total of the same index. */
  readonly supporters: readonly number[];
  readonly madeMs: number;
  readonly freshMs: number;
}

/** Supporters who gave more than `coins`. */
function countAbove({ coins: totals, supporters }: Tally, coins: number): number {
  let low = 0;
  let high = totals.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((totals[middle] ?? 0) > coins) low = middle + 1;
    else high = middle;
  }
  return low === 0 ? 0 : (supporters[low - 1] ?? 0);
}

/** The ranks of one bout. */
class BoutRanks {
  readonly #store: Pick<GiftStore, 'countTotals' | 'findTotals'>;
  readonly #matchLiveId: string;
  readonly #findTotals: (memberId: string) => Promise<SupporterTotals | undefined>;
  #tally: Tally | null = null;
  #making: Promise<Tally> | null = null;

  constructor(store: Pick<GiftStore, 'countTotals' | 'findTotals'>, matchLiveId: string) {
    this.#store = store;
    this.#matchLiveId = matchLiveId;
    this.#findTotals = createBatchReads(async (memberIds: readonly string[]) => {
      const rows = await store.findTotals(matchLiveId, memberIds);
      return new Map(rows.map((row) => [row.member_id, row]));
    }, MEMBERS_MAX);
  }

  async read(memberId: string): Promise<Place | undefined> {
    const own = await this.#findTotals(memberId);
    if (own === undefined) return undefined;
    const { red_coins, blue_coins } = own;
    const tally = await this.#readTally();
    return { rank: 1 + countAbove(tally, red_coins + blue_coins), red_coins, blue_coins };
  }

  /** A stale tally is still given while the next one is made, unless nobody asked for twice its time. */
  #readTally(): Tally | Promise<Tally> {
    const tally = this.#tally;
    const ageMs = tally === null ? Number.POSITIVE_INFINITY : performance.now() - tally.madeMs;
    if (tally !== null && ageMs < tally.freshMs) return tally;
    if (this.#making === null) {
      const making = this.#makeTally().finally(() => {
        this.#making = null;
      });
      // Callers that are given the stale tally do not wait for this one; the next caller tries again.
      making.catch(() => undefined);
      this.#making = making;
    }
    return tally !== null && ageMs < 2 * tally.freshMs ? tally : this.#making;
  }

  async #makeTally(): Promise<Tally> {
    const beganMs = performance.now();
    const rows = await this.#store.countTotals(this.#matchLiveId);
    let above = 0;
    const supporters = rows.map((row) => {
      above += row.supporters;
      return above;
    });
    const madeMs = performance.now();
    this.#tally = {
      coins: rows.map((row) => row.coins),
      supporters,
      madeMs,
      freshMs: (madeMs - beganMs) * FRESH_SHARE,
    };
    return this.#tally;
  }
}

/**
 * Own ranks. A member's own total is read exactly; how many gave more is looked up in a tally in memory, which is a
 * few seconds old. A tally has one entry for each distinct total, so its size grows with the root of the coins that a
 * bout was given: 10⁹ coins have at most 45 000 distinct totals.
 */
export class SupporterRanks {
  readonly #store: Pick<GiftStore, 'countTotals' | 'findTotals'>;
  readonly #bouts = new Map<string, BoutRanks>();

  constructor(store: Pick<GiftStore, 'countTotals' | 'findTotals'>) {
    this.#store = store;
  }

  /** A member's place; `undefined` where the member has not cheered. */
  read(matchLiveId: string, memberId: string): Promise<Place | undefined> {
    const bout = this.#bouts.get(matchLiveId) ?? new BoutRanks(this.#store, matchLiveId);
    this.#bouts.delete(matchLiveId);
    this.#bouts.set(matchLiveId, bout);
    for (const oldest of this.#bouts.keys()) {
      if (this.#bouts.size <= BOUTS_MAX) break;
      this.#bouts.delete(oldest);
    }
    return bout.read(memberId);
  }
}
