import { type Kysely, type Selectable, sql, type Transaction } from 'kysely';
import type { Database } from '../../../schema/database.ts';
import type { AdjustmentTables } from './adjustments.tables.ts';

export type AdjustmentRow = Selectable<AdjustmentTables['coin_adjustment']>;

/** The last adjustment of the previous page. */
export interface AdjustmentPosition {
  readonly at: Date;
  readonly adjustmentId: string;
}

export interface AdjustmentFilter {
  /** Whether to read only requests that a second person can still decide. */
  readonly openAt?: Date | undefined;
  readonly memberId?: string | undefined;
}

export class AdjustmentStore {
  readonly #db: Kysely<Database>;

  constructor(db: Kysely<Database>) {
    this.#db = db;
  }

  /** Inserts an adjustment. Returns `false` if the id is already used. */
  async insert(trx: Transaction<Database>, row: AdjustmentRow): Promise<boolean> {
    const { numInsertedOrUpdatedRows } = await trx
      .insertInto('coin_adjustment')
      .values(row)
      .onConflict((conflict) => conflict.column('coin_adjustment_id').doNothing())
      .executeTakeFirst();
    return numInsertedOrUpdatedRows === 1n;
  }

  find(on: Kysely<Database>, adjustmentId: string): Promise<AdjustmentRow | undefined> {
    return on
      .selectFrom('coin_adjustment')
      .selectAll()
      .where('coin_adjustment_id', '=', adjustmentId)
      .executeTakeFirst();
  }

  /** Locks an adjustment until the transaction ends. */
  lock(trx: Transaction<Database>, adjustmentId: string): Promise<AdjustmentRow | undefined> {
    return trx
      .selectFrom('coin_adjustment')
      .selectAll()
      .where('coin_adjustment_id', '=', adjustmentId)
      .forUpdate()
      .executeTakeFirst();
  }

  async decide(
    trx: Transaction<Database>,
    adjustmentId: string,
    decision: Pick<
      AdjustmentRow,
      'state' | 'decided_by' | 'decided_by_staff_id' | 'decided_at' | 'decision_reason'
    >,
  ): Promise<void> {
    await trx
      .updateTable('coin_adjustment')
      .set(decision)
      .where('coin_adjustment_id', '=', adjustmentId)
      .execute();
  }

  /** Sums the coins that a person has added or taken alone since a time. */
  async sumAlone(on: Kysely<Database>, staffId: string, since: Date): Promise<number> {
    const { coins } = await on
      .selectFrom('coin_adjustment')
      .select(sql<number>`coalesce(sum(abs(amount_coins)), 0)::bigint`.as('coins'))
      .where('created_by_staff_id', '=', staffId)
      .where('created_at', '>', since)
      .where('alone', '=', true)
      .executeTakeFirstOrThrow();
    return coins;
  }

  async countOpen(on: Kysely<Database>, staffId: string, now: Date): Promise<number> {
    const { open } = await on
      .selectFrom('coin_adjustment')
      .select(sql<number>`count(*)::int`.as('open'))
      .where('created_by_staff_id', '=', staffId)
      .where('state', '=', 'open')
      .where('expires_at', '>', now)
      .executeTakeFirstOrThrow();
    return open;
  }

  /** Returns a page of adjustments, latest first. */
  findPage(
    { openAt, memberId }: AdjustmentFilter,
    after: AdjustmentPosition | null,
    limit: number,
  ): Promise<AdjustmentRow[]> {
    let query = this.#db.selectFrom('coin_adjustment').selectAll();
    if (openAt !== undefined) {
      query = query.where('state', '=', 'open').where('expires_at', '>', openAt);
    }
    if (memberId !== undefined) query = query.where('member_id', '=', memberId);
    if (after !== null) {
      const position = sql<boolean>`(created_at, coin_adjustment_id) < (${after.at}, ${after.adjustmentId}::uuid)`;
      query = query.where(position);
    }
    return query
      .orderBy('created_at', 'desc')
      .orderBy('coin_adjustment_id', 'desc')
      .limit(limit)
      .execute();
  }
}
