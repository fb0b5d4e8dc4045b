import type { Order, OrderStatus } from '@sangwian/contract/endpoints/orders';

/** The stage of an order as the fan sees it. */
export type OrderStage =
  /** No payment was started: choose a method. */
  | 'choose'
  /** A payment was started: at the provider's page, with a QR code or by a transfer. */
  | 'paying'
  /** A payment was reported and is being verified. */
  | 'confirming'
  | 'paid'
  /** The payment failed; the fan can retry. */
  | 'failed'
  /** Expired, cancelled or refunded; a new order is needed. */
  | 'over';

const STAGES: Readonly<Record<OrderStatus, OrderStage>> = {
  waiting: 'choose',
  pending: 'paying',
  awaiting_confirmation: 'confirming',
  paid: 'paid',
  failed: 'failed',
  expired: 'over',
  cancelled: 'over',
  refunded: 'over',
  charged_back: 'over',
};

export const stageOf = (order: Pick<Order, 'status'>): OrderStage => STAGES[order.status];

/** Returns whether a method can be chosen. */
export const isPayable = (order: Pick<Order, 'status'>): boolean =>
  ['choose', 'paying', 'failed'].includes(stageOf(order));

/** Returns whether the order can change without an action on this page. Such an order must be polled. */
export const needsPolling = (order: Pick<Order, 'status'>): boolean =>
  ['paying', 'confirming'].includes(stageOf(order));

/** Returns the attempt that can still be paid; `null` if there is none. */
export const openAttempt = ({ attempt }: Pick<Order, 'attempt'>): Order['attempt'] =>
  attempt && (attempt.status === 'created' || attempt.status === 'pending') ? attempt : null;

/** Returns the coins that the fan receives. */
export const coinsOf = (order: Pick<Order, 'base_coins' | 'bonus_coins'>): number =>
  order.base_coins + order.bonus_coins;

/** Returns the deadline of the open attempt; without one, that of the order. */
export const payableUntil = (order: Order): string =>
  openAttempt(order)?.expires_at ?? order.expires_at;
