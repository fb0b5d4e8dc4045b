import type { RoundScore } from '@sangwian/contract/rules/round-score';
import { type Kysely, sql } from 'kysely';
import type { Database } from '../../../schema/database.ts';
import type { BoutRounds, CrowdCount } from './scorecard-rules.ts';

export interface ScoredBout extends BoutRounds {
  readonly boutId: string;
  readonly programLiveId: string;
}

export interface NewScore extends RoundScore {
  readonly memberId: string;
  readonly round: number;
}

interface BoutRow {
  bout_id: string;
  program_live_id: string;
  status: BoutRounds['status'];
  rounds: number;
  rest_s: number;
  round_number: number | null;
  resting: boolean;
  ended_at: Date | null;
  result_at: Date | null;
  method: string | null;
  result_round: number | null;
  is_replaced: boolean;
  bell_numbers: number[];
  bell_times: Date[];
}

const boutOf = (row: BoutRow): ScoredBout => ({
  boutId: row.bout_id,
  programLiveId: row.program_live_id,
  rounds: row.rounds,
  restMs: row.rest_s * 1_000,
  status: row.status,
  restingRound: row.resting ? row.round_number : null,
  endedAt: row.ended_at,
  resultAt: row.result_at,
  method: row.method,
  resultRound: row.result_round,
  bells: new Map(row.bell_numbers.map((number, index) => [number, row.bell_times[index] as Date])),
  isReplaced: row.is_replaced,
});

/** Adds the number of cards to the crowd's counts. All writers lock the counts in this order. */
const countInto = sql`
  insert into crowd_score (match_live_id, round_number, red_points, blue_points, cards)
  select match_live_id, round_number, red_points, blue_points, sum(cards)
  from moved
  group by 1, 2, 3, 4
  having sum(cards) <> 0
  order by 1, 2, 3, 4
  on conflict on constraint crowd_score_pkey do update set cards = crowd_score.cards + excluded.cards
`;

/** Reads and writes the members' scores, and their counts. Also reads bouts, which the lives module owns. */
export class ScorecardStore {
  readonly #db: Kysely<Database>;

  constructor(db: Kysely<Database>) {
    this.#db = db;
  }

