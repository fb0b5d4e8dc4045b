import { type Kysely, sql } from 'kysely';
import type { Database } from '../schema/database.ts';

/** Reads the bouts of the live that the sample's story directs. */
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
      .select(sql<number>`match_live.revision + bout.revision`.as('version'))
      .select(['bout.card_order', 'bout.starts_at'])
      .select(['bout.rounds', 'bout.round_s', 'bout.rest_s'])
      .where('match_live.program_live_id', '=', programLiveId)
      .where('match_live.replaced_at', 'is', null)
      .where('bout.card_order', '>=', fromOrder)
      .orderBy('bout.card_order')
      .execute();
  }
}
