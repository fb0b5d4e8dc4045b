import type { ResponseOf } from '@sangwian/contract/contract';
import type { Gift, GiftLine } from '@sangwian/contract/endpoints/gifts';
import { LIMITS } from '@sangwian/contract/limits';
import { ApiError } from '../../shared/api/api-error.ts';
import type { CallApi } from '../../shared/api/call-context.ts';
import { uuidV7 } from '../../shared/ids/uuid-v7.ts';
import { patchStore } from '../../shared/patch-store.ts';
import { createStore } from '../../shared/store.ts';
import type { CheerRefusal, Corner } from './cheer-rules.ts';

export type GiftAnswer = ResponseOf<'POST /gift/send'>['data'];

/** One tap, or several taps that are combined into one request. */
export interface Cheer {
  readonly matchLiveId: string;
  readonly corner: Corner;
  readonly gift: Gift;
  readonly quantity: number;
}

export interface SenderSnapshot {
  /** Coins in requests that have no response yet. They cannot be spent again. */
  readonly pendingCoins: number;
  /** Number of gifts of the same kind for the same corner without a pause. */
  readonly combo: number;
  readonly refusal: CheerRefusal | null;
  /** Whether a response was lost. The same request can be repeated and is charged once. */
  readonly canRetry: boolean;
}

export interface GiftSenderOptions {
  readonly call: CallApi;
  readonly onSent: (cheer: Cheer, answer: GiftAnswer) => void;
  /** Called with the API's error code, if it responded: the shown prices or the balance may be outdated. */
  readonly onRefused: (status: string) => void;
  /** Called after every failure: the API refused the gift, or no response arrived. */
  readonly onFailed: (refusal: CheerRefusal) => void;
}

/** The longest pause within a combo. */
const COMBO_MS = 5_000;
/** The delay before a retry while the server still processes the first request. */
const IN_PROGRESS_RETRY_MS = 500;
const IN_PROGRESS_TRIES_MAX = 10;

const isSame = (a: Cheer, b: Cheer): boolean =>
  a.matchLiveId === b.matchLiveId &&
  a.corner === b.corner &&
  a.gift.gift_id === b.gift.gift_id &&
  a.gift.coins === b.gift.coins;

interface Pending {
  readonly cheer: Cheer;
  readonly key: string;
}

const coinsOf = ({ gift, quantity }: Cheer): number => gift.coins * quantity;

const INITIAL: SenderSnapshot = {
  pendingCoins: 0,
  combo: 0,
  refusal: null,
  canRetry: false,
};

/**
 * Sends gifts, one request after the other. Taps during a request are combined into the next request, so that a combo
 * needs few requests. Each request is idempotent.
 */
export class GiftSender {
  readonly snapshot = createStore<SenderSnapshot>(INITIAL);
  readonly #options: GiftSenderOptions;
  #queue: Pending[] = [];
  #current: Pending | null = null;
  /** The request whose response was lost. */
  #lost: Pending | null = null;
  /** The newest gift of the current combo. */
  #last: Cheer | null = null;
  /** Ids of sent gifts whose event has not arrived yet. */
  readonly #sentIds = new Set<string>();
  /** Id of the gift whose event arrived before the response. */
  #claimedId: string | null = null;
  #comboTimer: ReturnType<typeof setTimeout> | undefined;
  #closed = false;

  constructor(options: GiftSenderOptions) {
    this.#options = options;
  }

  send(cheer: Cheer): void {
    // A failed request is not resent together with a new one.
    this.#lost = null;
    this.#countCombo(cheer);
    const last = this.#queue.at(-1);
    const quantity = (last?.cheer.quantity ?? 0) + cheer.quantity;
    if (last && isSame(last.cheer, cheer) && quantity <= LIMITS.giftQuantityMax) {
      this.#queue[this.#queue.length - 1] = { ...last, cheer: { ...cheer, quantity } };
    } else {
      this.#queue.push({ cheer, key: uuidV7() });
    }
    this.#update({ refusal: null, canRetry: false });
    void this.#drain();
  }

