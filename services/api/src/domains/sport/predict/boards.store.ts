import { type Kysely, sql, type Transaction } from 'kysely';
import { lockOfName, takeLock } from '../../../platform/database/advisory-locks.ts';
import { prepared } from '../../../platform/database/prepared.ts';
import type { Database } from '../../../schema/database.ts';
import type { Game } from './sheets.store.ts';

/** Statement timeout. Counting a million sheets takes less time. */
const COUNTING_MS_MAX = 10 * 60_000;

export const boardOfProgram = (programId: string): string => `program ${programId}`;
export const boardOfMonth = (month: string): string => `month ${month}`;
export const BOARD_OF_ALL = 'all';

/** Sorts before every member id. */
const NIL_UUID = '00000000-0000-0000-0000-000000000000';

export interface StandingRow {
  readonly rank: number;
  readonly member_id: string;
  readonly points: number;
  readonly winners: number;
  readonly sheets: number;
}

/** The input of one step that scores some of a card's sheets. */
export interface Scoring {
  readonly programId: string;
  readonly startsAt: Date;
  readonly month: string;
  /** The points of each code in the first slot, then in the second slot, and so on. */
  readonly worths: readonly number[];
  readonly codesEnd: number;
  /** The last member whose sheet has been scored; `null` before the first step. */
  readonly after: string | null;
  readonly sheetsMax: number;
}

/** `after` is the last member whose sheet has been scored; `null` once all sheets are scored. */
export interface ScoringProgress {
  readonly after: string | null;
}

export class BoardStore {
  readonly #db: Kysely<Database>;

  constructor(db: Kysely<Database>) {
    this.#db = db;
  }

  findBoard(name: string) {
    return this.#db
      .selectFrom('predict_board')
      .select(['predict_board_id', 'members', 'program_id'])
      .where('name', '=', name)
      .executeTakeFirst();
  }

  async findLatestProgram(): Promise<string | undefined> {
    const row = await this.#db
      .selectFrom('predict_board')
      .select('program_id')
      .where('program_id', 'is not', null)
      .orderBy('starts_at', 'desc')
      .limit(1)
      .executeTakeFirst();
    return row?.program_id ?? undefined;
  }

