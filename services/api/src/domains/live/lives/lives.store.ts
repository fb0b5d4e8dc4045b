import type { LiveStatus } from '@sangwian/contract/endpoints/live';
import type { MemberId, ProgramLiveId } from '@sangwian/contract/ids';
import { type Kysely, type SelectQueryBuilder, sql } from 'kysely';
import type { Database } from '../../../schema/database.ts';
import type { Concealed } from './concealed-bouts.ts';
import type { ListPosition } from './list-cursor.ts';
import type { BoutRow, HeadlineRow, LiveRow, MatchRow, RecordRow, StreamRow } from './live-rows.ts';
import type { UnlockVia } from './lives.tables.ts';
import { accessOf, priceOf } from './replay-price.ts';

export class LiveStore {
  readonly #db: Kysely<Database>;

  constructor(db: Kysely<Database>) {
    this.#db = db;
  }

  /** Reads one group of the list in order, starting after the position. */
  async findGroup(
    status: LiveStatus,
    from: ListPosition | null,
    external: boolean,
    limit: number,
  ): Promise<LiveRow[]> {
    const ended = status === 'ended';
    let query = this.#lives().where('program_live.status', '=', status).limit(limit);
    if (external) query = query.where('program_live.external', '=', true);
    if (from !== null && from.status === status) {
      query = query.where(
        ended
          ? sql<boolean>`(program_live.ended_at, program_live.program_live_id) < (${from.at}, ${from.programLiveId})`
          : sql<boolean>`(program_live.starts_at, program_live.program_live_id) > (${from.at}, ${from.programLiveId})`,
      );
    }
    const direction = ended ? 'desc' : 'asc';
    return query
      .orderBy(ended ? 'program_live.ended_at' : 'program_live.starts_at', direction)
      .orderBy('program_live.program_live_id', direction)
      .execute();
  }

  findLive(programLiveId: ProgramLiveId): Promise<LiveRow | undefined> {
    return this.#lives()
      .where('program_live.program_live_id', '=', programLiveId)
      .executeTakeFirst();
  }

  /** Finds the live in progress that began last. */
  async findCurrentLive(): Promise<LiveRow | undefined> {
    return this.#lives()
      .where('program_live.status', '=', 'in_progress')
      .orderBy('program_live.starts_at', 'desc')
      .orderBy('program_live.program_live_id', 'desc')
      .limit(1)
      .executeTakeFirst();
  }

  /** Reads the whole card of each live, in order. */
  findMatches(programLiveIds: readonly string[]): Promise<MatchRow[]> {
    return this.#matches(programLiveIds).orderBy('bout.card_order').execute();
  }

  /** Reads the headline of each live by the rule of `headlineOf`, and its number of bouts. */
  findHeadlines(programLiveIds: readonly string[]): Promise<HeadlineRow[]> {
    return this.#matches(programLiveIds)
      .innerJoin('program_live', 'program_live.program_live_id', 'match_live.program_live_id')
      .select(
        sql<number>`(
        select count(*)::int from match_live other
        where other.program_live_id = match_live.program_live_id and other.replaced_at is null
      )`.as('bouts'),
      )
      .distinctOn('match_live.program_live_id')
      .orderBy('match_live.program_live_id')
      .orderBy(sql`match_live.status = 'in_progress'`, 'desc')
      .orderBy(
        sql`case when match_live.status = 'ended' and program_live.status = 'in_progress'
          then coalesce(match_live.ended_at, bout.result_at) end desc nulls last`,
      )
      .orderBy(
        sql`case when match_live.status = 'not_started' and program_live.status = 'in_progress'
          then bout.card_order end asc nulls last`,
      )
      .orderBy('bout.main_event', 'desc')
      .orderBy('bout.card_order', 'desc')
      .execute();
  }

