import { ApiError } from '@sangwian/node-kit/api-error';
import type { GiftResult, NewGift } from './gifts.store.ts';

/** Gifts of one transaction: more would hold the wallets longer than a lone gift should wait. */
const BATCH_GIFTS_MAX = 250;
/**
 * Transactions of a bout at once on this node. The next one is prepared and its wallets are locked while the one before
 * commits; a third would only wait with them.
 */
const UNDER_WAY_MAX = 2;
/** A second transaction is worth its price from so many waiting gifts on. */
const SECOND_GIFTS_MIN = 50;
/** Gifts of one bout that may wait on this node; beyond it the database is too slow for the crowd. */
const WAITING_GIFTS_MAX = 5_000;

interface Waiting {
  readonly gift: NewGift;
  readonly done: (result: GiftResult) => void;
  readonly failed: (error: unknown) => void;
}

interface Queue {
  waiting: Waiting[];
  underWay: number;
}

export interface GiftBatcherOptions {
  /** Sends gifts of a bout in one transaction; the results in their order. */
  readonly send: (
    matchLiveId: string,
    gifts: readonly NewGift[],
  ) => Promise<readonly (GiftResult | undefined)[]>;
}

/**
 * Gathers the gifts of a bout while the transaction before is under way, and sends them in the next one: a crowd's
 * gifts cost a commit together, and a lone gift waits for nobody.
 */
export class GiftBatcher {
  readonly #send: GiftBatcherOptions['send'];
  readonly #queues = new Map<string, Queue>();

  constructor({ send }: GiftBatcherOptions) {
    this.#send = send;
  }

  /**
   * What became of the gift.
   *
   * @throws {ApiError} `unavailable` where too many wait, `gift_failed` where the member has no wallet
   */
  add(matchLiveId: string, gift: NewGift): Promise<GiftResult> {
    const queue = this.#queues.get(matchLiveId) ?? { waiting: [], underWay: 0 };
    if (queue.waiting.length >= WAITING_GIFTS_MAX) {
      return Promise.reject(new ApiError('unavailable'));
    }
    this.#queues.set(matchLiveId, queue);
    return new Promise((done, failed) => {
      queue.waiting.push({ gift, done, failed });
      if (this.#maySend(queue)) void this.#drain(matchLiveId, queue);
    });
  }

  #maySend({ waiting, underWay }: Queue): boolean {
    return underWay === 0 || (underWay < UNDER_WAY_MAX && waiting.length >= SECOND_GIFTS_MIN);
  }

  async #drain(matchLiveId: string, queue: Queue): Promise<void> {
    queue.underWay += 1;
    // What came in the same turn of the loop goes together from the first.
    await Promise.resolve();
    while (queue.waiting.length > 0) {
      const batch = queue.waiting;
      queue.waiting = batch.splice(BATCH_GIFTS_MAX);
      await this.#write(matchLiveId, batch);
    }
    queue.underWay -= 1;
    if (queue.underWay === 0) this.#queues.delete(matchLiveId);
  }

  async #write(matchLiveId: string, batch: readonly Waiting[]): Promise<void> {
    try {
      const gifts = batch.map((waiting) => waiting.gift);
      const results = await this.#send(matchLiveId, gifts);
      for (const [index, waiting] of batch.entries()) {
        const result = results[index];
        if (result === undefined) waiting.failed(new ApiError('gift_failed'));
        else waiting.done(result);
      }
    } catch (error) {
      for (const waiting of batch) waiting.failed(error);
    }
  }
}
