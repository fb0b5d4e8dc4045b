import type { SpendingPeriod } from '@sangwian/contract/endpoints/spending';
import { type Kysely, sql } from 'kysely';
import type { Database } from '../../../schema/database.ts';
import { NO_LIMIT, type PlannedLimit } from './spending-rules.ts';

/** Reads and writes spending limits and self-exclusions. No other file has SQL for their tables. */
export class SpendingStore {
  readonly #db: Kysely<Database>;

  constructor(db: Kysely<Database>) {
    this.#db = db;
  }

  async findLimits(memberId: string): Promise<Record<SpendingPeriod, PlannedLimit>> {
    const rows = await this.#db
      .selectFrom('spending_limit')
      .select(['period', 'limit_satang', 'next_limit_satang', 'next_at'])
      .where('member_id', '=', memberId)
      .execute();
    const limitOf = (period: SpendingPeriod): PlannedLimit => {
      const row = rows.find((one) => one.period === period);
      if (row === undefined) return NO_LIMIT;
      const { limit_satang: satang, next_limit_satang: next, next_at: at } = row;
      return { satang, next: at === null ? null : { satang: next, at } };
    };
    return { day: limitOf('day'), month: limitOf('month') };
  }

  async setLimit(memberId: string, period: SpendingPeriod, limit: PlannedLimit): Promise<void> {
    const columns = {
      limit_satang: limit.satang,
      next_limit_satang: limit.next?.satang ?? null,
      next_at: limit.next?.at ?? null,
    };
    await this.#db
      .insertInto('spending_limit')
      .values({ member_id: memberId, period, ...columns })
      .onConflict((conflict) => conflict.columns(['member_id', 'period']).doUpdateSet(columns))
      .execute();
  }

  /** Returns the end of a member's exclusion; `null` if there is none or it is over. */
  async findExclusionEnd(memberId: string, now: Date): Promise<Date | null> {
    const row = await this.#db
      .selectFrom('self_exclusion')
      .select('ends_at')
      .where('member_id', '=', memberId)
      .where('ends_at', '>', now)
      .executeTakeFirst();
    return row?.ends_at ?? null;
  }

  /** Starts an exclusion, or prolongs the current exclusion. Never shortens an exclusion. */
  async exclude(memberId: string, began: Date, ends: Date): Promise<void> {
    await this.#db
      .insertInto('self_exclusion')
      .values({ member_id: memberId, began_at: began, ends_at: ends })
      .onConflict((conflict) =>
        conflict.column('member_id').doUpdateSet({
          began_at: sql`case when self_exclusion.ends_at > excluded.began_at then self_exclusion.began_at else excluded.began_at end`,
          ends_at: sql`greatest(self_exclusion.ends_at, excluded.ends_at)`,
        }),
      )
      .execute();
  }

  /** Makes a member's exclusion end at `ends`, unless it ends earlier. */
  async shortenExclusion(memberId: string, ends: Date): Promise<void> {
    await this.#db
      .updateTable('self_exclusion')
      .set({ ends_at: ends })
      .where('member_id', '=', memberId)
      .where('ends_at', '>', ends)
      .execute();
  }

  async findForExport(memberId: string) {
    const limits = await this.#db
      .selectFrom('spending_limit')
      .select(['period', 'limit_satang', 'next_limit_satang', 'next_at'])
      .where('member_id', '=', memberId)
      .orderBy('period')
      .execute();
    const exclusion = await this.#db
      .selectFrom('self_exclusion')
      .select(['began_at', 'ends_at'])
      .where('member_id', '=', memberId)
      .executeTakeFirst();
    return { limits, exclusion: exclusion ?? null };
  }

  async forgetMember(memberId: string): Promise<void> {
    await this.#db.deleteFrom('spending_limit').where('member_id', '=', memberId).execute();
    await this.#db.deleteFrom('self_exclusion').where('member_id', '=', memberId).execute();
  }
}