  /** Sums all bouts with a published result. A cancelled bout does not count. */
  async findRecords(
    fighterIds: readonly string[],
    { bouts }: Pick<Concealed, 'bouts'>,
  ): Promise<RecordRow[]> {
    const hidden = sql`any(${[...bouts]}::uuid[])`;
    const { rows } = await sql<RecordRow>`
      select requested.fighter_id,
        (count(*) filter (where fought.winner = fought.corner))::int as wins,
        (count(*) filter (where fought.winner in ('red', 'blue') and fought.winner <> fought.corner))::int as losses,
        (count(*) filter (where fought.winner = 'draw'))::int as draws
      from unnest(${[...fighterIds]}::uuid[]) as requested (fighter_id)
      left join lateral (
        select winner, 'red' as corner from bout
        where red_fighter_id = requested.fighter_id and not bout_id = ${hidden}
        union all
        select winner, 'blue' from bout
        where blue_fighter_id = requested.fighter_id and not bout_id = ${hidden}
      ) fought on true
      group by requested.fighter_id
    `.execute(this.#db);
    return rows;
  }

  /** Finds a bout of a live, including a replaced one. */
  findBout(matchLiveId: string): Promise<BoutRow | undefined> {
    return this.#db
      .selectFrom('match_live')
      .innerJoin('program_live', 'program_live.program_live_id', 'match_live.program_live_id')
      .innerJoin('bout', 'bout.bout_id', 'match_live.bout_id')
      .innerJoin('fighter as red', 'red.fighter_id', 'bout.red_fighter_id')
      .innerJoin('fighter as blue', 'blue.fighter_id', 'bout.blue_fighter_id')
      .select(['match_live.match_live_id', 'match_live.bout_id', 'match_live.program_live_id'])
      .select(['match_live.status', 'match_live.draw_refunds', 'program_live.access'])
      .select(sql<Date>`coalesce(match_live.ended_at, bout.starts_at)`.as('since'))
      .select(['red.name_th as red_th', 'red.name_en as red_en'])
      .select(['blue.name_th as blue_th', 'blue.name_en as blue_en'])
      .where('match_live.match_live_id', '=', matchLiveId)
      .executeTakeFirst();
  }

  async hasMatch(programLiveId: string, boutId: string): Promise<boolean> {
    const row = await this.#db
      .selectFrom('match_live')
      .select('match_live_id')
      .where('program_live_id', '=', programLiveId)
      .where('bout_id', '=', boutId)
      .limit(1)
      .executeTakeFirst();
    return row !== undefined;
  }

  async findCurrentBout(programLiveId: string): Promise<string | undefined> {
    const row = await this.#db
      .selectFrom('match_live')
      .select('match_live_id')
      .where('program_live_id', '=', programLiveId)
      .where('status', '=', 'in_progress')
      .executeTakeFirst();
    return row?.match_live_id;
  }

  findStreams(programLiveId: string): Promise<StreamRow[]> {
    return this.#streams()
      .where('match_live_stream.program_live_id', '=', programLiveId)
      .orderBy('match_live_stream.kind')
      .execute();
  }

  findStream(matchLiveStreamId: string): Promise<StreamRow | undefined> {
    return this.#streams()
      .where('match_live_stream.match_live_stream_id', '=', matchLiveStreamId)
      .executeTakeFirst();
  }

  async isUnlocked(programLiveId: string, memberId: MemberId): Promise<boolean> {
    return (await this.findUnlock(programLiveId, memberId)) !== undefined;
  }

  findUnlock(programLiveId: string, memberId: MemberId) {
    return this.#db
      .selectFrom('live_unlock')
      .select('via')
      .where('program_live_id', '=', programLiveId)
      .where('member_id', '=', memberId)
      .executeTakeFirst();
  }

  /**
   * Locks a live until the transaction ends, so that it can neither be cancelled nor ended. Read the live
   * after this call, because the call may wait for such a change.
   */
  async lockLiveShared(programLiveId: string): Promise<void> {
    await this.#db
      .selectFrom('program_live')
      .select('program_live_id')
      .where('program_live_id', '=', programLiveId)
      .forShare()
      .execute();
  }

  /** Adds an unlock. Concurrent calls wait for each other. @returns whether the unlock is new */
  async addUnlock(unlock: {
    readonly programLiveId: string;
    readonly memberId: string;
    readonly via: UnlockVia;
    readonly coins: number;
  }): Promise<boolean> {
    const row = await this.#db
      .insertInto('live_unlock')
      .values({
        program_live_id: unlock.programLiveId,
        member_id: unlock.memberId,
        via: unlock.via,
        paid_coins: unlock.coins,
      })
      .onConflict((conflict) => conflict.columns(['member_id', 'program_live_id']).doNothing())
      .returning('member_id')
      .executeTakeFirst();
    return row !== undefined;
  }

  /** Reads a member's unlocks, latest first, one page after `last`. */
  findUnlocks(
    memberId: MemberId,
    last: { readonly unlocked_at: Date; readonly program_live_id: string } | undefined,
    limit: number,
  ) {
    return this.#db
      .selectFrom('live_unlock')
      .select(['program_live_id', 'via', 'paid_coins as coins', 'unlocked_at'])
      .where('member_id', '=', memberId)
      .$if(last !== undefined, (query) =>
        query.where(
          sql<boolean>`(unlocked_at, program_live_id)
            < (${last?.unlocked_at}::timestamptz, ${last?.program_live_id}::uuid)`,
        ),
      )
      .orderBy('unlocked_at', 'desc')
      .orderBy('program_live_id', 'desc')
      .limit(limit)
      .execute();
  }

  #streams() {
    return this.#db
      .selectFrom('match_live_stream')
      .select([
        'match_live_stream.match_live_stream_id',
        'match_live_stream.program_live_id',
        'match_live_stream.kind',
        'match_live_stream.channel_id',
      ])
      .orderBy('match_live_stream.kind');
  }

