import type { Order, OrderStatus, PaymentAttempt } from '@sangwian/contract/endpoints/orders';
import type { Kysely } from 'kysely';
import { z } from 'zod';
import { openCursor, pageOf } from '../../../platform/http/cursor.ts';
import type { Database } from '../../../schema/database.ts';
import type { SlipRow } from '../slips/slips.module.ts';
import type { AttemptRow } from './attempts.store.ts';
import type { OrderRow } from './orders.store.ts';
import type { OrdersDeps } from './orders-deps.ts';

const Position = z.tuple([z.uuid()]);

const presentAttempt = (row: AttemptRow, number: string): PaymentAttempt => ({
  attempt_id: row.payment_attempt_id,
  method: row.method,
  status: row.status,
  authorize_url: row.authorize_url,
  qr_payload: row.qr_payload,
  accounts: [...row.accounts],
  reference: number,
  satang: row.amount_satang,
  expires_at: row.expires_at.toISOString(),
});

function presentOne(
  row: OrderRow,
  attempt: AttemptRow | undefined,
  slip: SlipRow | undefined,
  now: Date,
): Order {
  return {
    order_id: row.coin_order_id,
    number: row.number,
    status: row.status,
    reason: row.reason,
    package_id: row.coin_package_id,
    base_coins: row.base_coins,
    bonus_coins: row.bonus_coins,
    satang: row.amount_satang,
    method: row.method,
    created_at: row.created_at.toISOString(),
    expires_at: row.expires_at.toISOString(),
    paid_at: row.paid_at?.toISOString() ?? null,
    attempt: attempt === undefined ? null : presentAttempt(attempt, row.number),
    slip: slip === undefined ? null : { sent_at: slip.sent_at.toISOString(), status: slip.status },
    now: now.toISOString(),
  };
}

/** Presents orders for their member, each with its latest attempt and slip. */
export async function presentOrders(
  { attempts, slips, clock }: OrdersDeps,
  rows: readonly OrderRow[],
  on?: Kysely<Database>,
): Promise<Order[]> {
  const ids = rows.map((row) => row.coin_order_id);
  const latest = await attempts.findLatest(ids, on);
  const sent = await slips.findLast(ids, on);
  const now = clock();
  return rows.map((row) =>
    presentOne(row, latest.get(row.coin_order_id), sent.get(row.coin_order_id), now),
  );
}

export async function presentOrder(
  deps: OrdersDeps,
  row: OrderRow,
  on?: Kysely<Database>,
): Promise<Order> {
  const [order] = await presentOrders(deps, [row], on);
  if (order === undefined) throw new Error('the order was not presented');
  return order;
}

/** Returns a page of a member's orders, latest first. */
export async function listOrders(
  deps: OrdersDeps,
  memberId: string,
  query: {
    readonly limit: number;
    readonly cursor?: string | undefined;
    readonly status?: OrderStatus | undefined;
  },
): Promise<{ data: Order[]; next_cursor: string | null }> {
  const before = openCursor(query.cursor, Position)?.[0] ?? null;
  const rows = await deps.orders.findPage({
    memberId,
    status: query.status,
    before,
    limit: query.limit + 1,
  });
  const { shown, next_cursor } = pageOf(rows, query.limit, (last) => [last.coin_order_id]);
  return { data: await presentOrders(deps, shown), next_cursor };
}
