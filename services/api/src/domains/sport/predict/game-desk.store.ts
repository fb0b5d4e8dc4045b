import { type Kysely, sql } from 'kysely';
import type { Database } from '../../../schema/database.ts';

/** A bout of a card, as shown in the card's live. */
export interface BoutVersion {
  readonly match_live_id: string | null;
  readonly version: number | null;
  /** Whether the result is confirmed, or is recorded and waits for its confirmation. */
  readonly confirmed: boolean;
  readonly on_hold: boolean;
}

interface Comparison {
  readonly programId: string;
  /** The points of each code in the first slot, then in the second slot, and so on, by the results before and after. */
  readonly before: readonly number[];
  readonly after: readonly number[];
  readonly codesEnd: number;
  readonly leadersMax: number;
}

interface Leader {
  readonly rank: number;
  readonly rank_before: number;
  readonly member_id: string;
  readonly points: number;
}

interface Effect {
  readonly sheets: number;
  readonly gain: number;
  readonly lose: number;
  readonly rise: number;
  readonly fall: number;
  readonly leaders: readonly Leader[];
}

/** Reads and finalises prediction games for operators. */
export class GameDeskStore {
  readonly #db: Kysely<Database>;

  constructor(db: Kysely<Database>) {
    this.#db = db;
  }

  /** Returns the cards that begin before `until`, latest first. */
  async findPage(page: {
    readonly before: { readonly startsAt: Date; readonly programId: string } | null;
    readonly until: Date;
    readonly limit: number;
  }) {
    const { before, until, limit } = page;
    const { rows } = await sql<{
      program_id: string;
      starts_at: Date;
      sheets: number;
      finalised_by: string | null;
    }>`
      select program_id, starts_at, finalised_by, (
        select count(*)::int from predict_sheet where predict_sheet.program_id = program.program_id
      ) as sheets
      from program left join predict_program using (program_id)
      where starts_at < ${until}
        and (${before === null}
          or (starts_at, program_id) < (${before?.startsAt ?? until}, ${before?.programId ?? null}::uuid))
        and exists (select from bout where bout.program_id = program.program_id)
      order by starts_at desc, program_id desc
      limit ${limit}
    `.execute(this.#db);
    return rows;
  }

  async findState(programId: string): Promise<{ sheets: number; finalised_by: string | null }> {
    const { rows } = await sql<{ sheets: number; finalised_by: string | null }>`
      select (select count(*)::int from predict_sheet where program_id = ${programId}) as sheets,
        (select finalised_by from predict_program where program_id = ${programId}) as finalised_by
    `.execute(this.#db);
    return rows[0] ?? { sheets: 0, finalised_by: null };
  }

  /** Returns the bouts of a card's live by bout id. */
  async findVersions(programId: string): Promise<Map<string, BoutVersion>> {
    const { rows } = await sql<BoutVersion & { bout_id: string }>`
      select bout_id, match_live.match_live_id, match_live.revision + bout.revision as version,
        ruling.confirmed_at is not null as confirmed,
        ruling.match_live_id is not null and ruling.confirmed_at is null as on_hold
      from match_live join bout using (bout_id)
      left join bout_ruling ruling
        on ruling.match_live_id = match_live.match_live_id and ruling.withdrawn_at is null
      where bout.program_id = ${programId} and replaced_at is null
    `.execute(this.#db);
    return new Map(rows.map(({ bout_id, ...row }) => [bout_id, row]));
  }

  /** Compares the ranks of all sheets of a card under two sets of results. Equal points share a rank. */
  async compare(comparison: Comparison): Promise<Effect> {
    const { programId, before, after, codesEnd, leadersMax } = comparison;
    const { rows } = await sql<Omit<Effect, 'leaders'> & { leaders: Leader[] | null }>`
      with scored as materialized (
        select member_id, confirmed_at, before, after
        from predict_sheet, lateral (
          select coalesce(sum((${before}::smallint[])[(place - 1) * ${codesEnd} + code + 1]), 0)::int as before,
            coalesce(sum((${after}::smallint[])[(place - 1) * ${codesEnd} + code + 1]), 0)::int as after
          from unnest(picks) with ordinality as pick (code, place)
        ) as points
        where program_id = ${programId}
      ), placed as (
        select *, (rank() over (order by before desc))::int as rank_before,
          (rank() over (order by after desc))::int as rank
        from scored
      )
      select count(*)::int as sheets,
        (count(*) filter (where after > before))::int as gain,
        (count(*) filter (where after < before))::int as lose,
        (count(*) filter (where rank < rank_before))::int as rise,
        (count(*) filter (where rank > rank_before))::int as fall,
        (
          select json_agg(leader) from (
            select rank, rank_before, member_id, after as points from placed
            order by rank, confirmed_at, member_id limit ${leadersMax}
          ) as leader
        ) as leaders
      from placed
    `.execute(this.#db);
    const [row] = rows;
    if (row === undefined) throw new Error('the comparison of sheets returned no row');
    return { ...row, leaders: row.leaders ?? [] };
  }

  /** Records that an operator made the scores final now. */
  async finalise(programId: string, actor: string, now: Date): Promise<void> {
    await sql`
      insert into predict_program (program_id, closed_at, finalised_at, finalised_by)
      values (${programId}, ${now}, ${now}, ${actor})
      on conflict (program_id) do update set
        closed_at = coalesce(predict_program.closed_at, excluded.closed_at),
        finalised_at = excluded.finalised_at, finalised_by = excluded.finalised_by
    `.execute(this.#db);
  }
}
