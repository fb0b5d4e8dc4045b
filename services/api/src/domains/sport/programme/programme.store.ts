import { type Kysely, sql } from 'kysely';
import type { Database } from '../../../schema/database.ts';
import { accessOf, priceOf } from '../../live/lives/lives.module.ts';
import type { ProgramBoutRow, ProgramRow } from './program-rows.ts';

export interface ProgramPosition {
  readonly startsAt: Date;
  readonly programId: string;
}

export interface ProgramFilter {
  readonly programId?: string | undefined;
  readonly promotionId?: string | undefined;
  /** Inclusive. */
  readonly from?: Date | undefined;
  /** Exclusive. */
  readonly before?: Date | undefined;
  /**
   * Includes or excludes cards that are in progress and began after `since`, for evenings that continue after midnight.
   */
  readonly inProgress?: { readonly since: Date; readonly mode: 'include' | 'exclude' } | undefined;
}

/**
 * Matches cards in progress. With a live, the live decides. Without a live, the card is in progress while a bout has no
 * result.
 */
const IN_PROGRESS = sql`coalesce(live.status = 'in_progress', exists (
  select from bout where bout.program_id = program.program_id and bout.winner is null
))`;

function beginsFrom(from: Date, inProgress: ProgramFilter['inProgress']) {
  if (inProgress?.mode !== 'include') return sql`program.starts_at >= ${from}`;
  const earliest = from < inProgress.since ? from : inProgress.since;
  return sql`program.starts_at >= ${earliest} and (program.starts_at >= ${from} or ${IN_PROGRESS})`;
}

export class ProgramStore {
  readonly #db: Kysely<Database>;

  constructor(db: Kysely<Database>) {
    this.#db = db;
  }

  async findPage(
    { programId, promotionId, from, before, inProgress }: ProgramFilter,
    {
      order = 'soonest',
      after = null,
      limit,
    }: {
      readonly order?: 'soonest' | 'latest';
      readonly after?: ProgramPosition | null;
      readonly limit: number;
    },
  ): Promise<ProgramRow[]> {
    const direction = order === 'soonest' ? sql`asc` : sql`desc`;
    const compare = order === 'soonest' ? sql`>` : sql`<`;
    const conditions = [
      ...(programId === undefined ? [] : [sql`program.program_id = ${programId}`]),
      ...(promotionId === undefined ? [] : [sql`program.promotion_id = ${promotionId}`]),
      ...(from === undefined ? [] : [beginsFrom(from, inProgress)]),
      ...(inProgress?.mode === 'exclude'
        ? [sql`(program.starts_at < ${inProgress.since} or not ${IN_PROGRESS})`]
        : []),
      ...(before === undefined ? [] : [sql`program.starts_at < ${before}`]),
      ...(after === null
        ? []
        : [
            sql`(program.starts_at, program.program_id) ${compare} (${after.startsAt}, ${after.programId}::uuid)`,
          ]),
    ];
    const where = conditions.length === 0 ? sql`true` : sql.join(conditions, sql` and `);
    const { rows } = await sql<ProgramRow>`
      select program.program_id, title_th, title_en, program.starts_at, program.revision, revised_at, photo.shown as photo,
        promotion_id, promotion.name_th as promotion_th, promotion.name_en as promotion_en,
        stadium.name_th as stadium_th, stadium.name_en as stadium_en, province_th, province_en,
        live.program_live_id, live.status as live_status, ${accessOf('live')} as access, ${priceOf('live')} as price_coins,
        coalesce(live.cancelled_at is not null, false) as cancelled
      from program
      join promotion using (promotion_id)
      join stadium using (stadium_id)
      left join photo on photo.program_id = program.program_id
      left join lateral (
        select * from program_live where program_live.program_id = program.program_id
        order by cancelled_at is not null, starts_at, program_live_id limit 1
      ) live on true
      where ${where}
      order by program.starts_at ${direction}, program.program_id ${direction}
      limit ${limit}`.execute(this.#db);
    return rows;
  }

  /** Reads the bouts of these cards in order, with the state of each bout in the live. */
  async findBouts(programs: readonly ProgramRow[]): Promise<ProgramBoutRow[]> {
    const ids = programs.map((program) => program.program_id);
    const lives = programs.flatMap((program) => program.program_live_id ?? []);
    const { rows } = await sql<ProgramBoutRow>`
      select bout.bout_id, bout.program_id, bout.card_order, bout.main_event, bout.weight_pounds,
        bout.rounds, bout.round_s, bout.rest_s, bout.starts_at,
        bout.winner, bout.method, bout.result_round, bout.result_at,
        match_live.match_live_id, match_live.status as match_status,
        match_live.ended_at as match_ended_at, match_live.round_number,
        match_live.round_started_at, match_live.resting,
        division.name_th as division_th, division.name_en as division_en,
        red.fighter_id as red_id, red.name_th as red_th, red.name_en as red_en,
        red_camp.name_th as red_camp_th, red_camp.name_en as red_camp_en,
        red_photo.shown as red_photo,
        blue.fighter_id as blue_id, blue.name_th as blue_th, blue.name_en as blue_en,
        blue_camp.name_th as blue_camp_th, blue_camp.name_en as blue_camp_en,
        blue_photo.shown as blue_photo
      from bout
      join division using (division_id)
      join fighter red on red.fighter_id = bout.red_fighter_id
      join camp red_camp on red_camp.camp_id = red.camp_id
      join fighter blue on blue.fighter_id = bout.blue_fighter_id
      join camp blue_camp on blue_camp.camp_id = blue.camp_id
      left join photo red_photo on red_photo.fighter_id = red.fighter_id
      left join photo blue_photo on blue_photo.fighter_id = blue.fighter_id
      left join match_live on match_live.bout_id = bout.bout_id and match_live.replaced_at is null
        and match_live.program_live_id = any(${lives}::uuid[])
      where bout.program_id = any(${ids}::uuid[])
      order by bout.program_id, bout.card_order`.execute(this.#db);
    return rows;
  }

  findPromotions() {
    return this.#db.selectFrom('promotion').selectAll().orderBy('name_en').execute();
  }

  findPromotion(promotionId: string) {
    return this.#db
      .selectFrom('promotion')
      .selectAll()
      .where('promotion_id', '=', promotionId)
      .executeTakeFirst();
  }

  async findStarts(from: Date, before: Date, limit: number): Promise<Date[]> {
    const rows = await this.#db
      .selectFrom('program')
      .select('starts_at')
      .where('starts_at', '>=', from)
      .where('starts_at', '<', before)
      .orderBy('starts_at')
      .limit(limit)
      .execute();
    return rows.map((row) => row.starts_at);
  }
}
