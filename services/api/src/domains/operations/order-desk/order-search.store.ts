import type { OrderProvider } from '@sangwian/contract/endpoints/operator/orders';
import type { OrderReason, OrderStatus, PaymentMethod } from '@sangwian/contract/endpoints/orders';
import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { Database } from '../../../schema/database.ts';

/** The methods of each provider. Every method belongs to one. */
export const PROVIDER_METHODS = {
  omise: ['card', 'promptpay', 'truemoney', 'alipay', 'wechat_pay'],
  paypal: ['paypal'],
  transfer: ['promptpay_slip', 'bank_transfer'],
} as const satisfies Partial<Record<OrderProvider, readonly PaymentMethod[]>>;

export interface OrderFilter {
  readonly status?: OrderStatus | undefined;
  readonly method?: PaymentMethod | undefined;
  readonly provider?: OrderProvider | undefined;
  /** Limits of the creation time: the first is inclusive, the second exclusive. */
  readonly from?: Date | undefined;
  readonly before?: Date | undefined;
  readonly memberId?: string | undefined;
  readonly number?: string | undefined;
  readonly satangMin?: number | undefined;
  readonly satangMax?: number | undefined;
  readonly needsAttention?: boolean | undefined;
  readonly hasSecondPayment?: boolean | undefined;
}

/** The last order of the previous page. */
export interface OrderPosition {
  readonly at: Date;
  readonly orderId: string;
}

export interface OrderLineRow {
  readonly order_id: string;
  readonly number: string;
  readonly status: OrderStatus;
  readonly reason: OrderReason | null;
  readonly satang: number;
  readonly base_coins: number;
  readonly bonus_coins: number;
  readonly method: PaymentMethod | null;
  readonly is_partner: boolean;
  readonly member_id: string;
  readonly member_name: string;
  readonly has_slip: boolean;
  readonly has_refund_by_hand: boolean;
  readonly has_second_payment: boolean;
  readonly is_disputed: boolean;
  readonly created_at: Date;
  readonly paid_at: Date | null;
}

/** An order with a second payment that is not refunded yet. */
const OPEN_SECOND = sql`second_of is not null and payment_attempt.status in ('created', 'pending', 'succeeded')`;

/** Orders that need a person. Each part has a partial index over the few open rows. */
const ATTENTION = sql`array(
  select coin_order_id from coin_order where status = 'awaiting_confirmation'
  union select coin_order_id from payment_slip where status = 'sent'
  union select coin_order_id from order_refund where status = 'by_hand'
  union select coin_order_id from payment_attempt where disputed = 'open'
  union select payment_attempt.coin_order_id from payment_attempt join coin_order using (coin_order_id)
    where ${OPEN_SECOND} and payment_attempt_id is distinct from paid_attempt_id)`;

const SECOND_PAYMENTS = sql`array(
  select coin_order_id from payment_attempt where second_of is not null)`;

function providerIs(provider: OrderProvider): RawBuilder<unknown> {
  return provider === 'partner'
    ? sql`ledger_account <> 'sold'`
    : sql`method = any(${[...PROVIDER_METHODS[provider]]}::text[]) and ledger_account = 'sold'`;
}

/** Returns the conditions of a filter. */
function conditionsOf(filter: OrderFilter): RawBuilder<unknown>[] {
  const { status, method, provider, from, before, memberId, number } = filter;
  const { satangMin, satangMax, needsAttention, hasSecondPayment } = filter;
  return [
    status === undefined ? null : sql`status = ${status}`,
    method === undefined ? null : sql`method = ${method}`,
    provider === undefined ? null : providerIs(provider),
    from === undefined ? null : sql`created_at >= ${from}`,
    before === undefined ? null : sql`created_at < ${before}`,
    memberId === undefined ? null : sql`member_id = ${memberId}::uuid`,
    number === undefined ? null : sql`number = ${number}`,
    satangMin === undefined ? null : sql`amount_satang >= ${satangMin}`,
    satangMax === undefined ? null : sql`amount_satang <= ${satangMax}`,
    needsAttention === true ? sql`coin_order_id = any(${ATTENTION})` : null,
    hasSecondPayment === true ? sql`coin_order_id = any(${SECOND_PAYMENTS})` : null,
  ].filter((condition) => condition !== null);
}

/** Selects the list rows of the orders in the table expression `page`, in the order of `page`. */
const linesOf = (page: RawBuilder<unknown>): RawBuilder<OrderLineRow> => sql<OrderLineRow>`
  with page as materialized (${page})
  select coin_order_id as order_id, number, page.status, reason, amount_satang as satang, base_coins, bonus_coins, method,
    ledger_account <> 'sold' as is_partner, page.member_id,
    trim(member.first_name || ' ' || member.last_name) as member_name,
    exists (select from payment_slip where payment_slip.coin_order_id = page.coin_order_id
      and payment_slip.status = 'sent') as has_slip,
    exists (select from order_refund where order_refund.coin_order_id = page.coin_order_id
      and order_refund.status = 'by_hand') as has_refund_by_hand,
    exists (select from payment_attempt where payment_attempt.coin_order_id = page.coin_order_id
      and ${OPEN_SECOND} and payment_attempt_id is distinct from paid_attempt_id) as has_second_payment,
    exists (select from payment_attempt where payment_attempt.coin_order_id = page.coin_order_id
      and disputed = 'open') as is_disputed,
    page.created_at, paid_at
  from page join member using (member_id) order by page.created_at desc, coin_order_id desc`;

