import type { Order, OrderReason, OrderStatus } from '@sangwian/contract/endpoints/orders';
import type { MemberId } from '@sangwian/contract/ids';
import { exportPages } from '../../../platform/http/read-pages.ts';
import type { AttemptRow } from './attempts.store.ts';
import type { EventRow, OrderRow } from './orders.store.ts';
import type { OrdersDeps } from './orders-deps.ts';
import type { AttemptRef, ProviderSnapshot } from './payment-provider.ts';
import { attemptRefOf } from './poll-provider.ts';
import { presentOrder } from './present-order.ts';
import type { RefundRow } from './refunds.store.ts';

const EXPORT_ROWS_MAX = 5_000;

/** An order in the form for operators. */
export interface OrderForOperator {
  readonly orderId: string;
  readonly memberId: MemberId;
  readonly order: Order;
  readonly attempts: readonly (AttemptRef & {
    readonly paidSatang: number | null;
    readonly paidCurrency: string | null;
    readonly refundedSatang: number;
    readonly disputed: ProviderSnapshot['disputed'];
  })[];
  readonly refunds: readonly {
    readonly refundId: string;
    readonly kind: 'duplicate' | 'operator';
    /** `by_hand` means that an operator pays the refund and then calls `completeManualRefund`. */
    readonly status: 'created' | 'pending' | 'by_hand' | 'done';
    readonly satang: number;
    readonly actor: string;
    readonly reason: string;
    readonly createdAt: Date;
  }[];
  readonly events: readonly {
    readonly at: Date;
    readonly actor: string;
    readonly what: string;
    readonly statusAfter: OrderStatus;
    readonly reason: OrderReason | null;
    readonly details: unknown;
  }[];
}

const showRefund = (row: RefundRow) => ({
  refundId: row.order_refund_id,
  kind: row.kind,
  status: row.status,
  satang: row.amount_satang,
  actor: row.created_by,
  reason: row.reason,
  createdAt: row.created_at,
});

const showEvent = (row: EventRow) => ({
  at: row.created_at,
  actor: row.created_by,
  what: row.what,
  statusAfter: row.status_after,
  reason: row.reason,
  details: row.details,
});

/** Returns an order with its attempts, refunds and events. */
export async function showOrder(deps: OrdersDeps, row: OrderRow): Promise<OrderForOperator> {
  const attempts = await deps.attempts.findOfOrder(row.coin_order_id);
  return {
    orderId: row.coin_order_id,
    memberId: row.member_id as MemberId,
    order: await presentOrder(deps, row),
    attempts: attempts.map((attempt) => ({
      ...attemptRefOf({ ...attempt, number: row.number }),
      paidSatang: attempt.paid_satang,
      paidCurrency: attempt.paid_currency,
      refundedSatang: attempt.refunded_satang,
      disputed: attempt.disputed,
    })),
    refunds: (await deps.refunds.findOfOrder(row.coin_order_id)).map(showRefund),
    events: (await deps.orders.findEvents(row.coin_order_id)).map(showEvent),
  };
}

/** Returns a member's orders and attempts for the data export, without operators' names. */
export async function exportOrders(
  { orders, attempts }: OrdersDeps,
  memberId: string,
): Promise<Record<string, unknown>> {
  return {
    orders: exportPages(
      (last: OrderRow | undefined, limit) =>
        orders.findPage({
          memberId,
          status: undefined,
          before: last?.coin_order_id ?? null,
          limit,
        }),
      { rowsMax: EXPORT_ROWS_MAX, show: exportOrder },
    ),
    payment_attempts: exportPages(
      (last: AttemptRow | undefined, limit) =>
        attempts.findOfMember(memberId, last?.payment_attempt_id, limit),
      { rowsMax: EXPORT_ROWS_MAX, show: exportAttempt },
    ),
  };
}

const exportOrder = (row: OrderRow) => ({
  order_id: row.coin_order_id,
  number: row.number,
  status: row.status,
  reason: row.reason,
  package_id: row.coin_package_id,
  base_coins: row.base_coins,
  bonus_coins: row.bonus_coins,
  satang: row.amount_satang,
  method: row.method,
  created_at: row.created_at,
  paid_at: row.paid_at,
});

const exportAttempt = (row: AttemptRow) => ({
  order_id: row.coin_order_id,
  method: row.method,
  provider: row.provider,
  provider_reference: row.provider_ref,
  status: row.status,
  satang: row.amount_satang,
  refunded_satang: row.refunded_satang,
  created_at: row.created_at,
});
