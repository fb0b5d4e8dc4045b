import type { EncouragementBar, Gift } from '@sangwian/contract/endpoints/gifts';
import type { Match } from '@sangwian/contract/endpoints/live';
import { LIMITS } from '@sangwian/contract/limits';

export type Corner = 'red' | 'blue';

/** A gift with at least this many coins has the largest effect, and the member must hold the button to send it. */
export const STORM_COINS_MIN = 399;

export interface Choice {
  readonly corner: Corner | null;
  readonly gift: Gift | null;
  /** From 1 to 99. */
  readonly quantity: number;
}

/** A refusal, by the page or the API. Both use the API's code and sentence. */
export interface CheerRefusal {
  readonly status: string;
  readonly message: string;
}

const REFUSALS = {
  live_none: 'No live match currently.',
  match_ended: 'Selected match has ended.',
  gift_corner_required: 'Select a corner first.',
  gift_required: 'Select a gift.',
  gift_balance_insufficient: 'Insufficient balance for the gift.',
} as const;
type RefusalCode = keyof typeof REFUSALS;

export const refusalFor = (status: RefusalCode): CheerRefusal => ({
  status,
  message: REFUSALS[status],
});

export const clampQuantity = (quantity: number): number =>
  Math.min(LIMITS.giftQuantityMax, Math.max(1, Math.trunc(quantity) || 1));

/**
 * Returns a choice with the current price of its gift. A gift that is no longer offered is removed.
 *
 * @param gifts the gifts that can be sent; `null` until they are loaded
 */
export function withPresentGift(choice: Choice, gifts: readonly Gift[] | null): Choice {
  if (choice.gift === null || gifts === null) return choice;
  const { gift_id: giftId } = choice.gift;
  return { ...choice, gift: gifts.find((gift) => gift.gift_id === giftId) ?? null };
}

/** Returns the total price; 0 without a gift. */
export const costOf = ({ gift, quantity }: Choice): number => (gift?.coins ?? 0) * quantity;

/**
 * Returns the refusal that the API would return for a choice, or `null`. The checks run in the API's order; the API
 * repeats them.
 *
 * @param spendable balance minus pending gifts; `null` while unknown
 */
export function findRefusal(
  choice: Choice,
  match: Pick<Match, 'status'> | null,
  spendable: number | null,
): CheerRefusal | null {
  if (match === null || match.status === 'not_started') return refusalFor('live_none');
  if (match.status === 'ended') return refusalFor('match_ended');
  if (choice.corner === null) return refusalFor('gift_corner_required');
  if (choice.gift === null) return refusalFor('gift_required');
  if (spendable !== null && spendable < costOf(choice)) {
    return refusalFor('gift_balance_insufficient');
  }
  return null;
}

/** Applies a tap on a gift: selects it, or increases the quantity of the selected gift. */
export function tapGift(choice: Choice, gift: Gift): Choice {
  const again = choice.gift?.gift_id === gift.gift_id;
  return { ...choice, gift, quantity: again ? clampQuantity(choice.quantity + 1) : 1 };
}

/**
 * Returns the later of two bars: the one with more gifts, because the number of gifts only grows. A response can arrive
 * before or after the tick with the same gift. The bar of another bout always replaces the known bar.
 */
export function laterBar(
  known: EncouragementBar | null,
  received: EncouragementBar,
): EncouragementBar {
  if (known?.match_live_id !== received.match_live_id) return received;
  const sum = ({ red, blue }: EncouragementBar) => red.gifts + blue.gifts;
  return sum(received) >= sum(known) ? received : known;
}

/** Returns red's share from 0 to 1; 0.5 before the first gift. */
export function redShare({ red, blue }: Pick<EncouragementBar, 'red' | 'blue'>): number {
  const all = red.coins + blue.coins;
  return all === 0 ? 0.5 : red.coins / all;
}
