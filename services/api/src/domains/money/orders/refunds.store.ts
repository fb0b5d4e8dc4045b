import { type Insertable, type Kysely, type Selectable, sql, type Transaction } from 'kysely';
import type { Database } from '../../../schema/database.ts';

/** The name of the task that requests refunds from providers, and of its queue. */
export const REFUND_TASK = 'order_refund';

export type RefundRow = Selectable<Database['order_refund']>;

/** How long a claimed refund is reserved for one node. */
const LEASE = sql`interval '1 minute'`;

/** Reads and writes refunds in baht. No other file writes them. */
export class RefundsStore {
  readonly #db: Kysely<Database>;

  constructor(db: Kysely<Database>) {
    this.#db = db;
  }

  /** Adds a refund. Returns `false` if the attempt already has one. */
  async insert(
    trx: Transaction<Database>,
    refund: Insertable<Database['order_refund']>,
  ): Promise<boolean> {
    const { numInsertedOrUpdatedRows: added } = await trx
      .insertInto('order_refund')
      .values(refund)
      .onConflict((conflict) => conflict.doNothing())
      .executeTakeFirstOrThrow();
    return added === 1n;
  }

  async findOfOrder(orderId: string, on: Kysely<Database> = this.#db): Promise<RefundRow[]> {
    return on
      .selectFrom('order_refund')
      .selectAll()
      .where('coin_order_id', '=', orderId)
      .orderBy('order_refund_id')
      .execute();
  }

  async find(refundId: string, on: Kysely<Database> = this.#db): Promise<RefundRow | undefined> {
    return on
      .selectFrom('order_refund')
      .selectAll()
      .where('order_refund_id', '=', refundId)
      .executeTakeFirst();
  }

  /** Claims due refunds. Each claim is for one caller until the lease ends. */
  async claimDue(now: Date, limit: number): Promise<RefundRow[]> {
    const { rows } = await sql<RefundRow>`
      with due as (
        select order_refund_id from order_refund
        where status in ('created', 'pending') and ask_at <= ${now}
        order by ask_at limit ${limit}
        for no key update skip locked
      )
      update order_refund set ask_at = ${now}::timestamptz + ${LEASE}
      from due where order_refund.order_refund_id = due.order_refund_id
      returning order_refund.*
    `.execute(this.#db);
    return rows;
  }

  async set(
    trx: Transaction<Database>,
    refundId: string,
    change: Partial<Pick<RefundRow, 'status' | 'provider_ref' | 'done_at'>>,
  ): Promise<void> {
    await trx
      .updateTable('order_refund')
      .set(change)
      .where('order_refund_id', '=', refundId)
      .execute();
  }

  /** Marks the open refunds of an attempt as done. */
  async finishOfAttempt(trx: Transaction<Database>, attemptId: string, now: Date): Promise<void> {
    await trx
      .updateTable('order_refund')
      .set({ status: 'done', done_at: now })
      .where('payment_attempt_id', '=', attemptId)
      .where('status', 'in', ['created', 'pending', 'by_hand'])
      .execute();
  }

  /** Counts open refunds by status. */
  async countOpen() {
    return this.#db
      .selectFrom('order_refund')
      .select(['status', sql<number>`count(*)::int`.as('refunds')])
      .where('status', 'in', ['created', 'pending', 'by_hand'])
      .groupBy('status')
      .execute();
  }
}
