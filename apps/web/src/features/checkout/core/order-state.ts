import type { Order, OrderStatus } from '@sangwian/contract/endpoints/orders';

/** What a fan can do about an order now. */
export type OrderStage =
  /** Nothing has been paid or begun: choose a method. */
  | 'choose'
  /** Begun: at the provider's page, with a QR code or by a transfer. */
  | 'paying'
  /** The money is said to be on its way; somebody looks whether it is. */
  | 'confirming'
  | 'paid'
  /** The deduction failed; it can be tried again. */
  | 'failed'
  /** Over: expired, cancelled, given back. A new order is the way. */
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

/** Whether a method may be chosen, once more too. */
export const isPayable = (order: Pick<Order, 'status'>): boolean =>
  ['choose', 'paying', 'failed'].includes(stageOf(order));

/** Whether something may happen to it that nobody does on this page: then it is asked for again and again. */
export const isMoving = (order: Pick<Order, 'status'>): boolean =>
  ['paying', 'confirming'].includes(stageOf(order));

/** The attempt that can still be paid; `null` where there is none. */
export const openAttempt = ({ attempt }: Pick<Order, 'attempt'>): Order['attempt'] =>
  attempt && (attempt.status === 'created' || attempt.status === 'pending') ? attempt : null;

/** What is received. */
export const coinsOf = (order: Pick<Order, 'base_coins' | 'bonus_coins'>): number =>
  order.base_coins + order.bonus_coins;

/** Until when it can be paid: the attempt's end, and without one the order's. */
export const payableUntil = (order: Order): string =>
  openAttempt(order)?.expires_at ?? order.expires_at;
