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

/** Reads and writes payment attempts. No other file writes them. */
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

  /** Returns an order's attempts, latest first. The caller must have locked the order. */
  async findOfOrder(orderId: string, on: Kysely<Database> = this.#db): Promise<AttemptRow[]> {
    return on
      .selectFrom('payment_attempt')
      .selectAll()
      .where('coin_order_id', '=', orderId)
      .orderBy('payment_attempt_id', 'desc')
      .execute();
  }

  /** Returns a page of a member's attempts older than `after`, latest first. */
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

  async findIdsOfMember(memberId: string, on: Kysely<Database> = this.#db): Promise<string[]> {
    const rows = await on
      .selectFrom('payment_attempt')
      .innerJoin('coin_order', 'coin_order.coin_order_id', 'payment_attempt.coin_order_id')
      .select('payment_attempt_id')
      .where('coin_order.member_id', '=', memberId)
      .execute();
    return rows.map((row) => row.payment_attempt_id);
  }

  /** Returns the latest attempt of each order, without second payments. */
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
      // A second payment of an attempt is not an attempt that the member began.
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
   * Adds an attempt for a second payment that the provider reports. A known second payment is left unchanged.
   *
   * @returns the second payment's attempt; `null` if the reference belongs to another attempt
   */
  async addSecondPayment(
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

  /** Ends the lease for beginning an attempt. The provider may already know the attempt. */
  async releaseLease(attemptId: string): Promise<void> {
    await this.#db
      .updateTable('payment_attempt')
      .set((eb) => ({ begin_until: eb.ref('created_at') }))
      .where('payment_attempt_id', '=', attemptId)
      .where('status', '=', 'created')
      .execute();
  }

  /**
   * Claims waiting attempts that were created before `olderThan`, the longest unpolled first, and marks them
   * as polled. The poll interval increases with the attempt's age.
   */
  async claimForPolling(olderThan: Date, now: Date, limit: number): Promise<NumberedAttempt[]> {
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

  /** Claims the poll of a waiting attempt. Returns `false` if the attempt was polled since `before`. */
  async claimPoll(attemptId: string, before: Date, now: Date): Promise<boolean> {
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
