import { createBatchReads } from '../../../platform/cache/batch-reads.ts';
import type { GiftStore, SupporterTotals } from './gifts.store.ts';

/**
 * A tally stays fresh for this many times its computing time, so that tallies take at most 2 % of one
 * connection's time. That is 0.1 s for a small bout and 5 s for 500 000 supporters.
 */
const FRESH_SHARE = 50;
/** Maximum number of bouts with a tally in memory: the bouts in progress, and some earlier bouts that fans open. */
const BOUTS_MAX = 16;
/** Members per statement that reads totals. */
const MEMBERS_MAX = 1_000;

/** A member's rank and gifts among the supporters of a bout. */
export interface SupporterRank {
  readonly rank: number;
  readonly red_coins: number;
  readonly blue_coins: number;
}

/** The distinct totals of a bout, highest first, with cumulative counts of supporters. */
interface Tally {
  readonly coins: readonly number[];
  /** Number of supporters who gave at least the total at the same index. */
  readonly supporters: readonly number[];
  readonly computedMs: number;
  readonly freshMs: number;
}

/** Counts the supporters who gave more than `coins`. */
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

class BoutRanks {
  readonly #store: Pick<GiftStore, 'countTotals' | 'findTotals'>;
  readonly #matchLiveId: string;
  readonly #findTotals: (memberId: string) => Promise<SupporterTotals | undefined>;
  #tally: Tally | null = null;
  #pendingTally: Promise<Tally> | null = null;

  constructor(store: Pick<GiftStore, 'countTotals' | 'findTotals'>, matchLiveId: string) {
    this.#store = store;
    this.#matchLiveId = matchLiveId;
    this.#findTotals = createBatchReads(async (memberIds: readonly string[]) => {
      const rows = await store.findTotals(matchLiveId, memberIds);
      return new Map(rows.map((row) => [row.member_id, row]));
    }, MEMBERS_MAX);
  }

  async read(memberId: string): Promise<SupporterRank | undefined> {
    const own = await this.#findTotals(memberId);
    if (own === undefined) return undefined;
    const { red_coins, blue_coins } = own;
    const tally = await this.#readTally();
    return { rank: 1 + countAbove(tally, red_coins + blue_coins), red_coins, blue_coins };
  }

  /** Returns a stale tally while a new one is computed, but never a tally older than twice its fresh time. */
  #readTally(): Tally | Promise<Tally> {
    const tally = this.#tally;
    const ageMs = tally === null ? Number.POSITIVE_INFINITY : performance.now() - tally.computedMs;
    if (tally !== null && ageMs < tally.freshMs) return tally;
    if (this.#pendingTally === null) {
      const pending = this.#computeTally().finally(() => {
        this.#pendingTally = null;
      });
      // Callers that get the stale tally do not handle a rejection. The next caller retries.
      pending.catch(() => undefined);
      this.#pendingTally = pending;
    }
    return tally !== null && ageMs < 2 * tally.freshMs ? tally : this.#pendingTally;
  }

  async #computeTally(): Promise<Tally> {
    const beganMs = performance.now();
    const rows = await this.#store.countTotals(this.#matchLiveId);
    let above = 0;
    const supporters = rows.map((row) => {
      above += row.supporters;
      return above;
    });
    const computedMs = performance.now();
    this.#tally = {
      coins: rows.map((row) => row.coins),
      supporters,
      computedMs,
      freshMs: (computedMs - beganMs) * FRESH_SHARE,
    };
    return this.#tally;
  }
}

/**
 * Computes members' own ranks. The member's total is read from the database. The number of supporters above
 * comes from a tally in memory, which is at most a few seconds old. A tally has one entry per distinct total,
 * so its size grows with the square root of the bout's coins: 10⁹ coins have at most 45 000 distinct totals.
 */
export class SupporterRanks {
  readonly #store: Pick<GiftStore, 'countTotals' | 'findTotals'>;
  readonly #bouts = new Map<string, BoutRanks>();

  constructor(store: Pick<GiftStore, 'countTotals' | 'findTotals'>) {
    this.#store = store;
  }

  /** Returns a member's rank; `undefined` if the member has no gifts. */
  read(matchLiveId: string, memberId: string): Promise<SupporterRank | undefined> {
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
