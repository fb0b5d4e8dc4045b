import type { MovementAbout } from '@sangwian/contract/endpoints/coins';
import type { Corner } from '@sangwian/contract/endpoints/live';
import { type Kysely, sql, type Transaction } from 'kysely';
import type { Database } from '../../../schema/database.ts';

export interface RefundTotal {
  readonly members: number;
  readonly coins: number;
}

export interface CornerRefund {
  readonly memberId: string;
  readonly coins: number;
}

/** Reads refunds of corrected results. Each row is a corner that the house refunds after the settlement. */
export class CorrectionStore {
  readonly #db: Kysely<Database>;

  constructor(db: Kysely<Database>) {
    this.#db = db;
  }

  /** Returns the `corners` that no settlement or correction has refunded or will refund. */
  async findUnrefunded(matchLiveId: string, corners: readonly Corner[]): Promise<Corner[]> {
    const { rows } = await sql<{ corner: Corner }>`
      select corner from unnest(${[...corners]}::text[]) as wanted (corner)
      join gift_settlement s on s.match_live_id = ${matchLiveId}
      where not case corner when 'red' then s.refund_red else s.refund_blue end
        and not exists (
          select from gift_correction c
          where c.match_live_id = s.match_live_id and c.corner = wanted.corner
        )
      order by corner
    `.execute(this.#db);
    return rows.map((row) => row.corner);
  }

  /** Sums all gifts to these corners. A member who gave to both counts once. */
  async sumGifts(matchLiveId: string, corners: readonly Corner[]): Promise<RefundTotal> {
    const { rows } = await sql<RefundTotal>`
      select count(*)::int as members, coalesce(sum(coins), 0)::bigint as coins
      from (
        select case when 'red' = any(${[...corners]}::text[]) then red_coins else 0 end
          + case when 'blue' = any(${[...corners]}::text[]) then blue_coins else 0 end as coins
        from gift_supporter where match_live_id = ${matchLiveId}
      ) as given where coins > 0
    `.execute(this.#db);
    return rows[0] ?? { members: 0, coins: 0 };
  }

  /** Finds the unfinished corrections whose bout is settled, oldest first. */
  findOpen(limit: number) {
    return this.#db
      .selectFrom('gift_correction')
      .innerJoin('gift_settlement as s', 's.match_live_id', 'gift_correction.match_live_id')
      .select(['gift_correction.match_live_id', 'gift_correction.corner'])
      .where('finished_at', 'is', null)
      .where('s.settled_at', 'is not', null)
      .orderBy('gift_correction.created_at')
      .limit(limit)
      .execute();
  }
}

/** Opens corrections and records their progress. Must run in a transaction. */
export class CorrectionWriter {
  readonly #trx: Transaction<Database>;

  constructor(trx: Transaction<Database>) {
    this.#trx = trx;
  }

  async open(correction: {
    readonly matchLiveId: string;
    readonly programLiveId: string;
    readonly corner: Corner;
    readonly about: MovementAbout;
    readonly now: Date;
  }): Promise<void> {
    await this.#trx
      .insertInto('gift_correction')
      .values({
        match_live_id: correction.matchLiveId,
        program_live_id: correction.programLiveId,
        corner: correction.corner,
        about: JSON.stringify(correction.about),
        created_at: correction.now,
      })
      .onConflict((conflict) => conflict.constraint('gift_correction_pkey').doNothing())
      .execute();
  }

  /**
   * Locks a correction until the transaction ends; `undefined` if the correction is finished or the
   * settlement still runs.
   */
  lock(matchLiveId: string, corner: Corner) {
    return this.#trx
      .selectFrom('gift_correction')
      .innerJoin('gift_settlement as s', 's.match_live_id', 'gift_correction.match_live_id')
      .selectAll('gift_correction')
      .where('gift_correction.match_live_id', '=', matchLiveId)
      .where('corner', '=', corner)
      .where('finished_at', 'is', null)
      .where('s.settled_at', 'is not', null)
      .forUpdate('gift_correction')
      .executeTakeFirst();
  }

  /** Reads the next members of the corner, after the last refunded member. */
  async findNext(
    correction: {
      readonly match_live_id: string;
      readonly corner: Corner;
      readonly done_to: string | null;
    },
    limit: number,
  ): Promise<CornerRefund[]> {
    const { rows } = await sql<CornerRefund>`
      select member_id as "memberId",
        case ${correction.corner} when 'red' then red_coins else blue_coins end as coins
      from gift_supporter
      where match_live_id = ${correction.match_live_id}
        and member_id > coalesce(${correction.done_to}::uuid, '00000000-0000-0000-0000-000000000000')
      order by member_id limit ${limit}
    `.execute(this.#trx);
    return rows;
  }

  async advance(
    matchLiveId: string,
    corner: Corner,
    { doneTo, members, coins }: RefundTotal & { readonly doneTo: string },
  ): Promise<void> {
    await sql`
      update gift_correction set done_to = ${doneTo},
        refunded_members = refunded_members + ${members}, refunded_coins = refunded_coins + ${coins}
      where match_live_id = ${matchLiveId} and corner = ${corner}
    `.execute(this.#trx);
  }

  async finish(matchLiveId: string, corner: Corner, now: Date): Promise<void> {
    await this.#trx
      .updateTable('gift_correction')
      .set({ finished_at: now })
      .where('match_live_id', '=', matchLiveId)
      .where('corner', '=', corner)
      .execute();
  }
}