  /** Repeats the request whose response was lost. */
  retry(): void {
    if (this.#lost === null) return;
    this.#queue.unshift(this.#lost);
    this.#lost = null;
    this.#update({ refusal: null, canRetry: false });
    void this.#drain();
  }

  refuse(refusal: CheerRefusal | null): void {
    this.#update({ refusal });
  }

  /** Clears the refusal for a low balance. */
  clearShortage(): void {
    if (this.snapshot.get().refusal?.status === 'gift_balance_insufficient') this.refuse(null);
  }

  /**
   * Returns whether the event of this member's gift belongs to a request of this sender. Returns `true` only once for
   * each gift. The event can arrive before the response.
   */
  claims(line: GiftLine): boolean {
    if (this.#sentIds.delete(line.gift_log_id)) return true;
    const cheer = this.#current?.cheer;
    const isCurrent =
      cheer !== undefined &&
      this.#claimedId === null &&
      cheer.matchLiveId === line.match_live_id &&
      cheer.corner === line.corner &&
      cheer.gift.gift_id === line.gift_id &&
      cheer.quantity === line.quantity;
    if (isCurrent) this.#claimedId = line.gift_log_id;
    return isCurrent;
  }

  close(): void {
    this.#closed = true;
    clearTimeout(this.#comboTimer);
  }

  async #drain(): Promise<void> {
    while (this.#current === null) {
      const next = this.#queue.shift();
      if (next === undefined) return;
      this.#current = next;
      this.#claimedId = null;
      try {
        const answer = await this.#call(next);
        this.#current = null;
        if (this.#claimedId !== answer.gift_log_id) this.#sentIds.add(answer.gift_log_id);
        this.#update({});
        this.#options.onSent(next.cheer, answer);
      } catch (error) {
        this.#current = null;
        this.#fail(next, error);
        return;
      }
    }
  }

  async #call({ cheer, key }: Pending): Promise<GiftAnswer> {
    for (let tries = 1; ; tries += 1) {
      try {
        const { data } = await this.#options.call('POST /gift/send', {
          body: {
            match_live_id: cheer.matchLiveId,
            corner: cheer.corner,
            gift_id: cheer.gift.gift_id,
            quantity: cheer.quantity,
            expected_coins: coinsOf(cheer),
          },
          idempotencyKey: key,
        });
        return data;
      } catch (error) {
        const isInProgress =
          error instanceof ApiError && error.status === 'idempotency_in_progress';
        if (!isInProgress || tries >= IN_PROGRESS_TRIES_MAX) throw error;
        await new Promise((resolve) => setTimeout(resolve, IN_PROGRESS_RETRY_MS));
      }
    }
  }

  /** Drops the queued taps after a failure. They would be refused too, or were meant to follow the failed request. */
  #fail(pending: Pending, error: unknown): void {
    const refused = error instanceof ApiError && error.httpStatus < 500;
    this.#queue = [];
    this.#lost = refused ? null : pending;
    clearTimeout(this.#comboTimer);
    this.#last = null;
    const refusal =
      error instanceof ApiError
        ? { status: error.status, message: error.message }
        : { status: 'unavailable', message: 'System error. Please try again.' };
    this.#update({ combo: 0, canRetry: !refused, refusal });
    this.#options.onFailed(refusal);
    if (error instanceof ApiError) this.#options.onRefused(error.status);
  }

  #countCombo(cheer: Cheer): void {
    const continues = this.#last !== null && isSame(this.#last, cheer);
    const combo = (continues ? this.snapshot.get().combo : 0) + cheer.quantity;
    this.#last = cheer;
    clearTimeout(this.#comboTimer);
    this.#comboTimer = setTimeout(() => {
      this.#last = null;
      this.#update({ combo: 0 });
    }, COMBO_MS);
    this.#update({ combo });
  }

  #update(fields: Partial<SenderSnapshot>): void {
    if (this.#closed) return;
    const all = [...(this.#current ? [this.#current] : []), ...this.#queue];
    const pendingCoins = all.reduce((sum, { cheer }) => sum + coinsOf(cheer), 0);
    patchStore(this.snapshot, { ...fields, pendingCoins });
  }
}
