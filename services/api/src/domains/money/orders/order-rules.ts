import type { OrderReason, OrderStatus } from '@sangwian/contract/endpoints/orders';
import type { ErrorCode } from '@sangwian/contract/errors/codes';
import { LIMITS } from '@sangwian/contract/limits';
import { ageOn } from '@sangwian/contract/rules/birth-date';

/** An order ends by itself after so long, unless it is paid. A transfer at the bank next door is made within it. */
export const ORDER_HOURS = 24;

/** Without what is mistaken for each other, and without vowels: it is said over the phone, and is no word. */
const NUMBER_ALPHABET = '23456789BCDFGHJKMNPQRSTVWXYZ';
const NUMBER_CHARS = 8;

/** What the rules look at of an order. */
export interface OrderFacts {
  readonly status: OrderStatus;
  readonly reason: OrderReason | null;
  readonly expiresAt: Date;
}

/** The number that people say to support. @param randomInt a whole number from 0 to below its argument */
export const makeOrderNumber = (randomInt: (below: number) => number): string =>
  Array.from(
    { length: NUMBER_CHARS },
    () => NUMBER_ALPHABET[randomInt(NUMBER_ALPHABET.length)],
  ).join('');

/**
 * Whether somebody may buy coins: old enough, or with a parent's consent. An age that is not known is not old enough.
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

/** Whether the order has had its coins, whatever became of them. */
export const isPaidOnce = (status: OrderStatus): boolean =>
  status === 'paid' || status === 'refunded' || status === 'charged_back';

/** Whether an order still counts against how many a member may have open. */
export const OPEN_STATUSES = [
  'waiting',
  'pending',
  'awaiting_confirmation',
] as const satisfies OrderStatus[];

/** What stands against paying an order now; `null`: nothing. */
export function judgePay({ status, expiresAt }: OrderFacts, now: Date): ErrorCode | null {
  if (isPaidOnce(status)) return 'order_paid';
  if (status === 'awaiting_confirmation') return 'order_awaiting_confirmation';
  const isPayable = status === 'waiting' || status === 'pending' || status === 'failed';
  return isPayable && now < expiresAt ? null : 'order_closed';
}

/**
 * What stands against cancelling an order; `null`: nothing. One that somebody looks at stays, since there is money or
 * a slip.
 */
export function judgeCancel({ status }: OrderFacts): ErrorCode | null {
  if (isPaidOnce(status)) return 'order_paid';
  if (status === 'awaiting_confirmation') return 'order_awaiting_confirmation';
  return status === 'expired' ? 'order_closed' : null;
}

/**
 * What stands against a slip; `null`: nothing. Whoever transferred in time may show it late.
 *
 * @param hasTransfer the member was told where to transfer to
 */
export function judgeSlip({ status }: OrderFacts, hasTransfer: boolean): ErrorCode | null {
  if (isPaidOnce(status)) return 'order_paid';
  return hasTransfer ? null : 'order_closed';
}

/**
 * What stands against an operator's saying that the money is there; `null`: nothing.
 *
 * @param hasOpenSlip somebody has yet to look whether that transfer came, though the order was paid in another way
 */
export const judgeConfirm = ({ status }: OrderFacts, hasOpenSlip: boolean): ErrorCode | null =>
  isPaidOnce(status) && !hasOpenSlip ? 'order_paid' : null;

/** What stands against an operator's saying that it is not; `null`: nothing. */
export function judgeReject({ status }: OrderFacts, hasOpenSlip: boolean): ErrorCode | null {
  if (isPaidOnce(status)) return hasOpenSlip ? null : 'order_paid';
  return status === 'awaiting_confirmation' ? null : 'order_closed';
}

/** What stands against giving the baht of an order back; `null`: nothing. */
export const judgeRefund = ({ status, reason }: OrderFacts): ErrorCode | null =>
  status === 'paid' || (status === 'awaiting_confirmation' && reason === 'wrong_amount')
    ? null
    : 'order_closed';

/**
 * Whether an order whose time is over ends now, its providers having been asked.
 */
export const isOver = ({ status, expiresAt }: OrderFacts, now: Date): boolean =>
  (status === 'waiting' || status === 'pending') && now >= expiresAt;

/** The reason of an order that is paid out of this status. */
export const reasonOfPaid = (before: OrderStatus): OrderReason | null =>
  before === 'expired' || before === 'cancelled' ? 'paid_late' : null;

/**
 * How many coins belong to baht that went back: in proportion, rounded down, and all of them for all of it.
 *
 * @param coins of the whole
 */
export function coinsOfRefund(coins: number, refundedSatang: number, paidSatang: number): number {
  if (refundedSatang >= paidSatang) return coins;
  // Below 2^53: 51 000 coins at the most, and five million satang.
  return Math.floor((coins * refundedSatang) / paidSatang);
}
