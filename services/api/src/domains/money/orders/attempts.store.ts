import {
  type Insertable,
  type Kysely,
  type Selectable,
  sql,
  type Transaction,
  type Updateable,
} from 'kysely';
import type { Database } from '../../../schema/database.ts';
import type { ProviderName } from './payment-provider.ts';

export type AttemptRow = Selectable<Database['payment_attempt']>;

/** An attempt with the number of its order. */
export interface NumberedAttempt extends AttemptRow {
  readonly number: string;
}

/** Attempts to pay: the only SQL that writes this table. */
export class AttemptsStore {
  readonly #db: Kysely<Database>;

  constructor(db: Kysely<Database>) {
    this.#db = db;
  }

  async insert(
    trx: Transaction<Database>,
    attempt: Insertable<Database['payment_attempt']>,
  ): Promise<string> {
    const { payment_attempt_id: attemptId } = await trx
      .insertInto('payment_attempt')
      .values(attempt)
      .returning('payment_attempt_id')
      .executeTakeFirstOrThrow();
    return attemptId;
  }

  /** The attempts of an order, the latest first. Lock the order before. */
  async findOfOrder(orderId: string, on: Kysely<Database> = this.#db): Promise<AttemptRow[]> {
    return on
      .selectFrom('payment_attempt')
      .selectAll()
      .where('coin_order_id', '=', orderId)
      .orderBy('payment_attempt_id', 'desc')
      .execute();
  }

  /** A member's attempts, the latest first. */
  /** The latest attempts of a member before the attempt `after`. */
  async findOfMember(
    memberId: string,
    after: string | undefined,
    limit: number,
  ): Promise<AttemptRow[]> {
    return this.#db
      .selectFrom('payment_attempt')
      .innerJoin('coin_order', 'coin_order.coin_order_id', 'payment_attempt.coin_order_id')
      .selectAll('payment_attempt')
      .where('coin_order.member_id', '=', memberId)
      .$if(after !== undefined, (query) => query.where('payment_attempt_id', '<', after as string))
      .orderBy('payment_attempt_id', 'desc')
      .limit(limit)
      .execute();
  }

  /** The ids of all attempts of a member. */
  async findIdsOfMember(memberId: string, on: Kysely<Database> = this.#db): Promise<string[]> {
    const rows = await on
      .selectFrom('payment_attempt')
      .innerJoin('coin_order', 'coin_order.coin_order_id', 'payment_attempt.coin_order_id')
      .select('payment_attempt_id')
      .where('coin_order.member_id', '=', memberId)
      .execute();
    return rows.map((row) => row.payment_attempt_id);
  }

  /** The latest attempt of each of these orders that has one. */
  async findLatest(
    orderIds: readonly string[],
    on: Kysely<Database> = this.#db,
  ): Promise<ReadonlyMap<string, AttemptRow>> {
    if (orderIds.length === 0) return new Map();
    const rows = await on
      .selectFrom('payment_attempt')
      .selectAll()
      .distinctOn('coin_order_id')
      .where('coin_order_id', 'in', orderIds)
      // The member began one attempt, however many payments the provider has of it.
      .where('second_of', 'is', null)
      .orderBy('coin_order_id')
      .orderBy('payment_attempt_id', 'desc')
      .execute();
    return new Map(rows.map((row) => [row.coin_order_id, row]));
  }

  async find(
    by:
      | { readonly attemptId: string }
      | { readonly provider: ProviderName; readonly providerRef: string },
    on: Kysely<Database> = this.#db,
  ): Promise<NumberedAttempt | undefined> {
    const query = on
      .selectFrom('payment_attempt')
      .innerJoin('coin_order', 'coin_order.coin_order_id', 'payment_attempt.coin_order_id')
      .selectAll('payment_attempt')
      .select('coin_order.number');
    return 'attemptId' in by
      ? query.where('payment_attempt_id', '=', by.attemptId).executeTakeFirst()
      : query
          .where('provider', '=', by.provider)
          .where('provider_ref', '=', by.providerRef)
          .executeTakeFirst();
  }

