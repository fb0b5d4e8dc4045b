import { hash, randomUUID } from 'node:crypto';
import { type Kysely, sql, type Transaction } from 'kysely';
import type { Database } from '../schema/database.ts';
import { DEMO_CHANNEL, PREMIUM_CHANNEL } from './card-plan.ts';
import { campRows, divisionRows, promotionRows, stadiumRows } from './houses.ts';
import type { SeasonPlan } from './season-plan.ts';

/** Writes the season's rows, and updates existing ones to the plan. */
export class SeasonStore {
  readonly #db: Kysely<Database>;

  constructor(db: Kysely<Database>) {
    this.#db = db;
  }

  find() {
    return this.#db
      .selectFrom('sample_season')
      .select(['anchored_at', 'stream_key'])
      .executeTakeFirst();
  }

  /** Serialises callers until the transaction ends. */
  async lock(trx: Transaction<Database>): Promise<void> {
    await sql`lock table sample_season in exclusive mode`.execute(trx);
  }

  /** Returns the length of the rounds of a bout, in seconds. */
  async findRoundLength(boutId: string): Promise<number | undefined> {
    const row = await this.#db
      .selectFrom('bout')
      .select('round_s')
      .where('bout_id', '=', boutId)
      .executeTakeFirst();
    return row?.round_s;
  }

  async setAnchor(trx: Transaction<Database>, anchoredAt: Date, streamKey: string): Promise<void> {
    await trx
      .insertInto('sample_season')
      .values({ anchored_at: anchoredAt, stream_key: streamKey })
      .onConflict((conflict) =>
        conflict.column('only_one').doUpdateSet({ anchored_at: anchoredAt }),
      )
      .execute();
  }

  async addHouses(trx: Transaction<Database>, plan: SeasonPlan, streamKey: string): Promise<void> {
    await trx
      .insertInto('camp')
      .values(campRows())
      .onConflict((on) => on.doNothing())
      .execute();
    await trx
      .insertInto('division')
      .values(divisionRows())
      .onConflict((on) => on.doNothing())
      .execute();
    await trx
      .insertInto('fighter')
      .values(plan.fighters)
      .onConflict((on) => on.doNothing())
      .execute();
    await trx
      .insertInto('promotion')
      .values(promotionRows())
      .onConflict((on) => on.doNothing())
      .execute();
    await trx
      .insertInto('stadium')
      .values(stadiumRows())
      .onConflict((on) => on.doNothing())
      .execute();
    await trx
      .insertInto('channel')
      .values([{ channel_id: DEMO_CHANNEL }, { channel_id: PREMIUM_CHANNEL }])
      .onConflict((on) => on.doNothing())
      .execute();
    await trx
      .insertInto('stream_key')
      .values({ channel_id: DEMO_CHANNEL, key_hash: hash('sha256', streamKey, 'buffer') })
      .onConflict((on) => on.doNothing())
      .execute();
  }

  /** Adds or updates cards, bouts and lives by the plan. Columns outside the plan keep their values. */
  async putSchedule(trx: Transaction<Database>, planned: SeasonPlan): Promise<void> {
    const plan = await this.#withoutCancelled(trx, planned);
    await trx
      .insertInto('program')
      .values(plan.programs)
      .onConflict((on) =>
        on.column('program_id').doUpdateSet((eb) => ({ starts_at: eb.ref('excluded.starts_at') })),
      )
      .execute();
    await trx
      .insertInto('bout')
      .values(plan.bouts)
      .onConflict((on) =>
        on.column('bout_id').doUpdateSet((eb) => ({
          starts_at: eb.ref('excluded.starts_at'),
          round_s: eb.ref('excluded.round_s'),
          rest_s: eb.ref('excluded.rest_s'),
          winner: eb.ref('excluded.winner'),
          method: eb.ref('excluded.method'),
          result_round: eb.ref('excluded.result_round'),
          result_at: eb.ref('excluded.result_at'),
        })),
      )
      .execute();
    await trx
      .insertInto('program_live')
      .values(plan.lives)
      .onConflict((on) =>
        on.column('program_live_id').doUpdateSet((eb) => ({
          status: eb.ref('excluded.status'),
          starts_at: eb.ref('excluded.starts_at'),
          ended_at: eb.ref('excluded.ended_at'),
          cancelled_at: null,
        })),
      )
      .execute();
    await this.#putMatchLives(trx, plan);
    await trx
      .insertInto('match_live_stream')
      .values(plan.streams)
      .onConflict((on) => on.doNothing())
      .execute();
  }

  /**
   * Removes cancelled premium lives from a plan: their unlocks have been refunded for good. A cancelled free live is
   * opened again.
   */
  async #withoutCancelled(trx: Transaction<Database>, plan: SeasonPlan): Promise<SeasonPlan> {
    const rows = await trx
      .selectFrom('program_live')
      .select('program_live_id')
      .where('cancelled_at', 'is not', null)
      .where('access', '=', 'premium')
      .execute();
    const cancelled = new Set(rows.map((row) => row.program_live_id));
    const isKept = ({ program_live_id: id }: { program_live_id: string }) => !cancelled.has(id);
    return {
      ...plan,
      lives: plan.lives.filter(isKept),
      matchLives: plan.matchLives.filter(isKept),
    };
  }

  /** Returns the stored rows of the plan's current and coming bouts. */
  async findBoutsToPlay(trx: Transaction<Database>, plan: SeasonPlan): Promise<string[]> {
    const toPlay = plan.matchLives.filter((row) => row.status !== 'ended');
    const rows = await trx
      .selectFrom('match_live')
      .select('match_live_id')
      .where('replaced_at', 'is', null)
      .where(
        'program_live_id',
        'in',
        toPlay.map((row) => row.program_live_id),
      )
      .where(
        'bout_id',
        'in',
        toPlay.map((row) => row.bout_id),
      )
      .execute();
    return rows.map((row) => row.match_live_id);
  }

  async #putMatchLives(trx: Transaction<Database>, plan: SeasonPlan): Promise<void> {
    const known = await trx.selectFrom('match_live').select(['match_live_id']).execute();
    const ids = new Set(known.map((row) => row.match_live_id));
    // Only one bout of a live may be in progress. Rows are written one by one, so the bout in progress is written last.
    const stopped = plan.matchLives.filter((row) => row.status !== 'in_progress');
    const started = plan.matchLives.filter((row) => row.status === 'in_progress');
    for (const rows of [stopped, started]) {
      await trx
        .insertInto('match_live')
        .values(
          rows.map(({ match_live_id: id, ...row }) => ({
            ...row,
            // A planned id may belong to a row of a past night. The conflict target then finds the bout's row.
            match_live_id: ids.has(id) ? randomUUID() : id,
          })),
        )
        .onConflict((on) =>
          on
            .columns(['program_live_id', 'bout_id'])
            .where('replaced_at', 'is', null)
            .doUpdateSet((eb) => ({
              status: eb.ref('excluded.status'),
              round_number: eb.ref('excluded.round_number'),
              round_started_at: eb.ref('excluded.round_started_at'),
              resting: eb.ref('excluded.resting'),
            })),
        )
        .execute();
    }
  }
}
