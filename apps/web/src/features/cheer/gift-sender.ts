import type { ResponseOf } from '@sangwian/contract/contract';
import type { Gift } from '@sangwian/contract/endpoints/gifts';
import { LIMITS } from '@sangwian/contract/limits';
import { ApiError } from '../../shared/api/api-error.ts';
import type { CallApi } from '../../shared/api/call-context.ts';
import { uuidV7 } from '../../shared/ids/uuid-v7.ts';
import { patchStore } from '../../shared/patch-store.ts';
import { createStore } from '../../shared/store.ts';
import type { CheerRefusal, Corner } from './cheer-rules.ts';

export type GiftAnswer = ResponseOf<'POST /gift/send'>['data'];

/** One call of the API: what was tapped until it went out. */
export interface Cheer {
  readonly matchLiveId: string;
  readonly corner: Corner;
  readonly gift: Gift;
  readonly quantity: number;
}

export interface SenderSnapshot {
  /** Coins that are on their way: not to be spent twice. */
  readonly underWayCoins: number;
  /** Of the same gift for the same corner, sent without a pause. */
  readonly combo: number;
  readonly refusal: CheerRefusal | null;
  /** An answer was lost: the same call may be made again, and takes its coins once. */
  readonly canRetry: boolean;
}

export interface GiftSenderOptions {
  readonly call: CallApi;
  readonly onSent: (cheer: Cheer, answer: GiftAnswer) => void;
  /** With the API's code: what was shown of prices or of the balance may not hold any more. */
  readonly onRefused: (status: string) => void;
}

/** A combo goes on for so long after its last tap. */
const COMBO_MS = 5_000;
/** The first call still runs at the server: soon it has an answer for the second. */
const IN_PROGRESS_MS = 500;
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
  underWayCoins: 0,
  combo: 0,
  refusal: null,
  canRetry: false,
};

/**
 * Sends gifts one call after the other. Taps that come while one is under way are counted up into the next call, as far
 * as it takes them, so that a combo costs the network little; each call takes its coins once, however often it is made.
 */
export class GiftSender {
  readonly snapshot = createStore<SenderSnapshot>(INITIAL);
  readonly #options: GiftSenderOptions;
  #queue: Pending[] = [];
  #current: Pending | null = null;
  #lost: Pending | null = null;
  #last: Cheer | null = null;
  #comboTimer: ReturnType<typeof setTimeout> | undefined;
  #closed = false;

  constructor(options: GiftSenderOptions) {
    this.#options = options;
  }

  send(cheer: Cheer): void {
    // What was lost before is not silently sent with something else.
    this.#lost = null;
    this.#countCombo(cheer);
    const last = this.#queue.at(-1);
    const quantity = (last?.cheer.quantity ?? 0) + cheer.quantity;
    if (last && isSame(last.cheer, cheer) && quantity <= LIMITS.giftQuantityMax) {
      this.#queue[this.#queue.length - 1] = { ...last, cheer: { ...cheer, quantity } };
    } else {
      this.#queue.push({ cheer, key: uuidV7() });
    }
    this.#tell({ refusal: null, canRetry: false });
    void this.#work();
  }

  /** Makes the call again whose answer was lost. */
  retry(): void {
    if (this.#lost === null) return;
    this.#queue.unshift(this.#lost);
    this.#lost = null;
    this.#tell({ refusal: null, canRetry: false });
    void this.#work();
  }

  refuse(refusal: CheerRefusal | null): void {
    this.#tell({ refusal });
  }

  /** There are enough coins now: the refusal for too few no longer holds. */
  endShortage(): void {
    if (this.snapshot.get().refusal?.status === 'gift_balance_insufficient') this.refuse(null);
  }

  close(): void {
    this.#closed = true;
    clearTimeout(this.#comboTimer);
  }

  async #work(): Promise<void> {
    while (this.#current === null) {
      const next = this.#queue.shift();
      if (next === undefined) return;
      this.#current = next;
      try {
        const answer = await this.#call(next);
        this.#current = null;
        this.#tell({});
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
        const runs = error instanceof ApiError && error.status === 'idempotency_in_progress';
        if (!runs || tries >= IN_PROGRESS_TRIES_MAX) throw error;
        await new Promise((resolve) => setTimeout(resolve, IN_PROGRESS_MS));
      }
    }
  }

  /** What was tapped after a refused call would be refused as well, or was meant to follow it: it is let go. */
  #fail(pending: Pending, error: unknown): void {
    const refused = error instanceof ApiError && error.httpStatus < 500;
    this.#queue = [];
    this.#lost = refused ? null : pending;
    clearTimeout(this.#comboTimer);
    this.#last = null;
    this.#tell({
      combo: 0,
      canRetry: !refused,
      refusal:
        error instanceof ApiError
          ? { status: error.status, message: error.message }
          : { status: 'unavailable', message: 'System error. Please try again.' },
    });
    if (error instanceof ApiError) this.#options.onRefused(error.status);
  }

  #countCombo(cheer: Cheer): void {
    const goesOn = this.#last !== null && isSame(this.#last, cheer);
    const combo = (goesOn ? this.snapshot.get().combo : 0) + cheer.quantity;
    this.#last = cheer;
    clearTimeout(this.#comboTimer);
    this.#comboTimer = setTimeout(() => {
      this.#last = null;
      this.#tell({ combo: 0 });
    }, COMBO_MS);
    this.#tell({ combo });
  }

  #tell(fields: Partial<SenderSnapshot>): void {
    if (this.#closed) return;
    const all = [...(this.#current ? [this.#current] : []), ...this.#queue];
    const underWayCoins = all.reduce((sum, { cheer }) => sum + coinsOf(cheer), 0);
    patchStore(this.snapshot, { ...fields, underWayCoins });
  }
}
