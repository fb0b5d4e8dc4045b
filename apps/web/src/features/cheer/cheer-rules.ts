import type { EncouragementBar, Gift } from '@sangwian/contract/endpoints/gifts';
import type { Match } from '@sangwian/contract/endpoints/live';
import { LIMITS } from '@sangwian/contract/limits';

export type Corner = 'red' | 'blue';

/** What a fan has chosen so far. */
export interface Choice {
  readonly corner: Corner | null;
  readonly gift: Gift | null;
  /** 1 to 99. */
  readonly quantity: number;
}

/** What a refusal of the page itself says, in the words that the API has for it. */
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

/** A quantity that may be sent. */
export const clampQuantity = (quantity: number): number =>
  Math.min(LIMITS.giftQuantityMax, Math.max(1, Math.trunc(quantity) || 1));

/** What it costs in all; 0 while no gift is chosen. */
export const costOf = ({ gift, quantity }: Choice): number => (gift?.coins ?? 0) * quantity;

/**
 * What keeps a choice from being sent, in the API's order, or `null`. The API asks the same again: only it knows.
 *
 * @param spendable what of the balance is not on its way already; `null` where it is not known
 */
export function findObstacle(
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

/** A tap on a gift: another one is chosen once; the chosen one is counted up. */
export function tapGift(choice: Choice, gift: Gift): Choice {
  const again = choice.gift?.gift_id === gift.gift_id;
  return { ...choice, gift, quantity: again ? clampQuantity(choice.quantity + 1) : 1 };
}

/**
 * Of two bars of a bout the later one: what corners were given only grows, and an answer may come before or after the
 * tick that tells of the same gift. Another bout's bar replaces it.
 */
export function laterBar(known: EncouragementBar | null, told: EncouragementBar): EncouragementBar {
  if (known?.match_live_id !== told.match_live_id) return told;
  const sum = ({ red, blue }: EncouragementBar) => red.gifts + blue.gifts;
  return sum(told) >= sum(known) ? told : known;
}

/** Red's share of a bar, from 0 to 1; the middle while nobody has cheered. */
export function redShare({ red, blue }: Pick<EncouragementBar, 'red' | 'blue'>): number {
  const all = red.coins + blue.coins;
  return all === 0 ? 0.5 : red.coins / all;
}