  /** Reads the top rows of a board. Members with equal points share a rank. */
  async findTop(boardId: number, limit: number): Promise<StandingRow[]> {
    const { rows } = await sql<StandingRow>`
      select (rank() over (order by points desc))::int as rank, member_id, points, winners, sheets
      from (
        select * from predict_standing where predict_board_id = ${boardId}
        order by points desc, winners desc, confirmed_at, member_id limit ${limit}
      ) as top
      order by points desc, winners desc, confirmed_at, member_id
    `.execute(this.#db);
    return rows;
  }

  /** Finds a member's places by the name of the board. Boards without the member are left out. */
  async findPlaces(
    memberId: string,
    names: readonly string[],
  ): Promise<Map<string, StandingRow & { readonly members: number }>> {
    const { rows } = await sql<StandingRow & { name: string; members: number }>`
      ${prepared('own places')}
      select name, members, mine.member_id, mine.points, mine.winners, mine.sheets,
        1 + (
          select coalesce(sum(tally.members), 0)::int from predict_tally as tally
          where tally.predict_board_id = board.predict_board_id and tally.points > mine.points
        ) as rank
      from predict_board as board join predict_standing as mine using (predict_board_id)
      where name = any(${[...names]}::text[]) and member_id = ${memberId}
    `.execute(this.#db);
    return new Map(rows.map((row) => [row.name, row]));
  }

  findForExport(memberId: string, limit: number) {
    return this.#db
      .selectFrom('predict_standing')
      .innerJoin(
        'predict_board',
        'predict_board.predict_board_id',
        'predict_standing.predict_board_id',
      )
      .select(['name', 'points', 'winners', 'sheets'])
      .where('member_id', '=', memberId)
      .orderBy('predict_standing.predict_board_id', 'desc')
      .limit(limit)
      .execute();
  }
}

/** Writes boards. Always used within a transaction. */
export class BoardWriter {
  readonly #trx: Transaction<Database>;

  constructor(trx: Transaction<Database>) {
    this.#trx = trx;
  }

  /**
   * Locks the boards, so that changes run one after the other. Cards share the boards of months and of all time, and a
   * member may be deleted during scoring.
   */
  async lock(): Promise<void> {
    await takeLock(this.#trx, lockOfName('predictBoards'));
  }

  /** Extends the statement timeout of this transaction, since a large crowd has many sheets. */
  async extendTimeout(): Promise<void> {
    await sql`select set_config('statement_timeout', ${String(COUNTING_MS_MAX)}, true)`.execute(
      this.#trx,
    );
  }

  /**
   * Commits this transaction without waiting for the disk. A crash may lose the transaction, but it then loses the
   * scores together with the progress. The next synchronous commit makes both durable.
   */
  async commitAsync(): Promise<void> {
    await sql`select set_config('synchronous_commit', 'off', true)`.execute(this.#trx);
  }

  /** Reads the game of a card. The caller has locked the boards. */
  async findGame(programId: string): Promise<Game | undefined> {
    return this.#trx
      .selectFrom('predict_program')
      .select(['program_id as programId', 'closed_at as closedAt', 'counted_at as countedAt'])
      .select(['scored_from as scoredFrom', 'scored_at as scoredAt', 'finalised_at as finalisedAt'])
      .select(['scoring_from as scoringFrom', 'scoring_after as scoringAfter', 'changes'])
      .where('program_id', '=', programId)
      .executeTakeFirst();
  }

  /**
   * Scores the next sheets of a card, in the order of member ids. Adds the changes of points to the boards of the
   * card's month and of all time, and to the tallies of members by points. Scoring again with other results adds only
   * the differences.
   */
  async score(scoring: Scoring): Promise<ScoringProgress> {
    const { programId, startsAt, month, worths, codesEnd, after, sheetsMax } = scoring;
    const program = await this.#boardId(boardOfProgram(programId), { programId, startsAt });
    const sums = [
      await this.#boardId(boardOfMonth(month), null),
      await this.#boardId(BOARD_OF_ALL, null),
    ];
    const { rows } = await sql<{ sheets: number; last: string | null }>`
      with sheet as materialized (
        select member_id, confirmed_at, picks from predict_sheet
        where program_id = ${programId} and member_id > coalesce(${after}::uuid, ${NIL_UUID}::uuid)
        order by member_id limit ${sheetsMax}
      ), scored as (
        select member_id, confirmed_at, points, winners
        from sheet, lateral (
          select coalesce(sum(worth), 0)::int as points, (count(*) filter (where worth > 0))::int as winners
          from (
            select (${worths}::smallint[])[(place - 1) * ${codesEnd} + code + 1] as worth
            from unnest(picks) with ordinality as pick (code, place)
          ) as pick
        ) as score
      ), placed as (
        insert into predict_standing as standing (predict_board_id, member_id, points, winners, sheets, confirmed_at)
        select ${program}, member_id, points, winners, 1, confirmed_at from scored
        on conflict (predict_board_id, member_id) do update
          set points = excluded.points, winners = excluded.winners
          where (standing.points, standing.winners) is distinct from (excluded.points, excluded.winners)
        returning new.member_id, new.confirmed_at, old.points as before, new.points as after,
          new.winners - coalesce(old.winners, 0) as winners
      ), summed as (
        insert into predict_standing as standing (predict_board_id, member_id, points, winners, sheets, confirmed_at)
        select predict_board_id, member_id, after - coalesce(before, 0), winners,
          case when before is null then 1 else 0 end, confirmed_at
        from placed, unnest(${sums}::int[]) as predict_board_id
        on conflict (predict_board_id, member_id) do update set
          points = standing.points + excluded.points, winners = standing.winners + excluded.winners,
          sheets = standing.sheets + excluded.sheets,
          confirmed_at = greatest(standing.confirmed_at, excluded.confirmed_at)
        returning new.predict_board_id, old.points as before, new.points as after
      ), moved as (
        select ${program}::int as predict_board_id, before, after from placed
        union all select predict_board_id, before, after from summed
      ), tallied as (
        insert into predict_tally as tally (predict_board_id, points, members)
        select predict_board_id, points, sum(members)
        from (
          select predict_board_id, after as points, 1 as members from moved
          union all select predict_board_id, before, -1 from moved where before is not null
        ) as step
        group by predict_board_id, points having sum(members) <> 0
        on conflict (predict_board_id, points) do update set members = tally.members + excluded.members
      ), counted as (
        update predict_board as board set members = board.members + came.members
        from (select predict_board_id, count(*) as members from moved where before is null group by predict_board_id) as came
        where board.predict_board_id = came.predict_board_id
      )
      select (select count(*)::int from sheet) as sheets,
        (select member_id from sheet order by member_id desc limit 1) as last
    `.execute(this.#trx);
    const [done] = rows;
    return { after: done?.sheets === sheetsMax ? done.last : null };
  }

  /** Saves how far a scoring has come, and the fingerprint of the results that it uses. */
  async saveProgress(programId: string, fingerprint: string, after: string): Promise<void> {
    await this.#trx
      .updateTable('predict_program')
      .set({ scoring_from: fingerprint, scoring_after: after })
      .where('program_id', '=', programId)
      .execute();
  }

  async finish(programId: string, fingerprint: string, now: Date): Promise<void> {
    await this.#trx
      .updateTable('predict_program')
      .set({
        scored_from: fingerprint,
        scored_at: sql`coalesce(scored_at, ${now})`,
        scoring_from: null,
        scoring_after: null,
      })
      .where('program_id', '=', programId)
      .execute();
    await sql`delete from predict_tally where members = 0`.execute(this.#trx);
  }

  async deleteMember(memberId: string): Promise<void> {
    await this.lock();
    await sql`
      with gone as (
        delete from predict_standing where member_id = ${memberId} returning predict_board_id, points
      ), tallied as (
        update predict_tally as tally set members = members - 1
        from gone where (tally.predict_board_id, tally.points) = (gone.predict_board_id, gone.points)
      )
      update predict_board as board set members = members - 1 from gone where board.predict_board_id = gone.predict_board_id
    `.execute(this.#trx);
    await sql`delete from predict_sheet where member_id = ${memberId}`.execute(this.#trx);
  }

  /** Deletes every board. The boards are then scored again from the sheets. */
  async clear(): Promise<void> {
    await this.lock();
    await sql`delete from predict_standing`.execute(this.#trx);
    await sql`delete from predict_tally`.execute(this.#trx);
    await sql`delete from predict_board`.execute(this.#trx);
    await sql`update predict_program set scored_from = null, scored_at = null, scoring_from = null, scoring_after = null`.execute(
      this.#trx,
    );
  }

  async #boardId(
    name: string,
    of: { readonly programId: string; readonly startsAt: Date } | null,
  ): Promise<number> {
    const known = await new BoardStore(this.#trx).findBoard(name);
    if (known !== undefined) return known.predict_board_id;
    const row = await this.#trx
      .insertInto('predict_board')
      .values({ name, program_id: of?.programId ?? null, starts_at: of?.startsAt ?? null })
      .returning('predict_board_id')
      .executeTakeFirstOrThrow();
    return row.predict_board_id;
  }
}
