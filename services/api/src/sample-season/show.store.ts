import type { Kysely, Transaction } from 'kysely';
import { retireBout } from '../domains/live/bout-control/bout-control.module.ts';
import type { Database } from '../schema/database.ts';
import type { RoundState } from './bout-clock.ts';

/** Reads and writes the bouts of the live that the sample's director directs. */
export class SampleShowStore {
  readonly #db: Kysely<Database>;

  constructor(db: Kysely<Database>) {
    this.#db = db;
  }

  findLive(programLiveId: string) {
    return this.#db
      .selectFrom('program_live')
      .select('status')
      .where('program_live_id', '=', programLiveId)
      .executeTakeFirst();
  }

  /** Returns the bouts of a card in order, starting at a position. */
  findBouts(programLiveId: string, fromOrder: number) {
    return this.#db
      .selectFrom('match_live')
      .innerJoin('bout', 'bout.bout_id', 'match_live.bout_id')
      .leftJoin('gift_settlement', 'gift_settlement.match_live_id', 'match_live.match_live_id')
      .select(['match_live.match_live_id', 'match_live.status', 'match_live.ended_at'])
      .select(['match_live.round_number', 'match_live.round_started_at', 'match_live.resting'])
      .select(['match_live.ruling_state', 'gift_settlement.settled_at'])
      .select(['bout.bout_id', 'bout.card_order', 'bout.rounds'])
      .select(['bout.red_fighter_id', 'bout.blue_fighter_id'])
      .where('match_live.program_live_id', '=', programLiveId)
      .where('match_live.replaced_at', 'is', null)
      .where('bout.card_order', '>=', fromOrder)
      .orderBy('bout.card_order')
      .execute();
  }

  /** Sets the round, unless it has changed since the caller read it. Returns whether it was set. */
  async turn(matchLiveId: string, from: Date, { number, startedAt, resting }: RoundState) {
    const row = await this.#db
      .updateTable('match_live')
      .set({ round_number: number, round_started_at: startedAt, resting })
      .where('match_live_id', '=', matchLiveId)
      .where('status', '=', 'in_progress')
      .where('round_started_at', '=', from)
      .returning('match_live_id')
      .executeTakeFirst();
    return row !== undefined;
  }

  /** Repeats bouts: their old rows keep gifts and rulings, and new rows have not begun. */
  async repeat(
    trx: Transaction<Database>,
    programLiveId: string,
    bouts: readonly { readonly match_live_id: string; readonly bout_id: string }[],
    now: Date,
  ): Promise<void> {
    for (const { match_live_id: matchLiveId, bout_id: boutId } of bouts) {
      if (!(await retireBout(trx, matchLiveId, now))) continue;
      await trx
        .insertInto('match_live')
        .values({
          program_live_id: programLiveId,
          bout_id: boutId,
          status: 'not_started',
          resting: false,
        })
        .execute();
      await trx
        .updateTable('bout')
        .set({ winner: null, method: null, result_round: null, result_at: null })
        .where('bout_id', '=', boutId)
        .execute();
    }
  }
}