  async findBout(matchLiveId: string): Promise<ScoredBout | undefined> {
    const { rows } = await sql<BoutRow>`
      select match_live.bout_id, program_live_id, status, rounds, rest_s, round_number, resting,
        match_live.ended_at, replaced_at is not null as is_replaced,
        case when replaced_at is null then result_at end as result_at,
        case when replaced_at is null then method end as method,
        case when replaced_at is null then result_round end as result_round,
        array(select round_number::int from round_bell bell
          where bell.match_live_id = match_live.match_live_id order by round_number) as bell_numbers,
        array(select rang_at from round_bell bell
          where bell.match_live_id = match_live.match_live_id order by round_number) as bell_times
      from match_live join bout using (bout_id)
      where match_live_id = ${matchLiveId}
    `.execute(this.#db);
    return rows[0] === undefined ? undefined : boutOf(rows[0]);
  }

  /**
   * Finds the members that exist, and locks them until the transaction ends, so that no score is added after the deletion
   * of an account.
   */
  async lockMembers(memberIds: readonly string[]): Promise<ReadonlySet<string>> {
    const { rows } = await sql<{ member_id: string }>`
      select member_id from member where member_id = any(${[...memberIds]}::uuid[]) and deleted_at is null
      order by member_id for share
    `.execute(this.#db);
    return new Set(rows.map((row) => row.member_id));
  }

  /** Writes the scores of a bout and their counts, in one statement. A member has at most one score per round here. */
  async put(matchLiveId: string, scores: readonly NewScore[], now: Date): Promise<void> {
    const column = <Key extends keyof NewScore>(key: Key) => scores.map((score) => score[key]);
    await sql`
      with written as (
        insert into round_score (member_id, match_live_id, round_number, red_points, blue_points, scored_at)
        select member_id, ${matchLiveId}::uuid, round_number, red_points, blue_points, ${now}::timestamptz
        from unnest(${column('memberId')}::uuid[], ${column('round')}::smallint[],
          ${column('red')}::smallint[], ${column('blue')}::smallint[])
          as score (member_id, round_number, red_points, blue_points)
        order by member_id, round_number
        on conflict on constraint round_score_pkey do update
          set red_points = excluded.red_points, blue_points = excluded.blue_points, scored_at = excluded.scored_at
          where (round_score.red_points, round_score.blue_points) <> (excluded.red_points, excluded.blue_points)
        returning new.match_live_id, new.round_number, new.red_points, new.blue_points,
          old.red_points as old_red, old.blue_points as old_blue
      ), moved as (
        select match_live_id, round_number, red_points, blue_points, 1 as cards from written
        union all
        select match_live_id, round_number, old_red, old_blue, -1 from written where old_red is not null
      )
      ${countInto}
    `.execute(this.#db);
  }

  /** Reads the scores of some members in a bout. */
  async findScores(matchLiveId: string, memberIds: readonly string[]): Promise<NewScore[]> {
    const { rows } = await sql<NewScore>`
      select member_id as "memberId", round_number as round, red_points as red, blue_points as blue
      from round_score
      where member_id = any(${[...memberIds]}::uuid[]) and match_live_id = ${matchLiveId}
    `.execute(this.#db);
    return rows;
  }

  /** Reads how many members gave each round each score. At most seven rows per round. */
  async findCrowd(matchLiveId: string): Promise<(CrowdCount & { readonly round: number })[]> {
    const { rows } = await sql<CrowdCount & { readonly round: number }>`
      select round_number as round, red_points as red, blue_points as blue, cards
      from crowd_score where match_live_id = ${matchLiveId} and cards > 0
    `.execute(this.#db);
    return rows;
  }

  /**
   * Counts the member's complete cards of decisions, by year in Bangkok, the latest first. Only ended evenings count, so
   * that no number is ahead of a video.
   */
  async countSeasons(memberId: string) {
    const { rows } = await sql<{ season: number; decisions: number; agreed: number }>`
      select extract(year from program_live.starts_at at time zone 'Asia/Bangkok')::int as season,
        count(*)::int as decisions,
        (count(*) filter (
          where case sign(card.red - card.blue) when 1 then 'red' when -1 then 'blue' else 'draw' end = winner
        ))::int as agreed
      from (
        select match_live_id, count(*) as rounds, sum(red_points) as red, sum(blue_points) as blue
        from round_score where member_id = ${memberId} group by match_live_id
      ) card
      join match_live using (match_live_id)
      join bout using (bout_id)
      join program_live using (program_live_id)
      where replaced_at is null and program_live.status = 'ended' and method in ('decision', 'draw')
        and card.rounds = bout.rounds
      group by season order by season desc
    `.execute(this.#db);
    return rows;
  }

  /** Reads a member's scores for the data export, latest first. */
  findOfMember(memberId: string, limit: number) {
    return this.#db
      .selectFrom('round_score')
      .select(['match_live_id', 'round_number', 'red_points', 'blue_points', 'scored_at'])
      .where('member_id', '=', memberId)
      .orderBy('scored_at', 'desc')
      .limit(limit)
      .execute();
  }

  /** Deletes a member's scores and takes them out of the counts. */
  async forgetMember(memberId: string): Promise<void> {
    await sql`
      with gone as (
        delete from round_score where member_id = ${memberId}
        returning match_live_id, round_number, red_points, blue_points
      ), moved as (select *, -1 as cards from gone)
      ${countInto}
    `.execute(this.#db);
  }

  /** Deletes scores from before a time. The counts stay, because they contain no member. @returns how many were deleted */
  async prune(before: Date, limit: number): Promise<number> {
    const { numAffectedRows } = await sql`
      delete from round_score where ctid = any(array(
        select ctid from round_score where scored_at < ${before} limit ${limit}))
    `.execute(this.#db);
    return Number(numAffectedRows ?? 0);
  }
}
