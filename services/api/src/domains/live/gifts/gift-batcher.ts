import { ApiError } from '@sangwian/node-kit/api-error';
import type { GiftResult, NewGift } from './gifts.store.ts';

/** Maximum gifts per transaction. A larger batch would lock wallets for longer than a gift should wait. */
const BATCH_GIFTS_MAX = 250;
/**
 * Concurrent transactions of a bout on this node. The second transaction can lock its wallets while the first
 * commits. A third would only wait.
 */
const IN_FLIGHT_MAX = 2;
/** Number of waiting gifts from which a second transaction is worthwhile. */
const SECOND_GIFTS_MIN = 50;
/** Maximum number of a bout's gifts that wait on this node. Beyond it, the database cannot keep up. */
const WAITING_GIFTS_MAX = 5_000;

interface QueuedGift {
  readonly gift: NewGift;
  readonly done: (result: GiftResult) => void;
  readonly failed: (error: unknown) => void;
}

interface Queue {
  waiting: QueuedGift[];
  inFlight: number;
}

export interface GiftBatcherOptions {
  /** Sends gifts of a bout in one transaction and returns the results in their order. */
  readonly send: (
    matchLiveId: string,
    gifts: readonly NewGift[],
  ) => Promise<readonly (GiftResult | undefined)[]>;
}

/**
 * Batches the gifts of a bout. Gifts that arrive during a transaction are written together in the next
 * transaction, so many gifts share one commit and a single gift does not wait.
 */
export class GiftBatcher {
  readonly #send: GiftBatcherOptions['send'];
  readonly #queues = new Map<string, Queue>();

  constructor({ send }: GiftBatcherOptions) {
    this.#send = send;
  }

  /**
   * Queues a gift and returns its result.
   *
   * @throws {ApiError} `unavailable` if too many gifts wait, `gift_failed` if the member has no wallet
   */
  add(matchLiveId: string, gift: NewGift): Promise<GiftResult> {
    const queue = this.#queues.get(matchLiveId) ?? { waiting: [], inFlight: 0 };
    if (queue.waiting.length >= WAITING_GIFTS_MAX) {
      return Promise.reject(new ApiError('unavailable'));
    }
    this.#queues.set(matchLiveId, queue);
    return new Promise((done, failed) => {
      queue.waiting.push({ gift, done, failed });
      if (this.#maySend(queue)) void this.#drain(matchLiveId, queue);
    });
  }

  #maySend({ waiting, inFlight }: Queue): boolean {
    return inFlight === 0 || (inFlight < IN_FLIGHT_MAX && waiting.length >= SECOND_GIFTS_MIN);
  }

  async #drain(matchLiveId: string, queue: Queue): Promise<void> {
    queue.inFlight += 1;
    // Gifts that arrive in the same turn of the event loop share the first batch.
    await Promise.resolve();
    while (queue.waiting.length > 0) {
      const batch = queue.waiting;
      queue.waiting = batch.splice(BATCH_GIFTS_MAX);
      await this.#write(matchLiveId, batch);
    }
    queue.inFlight -= 1;
    if (queue.inFlight === 0) this.#queues.delete(matchLiveId);
  }

  async #write(matchLiveId: string, batch: readonly QueuedGift[]): Promise<void> {
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
