import type { OrderReason, OrderStatus } from '@sangwian/contract/endpoints/orders';
import type { ErrorCode } from '@sangwian/contract/errors/codes';
import { LIMITS } from '@sangwian/contract/limits';
import { ageOn } from '@sangwian/contract/rules/birth-date';

/** Hours until an unpaid order expires: enough for a transfer at a bank counter. */
export const ORDER_HOURS = 24;

/**
 * Contains no look-alike characters, since numbers are read out over the phone, and no vowels, so that no
 * number spells a word.
 */
const NUMBER_ALPHABET = '23456789BCDFGHJKMNPQRSTVWXYZ';
const NUMBER_CHARS = 8;

/** The data of an order that the rules use. */
export interface OrderFacts {
  readonly status: OrderStatus;
  readonly reason: OrderReason | null;
  readonly expiresAt: Date;
}

export const orderFactsOf = (row: {
  readonly status: OrderStatus;
  readonly reason: OrderReason | null;
  readonly expires_at: Date;
}): OrderFacts => ({ status: row.status, reason: row.reason, expiresAt: row.expires_at });

/**
 * Makes the order number that members quote to support.
 *
 * @param randomInt returns a random integer from 0 up to, but not including, its argument
 */
export const makeOrderNumber = (randomInt: (below: number) => number): string =>
  Array.from(
    { length: NUMBER_CHARS },
    () => NUMBER_ALPHABET[randomInt(NUMBER_ALPHABET.length)],
  ).join('');

/**
 * Returns whether a member may buy coins. The member must be of age or have a parent's consent. A member of
 * unknown age is not of age.
 *
 * @param birthDate `YYYY-MM-DD`
 * @param today `YYYY-MM-DD`, in Bangkok
 */
export const mayBuy = (
  birthDate: string | null,
  today: string,
  hasParentsConsent: boolean,
): boolean =>
  hasParentsConsent || (birthDate !== null && ageOn(birthDate, today) >= LIMITS.buyerAgeYearsMin);

/** Returns whether the order was ever paid, even if it was refunded since. */
export const wasEverPaid = (status: OrderStatus): boolean =>
  status === 'paid' || status === 'refunded' || status === 'charged_back';

/** Statuses that count towards a member's limit of open orders. */
export const OPEN_STATUSES = [
  'waiting',
  'pending',
  'awaiting_confirmation',
] as const satisfies OrderStatus[];

/** Returns why an order cannot be paid now; `null` if it can. */
export function payErrorOf({ status, expiresAt }: OrderFacts, now: Date): ErrorCode | null {
  if (wasEverPaid(status)) return 'order_paid';
  if (status === 'awaiting_confirmation') return 'order_awaiting_confirmation';
  const isPayable = status === 'waiting' || status === 'pending' || status === 'failed';
  return isPayable && now < expiresAt ? null : 'order_closed';
}

/**
 * Returns why an order cannot be cancelled; `null` if it can. An order that awaits confirmation has received
 * money or a slip, so it stays open.
 */
export function cancelErrorOf({ status }: OrderFacts): ErrorCode | null {
  if (wasEverPaid(status)) return 'order_paid';
  if (status === 'awaiting_confirmation') return 'order_awaiting_confirmation';
  return status === 'expired' ? 'order_closed' : null;
}

/**
 * Returns why a slip is refused; `null` if it is accepted. A slip may be sent late if the transfer was made
 * in time.
 *
 * @param hasTransfer whether the member was shown the accounts to transfer to
 */
export function slipErrorOf({ status }: OrderFacts, hasTransfer: boolean): ErrorCode | null {
  if (wasEverPaid(status)) return 'order_paid';
  return hasTransfer ? null : 'order_closed';
}

/**
 * Returns why an operator cannot confirm an order; `null` if the order can be confirmed.
 *
 * @param hasOpenSlip whether a slip is undecided; it can be confirmed even if the order was paid otherwise
 */
export const confirmErrorOf = ({ status }: OrderFacts, hasOpenSlip: boolean): ErrorCode | null =>
  wasEverPaid(status) && !hasOpenSlip ? 'order_paid' : null;

/** Returns why an operator cannot reject an order; `null` if the order can be rejected. */
export function rejectErrorOf({ status }: OrderFacts, hasOpenSlip: boolean): ErrorCode | null {
  if (wasEverPaid(status)) return hasOpenSlip ? null : 'order_paid';
  return status === 'awaiting_confirmation' ? null : 'order_closed';
}

/** Returns why an order cannot be refunded; `null` if it can. */
export const refundErrorOf = ({ status, reason }: OrderFacts): ErrorCode | null =>
  status === 'paid' || (status === 'awaiting_confirmation' && reason === 'wrong_amount')
    ? null
    : 'order_closed';

/** Returns whether an open order has passed its expiry. */
export const isPastExpiry = ({ status, expiresAt }: OrderFacts, now: Date): boolean =>
  (status === 'waiting' || status === 'pending') && now >= expiresAt;

/** Returns the reason of an order that becomes paid from this status. */
export const paidReasonOf = (before: OrderStatus): OrderReason | null =>
  before === 'expired' || before === 'cancelled' ? 'paid_late' : null;

/**
 * Returns the coins that a refund takes back: proportional and rounded down, or all coins for a full refund.
 *
 * @param coins the coins of the whole order
 */
export function refundedCoins(coins: number, refundedSatang: number, paidSatang: number): number {
  if (refundedSatang >= paidSatang) return coins;
  // The product stays below 2^53: at most 51 000 coins and five million satang.
  return Math.floor((coins * refundedSatang) / paidSatang);
}
