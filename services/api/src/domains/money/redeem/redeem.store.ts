import { type Insertable, type Kysely, type Selectable, sql, type Transaction } from 'kysely';
import type { AuditNote } from '../../../platform/http/audit-note.ts';
import type { Database } from '../../../schema/database.ts';

export type CodeRow = Selectable<Database['redeem_code']>;
export type NewCode = Insertable<Database['redeem_code']>;
export type NewBatch = Insertable<Database['redeem_batch']>;
export type NewUse = Insertable<Database['redeem_use']>;

/** Rows per statement, because the number of parameters is limited. */
const ROWS_AT_ONCE_MAX = 1_000;

/** Reads and writes codes, batches and uses. */
export class RedeemStore {
  readonly #db: Kysely<Database>;

  constructor(db: Kysely<Database>) {
    this.#db = db;
  }

  /** Returns a code; `undefined` if there is none or its batch waits for approval. */
  findCode(on: Kysely<Database>, code: string): Promise<CodeRow | undefined> {
    return on
      .selectFrom('redeem_code')
      .selectAll()
      .where('code', '=', code)
      .where(({ not, exists, selectFrom }) =>
        not(
          exists(
            selectFrom('redeem_batch')
              .select('redeem_batch_id')
              .whereRef('name', '=', 'redeem_code.batch')
              .where('alone', '=', false)
              .where('approved_at', 'is', null),
          ),
        ),
      )
      .executeTakeFirst();
  }

  /** Returns whether one of these members has used the code in this period. */
  async hasUse(
    trx: Transaction<Database>,
    use: Pick<NewUse, 'redeem_code_id' | 'period'>,
    memberIds: readonly string[],
  ): Promise<boolean> {
    const row = await trx
      .selectFrom('redeem_use')
      .select('redeem_use_id')
      .where('redeem_code_id', '=', use.redeem_code_id)
      .where('period', '=', use.period)
      .where('member_id', 'in', [...memberIds])
      .limit(1)
      .executeTakeFirst();
    return row !== undefined;
  }

  /**
   * Adds a use, unless the member or the phone number has a use in this period. A concurrent second use waits
   * for the first.
   */
  async addUse(trx: Transaction<Database>, use: NewUse): Promise<boolean> {
    const row = await trx
      .insertInto('redeem_use')
      .values(use)
      .onConflict((conflict) => conflict.doNothing())
      .returning('redeem_use_id')
      .executeTakeFirst();
    return row !== undefined;
  }

  /**
   * Counts a use within the limits of the code. Call this last, since it locks the code until the transaction
   * ends.
   *
   * @param day the day in Bangkok; if the clocks of nodes differ at midnight, the later day counts
   * @returns whether the limits allowed the use
   */
  async count(
    trx: Transaction<Database>,
    codeId: string,
    { now, day }: { readonly now: Date; readonly day: string },
  ): Promise<boolean> {
    const { numAffectedRows } = await sql`
      update redeem_code set
        used_count = used_count + 1,
        day_count = case when day_on >= ${day}::date then day_count + 1 else 1 end,
        day_on = greatest(day_on, ${day}::date)
      where redeem_code_id = ${codeId}
        and (uses_max is null or used_count < uses_max)
        and (uses_per_day_max is null or day_on is null or day_on < ${day}::date
          or day_count < uses_per_day_max)
        and disabled_at is null
        and (expires_at is null or expires_at > ${now}::timestamptz)
    `.execute(trx);
    return numAffectedRows === 1n;
  }

  /** Returns a member's uses with their codes, latest first. */
  findUsesOfMember(memberId: string, after: string | undefined, limit: number) {
    return this.#db
      .selectFrom('redeem_use')
      .innerJoin('redeem_code', 'redeem_code.redeem_code_id', 'redeem_use.redeem_code_id')
      .select([
        'redeem_use.redeem_use_id',
        'redeem_code.shown_code as code',
        'redeem_use.amount_coins as coins',
        'redeem_use.program_live_id',
        'redeem_use.used_at',
      ])
      .where('redeem_use.member_id', '=', memberId)
      .$if(after !== undefined, (query) =>
        query.where('redeem_use.redeem_use_id', '<', after as string),
      )
      .orderBy('redeem_use.redeem_use_id', 'desc')
      .limit(limit)
      .execute();
  }

  /** Adds a batch. @returns `false` if the name is already used */
  async addBatch(trx: Transaction<Database>, batch: NewBatch): Promise<boolean> {
    const row = await trx
      .insertInto('redeem_batch')
      .values(batch)
      .onConflict((conflict) => conflict.column('name').doNothing())
      .returning('redeem_batch_id')
      .executeTakeFirst();
    return row !== undefined;
  }

  /** Adds the codes that do not exist yet. Returns the number of added codes. */
  async addCodes(trx: Transaction<Database>, codes: readonly NewCode[]): Promise<number> {
    let added = 0;
    for (let from = 0; from < codes.length; from += ROWS_AT_ONCE_MAX) {
      const { numInsertedOrUpdatedRows } = await trx
        .insertInto('redeem_code')
        .values(codes.slice(from, from + ROWS_AT_ONCE_MAX))
        .onConflict((conflict) => conflict.column('code').doNothing())
        .executeTakeFirstOrThrow();
      added += Number(numInsertedOrUpdatedRows);
    }
    return added;
  }

  /** Disables active codes. Returns the number of disabled codes. */
  async disable(
    by: { readonly code: string } | { readonly batch: string },
    set: { readonly disabledAt: Date } & AuditNote,
  ): Promise<number> {
    let query = this.#db
      .updateTable('redeem_code')
      .set({
        disabled_at: set.disabledAt,
        disabled_by: set.actor,
        disabled_reason: set.reason,
      })
      .where('disabled_at', 'is', null);
    query = 'code' in by ? query.where('code', '=', by.code) : query.where('batch', '=', by.batch);
    const { numUpdatedRows } = await query.executeTakeFirst();
    return Number(numUpdatedRows);
  }

  /**
   * Deletes all uses of codes for a live, so that the codes can be used again. Returns the number of deleted
   * uses.
   */
  async restoreUses(trx: Transaction<Database>, programLiveId: string): Promise<number> {
    const { rows } = await sql<{ uses: number }>`
      with gone as (
        delete from redeem_use where program_live_id = ${programLiveId}
        returning redeem_code_id, (used_at at time zone 'Asia/Bangkok')::date as used_on
      ), counted as (
        select redeem_code_id, count(*)::integer as uses,
          count(*) filter (where used_on = redeem_code.day_on)::integer as day_uses
        from gone join redeem_code using (redeem_code_id) group by 1
      ), given as (
        update redeem_code set used_count = greatest(0, used_count - counted.uses),
          day_count = greatest(0, day_count - counted.day_uses)
          from counted where counted.redeem_code_id = redeem_code.redeem_code_id
      )
      select coalesce(sum(uses), 0)::integer as uses from counted
    `.execute(trx);
    return rows[0]?.uses ?? 0;
  }
}
