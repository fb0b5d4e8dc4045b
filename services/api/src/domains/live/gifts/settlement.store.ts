import type { MovementAbout } from '@sangwian/contract/endpoints/coins';
import { type Kysely, sql, type Transaction } from 'kysely';
import { lockOfName, takeLock } from '../../../platform/database/advisory-locks.ts';
import type { Database } from '../../../schema/database.ts';

/** Reads the decisions on the gifts of bouts and the progress of their settlements. */
export class SettlementReader {
  readonly #db: Kysely<Database>;

  constructor(db: Kysely<Database>) {
    this.#db = db;
  }

  /** Finds bouts whose gifts are decided but not settled yet, oldest decision first. */
  async findUnsettled(limit: number): Promise<string[]> {
    const rows = await this.#db
      .selectFrom('gift_settlement')
      .select('match_live_id')
      .where('settled_at', 'is', null)
      .orderBy('created_at')
      .limit(limit)
      .execute();
    return rows.map((row) => row.match_live_id);
  }

  /** Finds bouts that have gifts without a decision. */
  async findUndecided(limit: number): Promise<string[]> {
    const { rows } = await sql<{ match_live_id: string }>`
      select distinct match_live_id from gift_bar
      where not exists (
        select from gift_settlement where gift_settlement.match_live_id = gift_bar.match_live_id
      )
      order by match_live_id limit ${limit}
    `.execute(this.#db);
    return rows.map((row) => row.match_live_id);
  }

  /** Finds the decision on a bout's gifts and its progress; `undefined` if the gifts are not decided yet. */
  async findSettlement(matchLiveId: string) {
    return this.#db
      .selectFrom('gift_settlement')
      .select(['refund_red', 'refund_blue', 'refunded_coins', 'kept_coins', 'settled_at'])
      .where('match_live_id', '=', matchLiveId)
      .executeTakeFirst();
  }
}

/** A supporter's refund, in coins per corner. */
interface Refund {
  readonly memberId: string;
  readonly red: number;
  readonly blue: number;
}

/** Writes the decision on a bout's gifts and the progress of its settlement, in the caller's transaction. */
export class SettlementWriter {
  readonly #trx: Transaction<Database>;

  constructor(trx: Transaction<Database>) {
    this.#trx = trx;
  }

  /** Waits for gifts in flight and blocks new gifts until the transaction ends. */
  async fence(matchLiveId: string): Promise<void> {
    await takeLock(this.#trx, lockOfName('bout', matchLiveId));
  }

  /** Records which corners of a bout are refunded. @returns false if the gifts were already decided */
  async decide(settlement: {
    readonly matchLiveId: string;
    readonly programLiveId: string;
    readonly refundRed: boolean;
    readonly refundBlue: boolean;
    readonly about: MovementAbout;
    readonly now: Date;
  }): Promise<boolean> {
    const row = await this.#trx
      .insertInto('gift_settlement')
      .values({
        match_live_id: settlement.matchLiveId,
        program_live_id: settlement.programLiveId,
        refund_red: settlement.refundRed,
        refund_blue: settlement.refundBlue,
        about: JSON.stringify(settlement.about),
        created_at: settlement.now,
      })
      .onConflict((conflict) => conflict.constraint('gift_settlement_pkey').doNothing())
      .returning('match_live_id')
      .executeTakeFirst();
    return row !== undefined;
  }

  async delete(matchLiveId: string): Promise<void> {
    await this.#trx
      .deleteFrom('gift_settlement')
      .where('match_live_id', '=', matchLiveId)
      .execute();
  }

  /** Locks an unfinished settlement until the transaction ends; `undefined` if the settlement is finished. */
  lock(matchLiveId: string) {
    return this.#trx
      .selectFrom('gift_settlement')
      .selectAll()
      .where('match_live_id', '=', matchLiveId)
      .where('settled_at', 'is', null)
      .forUpdate()
      .executeTakeFirst();
  }

  /** Reads the refunds of the next supporters, in the order of member ids. */
  async findNext(
    settlement: {
      readonly match_live_id: string;
      readonly done_to: string | null;
      readonly refund_red: boolean;
      readonly refund_blue: boolean;
    },
    limit: number,
  ): Promise<Refund[]> {
    const { rows } = await sql<Refund>`
      select member_id as "memberId",
        case when ${settlement.refund_red}::boolean then red_coins else 0 end as red,
        case when ${settlement.refund_blue}::boolean then blue_coins else 0 end as blue
      from gift_supporter
      where match_live_id = ${settlement.match_live_id}
        and member_id > coalesce(${settlement.done_to}::uuid, '00000000-0000-0000-0000-000000000000')
      order by member_id limit ${limit}
    `.execute(this.#trx);
    return rows;
  }

  /** Records the last settled supporter and the coins that this chunk refunded. */
  async advance(matchLiveId: string, doneTo: string, refundedCoins: number): Promise<void> {
    await sql`
      update gift_settlement set done_to = ${doneTo}, refunded_coins = refunded_coins + ${refundedCoins}
      where match_live_id = ${matchLiveId}
    `.execute(this.#trx);
  }

  /** Records the end of the settlement and the coins that the house kept. */
  async finish(matchLiveId: string, keptCoins: number, now: Date): Promise<void> {
    await this.#trx
      .updateTable('gift_settlement')
      .set({ kept_coins: keptCoins, settled_at: now })
      .where('match_live_id', '=', matchLiveId)
      .execute();
  }
}