  /**
   * A second payment that the provider has of an attempt; known ones stay as they are.
   *
   * @returns its own attempt, and whether it is new
   */
  async addSecond(
    trx: Transaction<Database>,
    first: AttemptRow,
    providerRef: string,
    now: Date,
  ): Promise<{ readonly attemptId: string; readonly isNew: boolean } | null> {
    const added = await trx
      .insertInto('payment_attempt')
      .values({
        coin_order_id: first.coin_order_id,
        provider: first.provider,
        method: first.method,
        reason: null,
        amount_satang: first.amount_satang,
        provider_ref: providerRef,
        return_url: first.return_url,
        authorize_url: null,
        qr_payload: null,
        begin_until: null,
        paid_satang: null,
        paid_currency: null,
        disputed: null,
        created_at: now,
        expires_at: first.expires_at,
        looked_at: null,
        second_of: first.payment_attempt_id,
      })
      .onConflict((conflict) => conflict.constraint('payment_attempt_ref_key').doNothing())
      .returning('payment_attempt_id')
      .executeTakeFirst();
    if (added !== undefined) return { attemptId: added.payment_attempt_id, isNew: true };
    const known = await trx
      .selectFrom('payment_attempt')
      .select(['payment_attempt_id', 'second_of'])
      .where('provider', '=', first.provider)
      .where('provider_ref', '=', providerRef)
      .executeTakeFirst();
    // A payment that another attempt made is that attempt's.
    return known?.second_of === first.payment_attempt_id
      ? { attemptId: known.payment_attempt_id, isNew: false }
      : null;
  }

  async set(
    trx: Kysely<Database>,
    attemptId: string,
    change: Updateable<Database['payment_attempt']>,
  ): Promise<void> {
    await trx
      .updateTable('payment_attempt')
      .set(change)
      .where('payment_attempt_id', '=', attemptId)
      .execute();
  }

  /** Lets the next caller begin an attempt, whose provider may know it already. */
  async releaseBegin(attemptId: string): Promise<void> {
    await this.#db
      .updateTable('payment_attempt')
      .set((eb) => ({ begin_until: eb.ref('created_at') }))
      .where('payment_attempt_id', '=', attemptId)
      .where('status', '=', 'created')
      .execute();
  }

  /**
   * Attempts that wait since before `olderThan`, those that were not asked about for longest first; from now on they
   * count as asked about. The older one is, the less often it comes.
   */
  async claimWaiting(olderThan: Date, now: Date, limit: number): Promise<NumberedAttempt[]> {
    const { rows } = await sql<NumberedAttempt>`
      with due as (
        select payment_attempt_id from payment_attempt
        where status in ('created', 'pending') and created_at < ${olderThan}
          and (looked_at is null
            or looked_at < ${now}::timestamptz - greatest(interval '1 minute', (${now}::timestamptz - created_at) / 8))
        order by looked_at nulls first, created_at
        limit ${limit}
        for no key update skip locked
      )
      update payment_attempt set looked_at = ${now}
      from due, coin_order
      where payment_attempt.payment_attempt_id = due.payment_attempt_id
        and coin_order.coin_order_id = payment_attempt.coin_order_id
      returning payment_attempt.*, coin_order.number
    `.execute(this.#db);
    return rows;
  }

  /** Whether nobody asked about an attempt that waits since `before`; then this caller does. */
  async claimLook(attemptId: string, before: Date, now: Date): Promise<boolean> {
    const { numUpdatedRows } = await this.#db
      .updateTable('payment_attempt')
      .set({ looked_at: now })
      .where('payment_attempt_id', '=', attemptId)
      .where('status', 'in', ['created', 'pending'])
      .where('created_at', '<', before)
      .where(({ eb, or }) => or([eb('looked_at', 'is', null), eb('looked_at', '<', before)]))
      .executeTakeFirst();
    return numUpdatedRows === 1n;
  }
}