/** Builds the query of a page of orders, latest first. Exported because a test examines the query plans. */
export function orderPageQuery(
  filter: OrderFilter,
  after: OrderPosition | null,
  limit: number,
): RawBuilder<OrderLineRow> {
  const position =
    after === null
      ? []
      : [sql`(created_at, coin_order_id) < (${after.at}, ${after.orderId}::uuid)`];
  const conditions = [...conditionsOf(filter), ...position];
  const where = conditions.length === 0 ? sql`` : sql`where ${sql.join(conditions, sql` and `)}`;
  return linesOf(sql`select * from coin_order ${where}
    order by created_at desc, coin_order_id desc limit ${limit}`);
}

export interface PaymentDifference {
  readonly kind: 'amount' | 'unpaid' | 'uncredited' | 'paid_twice' | 'stuck';
  readonly order_id: string;
  readonly number: string;
  readonly ordered_satang: number;
  readonly paid_satang: number;
  readonly since: Date;
}

/** Time after which a pending payment should have been reconciled. */
const STUCK = sql`interval '2 hours'`;
/** Only orders paid in this period are compared with their payments. Older orders were compared before. */
const COMPARED = sql`interval '40 days'`;

/** Read-only queries over orders, slips, refunds and attempts for the console. */
export class OrderSearchStore {
  readonly #db: Kysely<Database>;

  constructor(db: Kysely<Database>) {
    this.#db = db;
  }

  async findPage(
    filter: OrderFilter,
    after: OrderPosition | null,
    limit: number,
  ): Promise<OrderLineRow[]> {
    return (await orderPageQuery(filter, after, limit).execute(this.#db)).rows;
  }

  /** Returns the list rows of orders by their ids. */
  async findLines(orderIds: readonly string[]): Promise<ReadonlyMap<string, OrderLineRow>> {
    if (orderIds.length === 0) return new Map();
    const { rows } = await linesOf(
      sql`select * from coin_order where coin_order_id = any(${[...orderIds]}::uuid[])`,
    ).execute(this.#db);
    return new Map(rows.map((row) => [row.order_id, row]));
  }

  /** Counts the orders of members, by member id. */
  async countOrders(memberIds: readonly string[]): Promise<ReadonlyMap<string, number>> {
    const { rows } = await sql<{ member_id: string; orders: number }>`
      select member_id, count(*)::int as orders from coin_order
      where member_id = any(${[...memberIds]}::uuid[]) group by member_id
    `.execute(this.#db);
    return new Map(rows.map((row) => [row.member_id, row.orders]));
  }

  /** Returns a page of refunds, latest first. */
  async findRefunds(
    statuses: readonly string[],
    before: string | null,
    limit: number,
  ): Promise<
    {
      refund_id: string;
      order_id: string;
      kind: 'duplicate' | 'operator';
      status: 'created' | 'pending' | 'by_hand' | 'done';
      satang: number;
      by: string;
      reason: string;
      created_at: Date;
    }[]
  > {
    return this.#db
      .selectFrom('order_refund')
      .select([
        'order_refund_id as refund_id',
        'coin_order_id as order_id',
        'kind',
        'status',
        'amount_satang as satang',
        'created_by as by',
        'reason',
        'created_at',
      ])
      .where('status', '=', sql<'done'>`any(${[...statuses]}::text[])`)
      .$if(before !== null, (query) => query.where('order_refund_id', '<', before as string))
      .orderBy('order_refund_id', 'desc')
      .limit(limit)
      .execute();
  }

  async countRefundsByHand(): Promise<number> {
    const { refunds } = await this.#db
      .selectFrom('order_refund')
      .select(sql<number>`count(*)::int`.as('refunds'))
      .where('status', '=', 'by_hand')
      .executeTakeFirstOrThrow();
    return refunds;
  }

  /** Returns orders that differ from their payments, the oldest first. */
  async findDifferences(now: Date, limit: number): Promise<PaymentDifference[]> {
    const { rows } = await sql<PaymentDifference>`
      with compared as (
        select coin_order_id, number, status, amount_satang, created_at from coin_order
        where ledger_account = 'sold' and created_at >= ${now}::timestamptz - ${COMPARED}
          and status not in ('waiting', 'cancelled')
      ), paid as (
        select coin_order_id, sum(net)::bigint as satang, count(*) filter (where net > 0) as payments
        from (
          select coin_order_id, coalesce(paid_satang, 0) - refunded_satang as net
          from payment_attempt join compared using (coin_order_id)
          where payment_attempt.status in ('succeeded', 'refunded') and disputed is distinct from 'lost'
        ) as attempts group by coin_order_id
      ), kinds as (
        select compared.*, coalesce(paid.satang, 0) as paid_satang, case
          when compared.status = 'paid' and paid.payments > 1 then 'paid_twice'
          when compared.status = 'paid' and coalesce(paid.satang, 0) = 0 then 'unpaid'
          when compared.status in ('paid', 'awaiting_confirmation') and paid.satang > 0
            and paid.satang <> amount_satang then 'amount'
          when compared.status in ('pending', 'failed', 'expired') and paid.satang > 0 then 'uncredited'
          when compared.status = 'pending' and created_at < ${now}::timestamptz - ${STUCK}
            and exists (select from payment_attempt where payment_attempt.coin_order_id = compared.coin_order_id
              and payment_attempt.status = 'pending' and provider <> 'transfer') then 'stuck'
        end as kind
        from compared left join paid using (coin_order_id)
      )
      select kind, coin_order_id as order_id, number, amount_satang as ordered_satang, paid_satang, created_at as since
      from kinds where kind is not null order by created_at limit ${limit}
    `.execute(this.#db);
    return rows;
  }
}