  #lives(): SelectQueryBuilder<
    Database,
    'program_live' | 'program' | 'promotion' | 'stadium' | 'photo',
    LiveRow
  > {
    return this.#db
      .selectFrom('program_live')
      .innerJoin('program', 'program.program_id', 'program_live.program_id')
      .innerJoin('promotion', 'promotion.promotion_id', 'program.promotion_id')
      .innerJoin('stadium', 'stadium.stadium_id', 'program.stadium_id')
      .leftJoin('photo', 'photo.program_id', 'program.program_id')
      .select([
        'program_live.program_live_id',
        'program_live.program_id',
        'program_live.status',
        accessOf('program_live').as('access'),
        priceOf('program_live').as('price_coins'),
        'program_live.starts_at',
        'program_live.ended_at',
        'program.title_th',
        'program.title_en',
        'promotion.name_th as promotion_th',
        'promotion.name_en as promotion_en',
        'stadium.name_th as stadium_th',
        'stadium.name_en as stadium_en',
        'photo.shown as photo',
        sql<number>`program_live.revision + (
          select coalesce(sum(m.revision + b.revision + 1), 0)::bigint
          from match_live m join bout b using (bout_id)
          where m.program_live_id = program_live.program_live_id
        )`.as('revision'),
      ]);
  }

  #matches(programLiveIds: readonly string[]) {
    return this.#db
      .selectFrom('match_live')
      .innerJoin('bout', 'bout.bout_id', 'match_live.bout_id')
      .innerJoin('division', 'division.division_id', 'bout.division_id')
      .innerJoin('fighter as red', 'red.fighter_id', 'bout.red_fighter_id')
      .innerJoin('camp as red_camp', 'red_camp.camp_id', 'red.camp_id')
      .innerJoin('fighter as blue', 'blue.fighter_id', 'bout.blue_fighter_id')
      .innerJoin('camp as blue_camp', 'blue_camp.camp_id', 'blue.camp_id')
      .leftJoin('photo as red_photo', 'red_photo.fighter_id', 'red.fighter_id')
      .leftJoin('photo as blue_photo', 'blue_photo.fighter_id', 'blue.fighter_id')
      .where('match_live.program_live_id', '=', sql<string>`any(${[...programLiveIds]}::uuid[])`)
      .where('match_live.replaced_at', 'is', null)
      .select([
        'match_live.program_live_id',
        'match_live.match_live_id',
        'match_live.status',
        'match_live.round_number',
        'match_live.round_started_at',
        'match_live.resting',
        'match_live.clock_stopped_at',
        'match_live.draw_refunds',
        sql<number>`match_live.revision + bout.revision`.as('revision'),
        'match_live.ruling_sequence',
        'match_live.ruling_state',
        'match_live.ruled_at',
        'bout.bout_id',
        'bout.card_order',
        'bout.main_event',
        'bout.weight_pounds',
        'bout.rounds',
        'bout.round_s',
        'bout.rest_s',
        'bout.starts_at',
        'bout.winner',
        'bout.method',
        'bout.result_round',
        'bout.result_at',
        'bout.judges',
        'bout.judged_at',
        'match_live.ended_at as match_ended_at',
        'division.name_th as division_th',
        'division.name_en as division_en',
        'red.fighter_id as red_id',
        'red.name_th as red_th',
        'red.name_en as red_en',
        'red_camp.name_th as red_camp_th',
        'red_camp.name_en as red_camp_en',
        'red_photo.shown as red_photo',
        'blue.fighter_id as blue_id',
        'blue.name_th as blue_th',
        'blue.name_en as blue_en',
        'blue_camp.name_th as blue_camp_th',
        'blue_camp.name_en as blue_camp_en',
        'blue_photo.shown as blue_photo',
      ]);
  }
}
