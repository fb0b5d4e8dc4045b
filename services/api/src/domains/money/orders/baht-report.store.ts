import type { PaymentMethod } from '@sangwian/contract/endpoints/orders';
import { type Kysely, sql } from 'kysely';
import type { Database } from '../../../schema/database.ts';

/** The baht of one period that were received with a method, refunded, or charged back by banks. */
export interface BahtFlow {
  readonly period: string;
  readonly kind: 'received' | 'refunded' | 'charged_back';
  /** `null` for purchases on partners' accounts, for refunds and for chargebacks. */
  readonly method: PaymentMethod | null;
  readonly orders: number;
  readonly satang: number;
}

const FORMATS = { day: 'YYYY-MM-DD', month: 'YYYY-MM' } as const;

/** Sums paid orders, refunds and chargebacks by period. */
export class BahtReportStore {
  readonly #db: Kysely<Database>;

  constructor(db: Kysely<Database>) {
    this.#db = db;
  }

  async sumFlows(span: {
    readonly from: Date;
    readonly before: Date;
    readonly by: 'day' | 'month';
  }): Promise<BahtFlow[]> {
    const { from, before } = span;
    const format = FORMATS[span.by];
    const { rows } = await sql<BahtFlow>`
      with flows as (
        select 'received' as kind, method, paid_at as at, amount_satang from coin_order
        where paid_at >= ${from} and paid_at < ${before}
        union all
        select 'refunded', null, done_at, amount_satang from order_refund
        where status = 'done' and done_at >= ${from} and done_at < ${before}
        union all
        select 'charged_back', null, order_event.created_at,
          case what when 'charged_back' then amount_satang else -amount_satang end
        from order_event join coin_order using (coin_order_id)
        where what in ('charged_back', 'chargeback_undone')
          and order_event.created_at >= ${from} and order_event.created_at < ${before}
      )
      select to_char(at at time zone 'Asia/Bangkok', ${format}) as period, kind, method,
        count(*)::int as orders, sum(amount_satang)::bigint as satang
      from flows group by 1, 2, 3 order by 1, 2, 3
    `.execute(this.#db);
    return rows;
  }
}
