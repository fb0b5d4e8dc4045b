import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { Database } from '../../database/database.ts';
import type { EndingRow, FighterBoutRow, FoundRow, SummaryRow } from './fighter-rows.ts';
import type { SeasonResults } from './ranking-rules.ts';
import type { SearchWord } from './search-key-rules.ts';

/** Shorter sounds stand at the beginning of a word: in the middle they would be everywhere. */
export const MIDDLE_CHARS_MIN = 3;

export interface FighterFilter {
  readonly division?: string | undefined;
  readonly gym?: string | undefined;
  readonly province?: string | undefined;
}

/** Where a page ended. */
export interface FoundPosition {
  readonly score: number;
  readonly sortKey: string;
  readonly fighterId: string;
}

export interface BoutPosition {
  readonly startsAt: Date;
  readonly boutId: string;
}

const all = (conditions: readonly RawBuilder<unknown>[]): RawBuilder<unknown> =>
  conditions.length === 0 ? sql`true` : sql.join(conditions, sql` and `);

function filtered({ division, gym, province }: FighterFilter): RawBuilder<unknown> {
  return all([
    ...(division === undefined ? [] : [sql`fighter.division_id = ${division}`]),
    ...(gym === undefined ? [] : [sql`fighter.camp_id = ${gym}`]),
    ...(province === undefined ? [] : [sql`fighter.province_en = ${province}`]),
  ]);
}

/** A search knows names alone; whatever is filtered by stands with the fighter. */
const joinFighters = (filter: FighterFilter): RawBuilder<unknown> =>
  Object.values(filter).some((value) => value !== undefined)
    ? sql`join fighter on fighter.fighter_id = fighter_search.fighter_id`
    : sql``;

/** What a word is held against; it holds letters and digits alone, so nothing in it is a sign of a pattern. */
const soundsLike = ({ sound }: SearchWord): RawBuilder<unknown> =>
  sound.length < MIDDLE_CHARS_MIN
    ? sql`sounds like ${`% ${sound}%`}`
    : sql`sounds like ${`%${sound}%`}`;

const holds = (column: string, text: string): RawBuilder<unknown> =>
  sql`strpos(${sql.ref(column)}, ${text}) > 0`;

/** How far a fighter is from a word: names before places, spelled before heard, beginnings before middles. */
const distanceTo = ({ spelled, sound }: SearchWord): RawBuilder<unknown> => sql`case
  when ${holds('name_words', spelled)} then
    case when ${holds('name_words', ` ${spelled} `)} then 0
      when ${holds('name_words', ` ${spelled}`)} then 1 else 2 end
  when ${holds('name_sounds', ` ${sound}`)} then 3
  when ${holds('place_words', ` ${spelled}`)} then 4
  when ${holds('name_sounds', sound)} then 5
  when ${holds('place_words', spelled)} then 6
  else 7 end`;

/** How near a fighter is to all of these sounds: 1 is the same. */
const nearnessTo = (sounds: readonly string[]): RawBuilder<unknown> => sql`
  (${sql.join(
    sounds.map((sound) => sql`word_similarity(${sound}, sounds)`),
    sql` + `,
  )}) / ${sql.lit(sounds.length)}`;

/** Reads fighters and their bouts. Rows come as they stand; what they mean is decided elsewhere. */
export class FightersStore {
  readonly #db: Kysely<Database>;

  constructor(db: Kysely<Database>) {
    this.#db = db;
  }

  /** All fighters by name. */
  findAll(filter: FighterFilter, after: FoundPosition | null, limit: number): Promise<FoundRow[]> {
    const position =
      after === null
        ? sql`true`
        : sql`(fighter.name_en, fighter.fighter_id) > (${after.sortKey}, ${after.fighterId}::uuid)`;
    return this.#summaries(sql`
      select fighter.fighter_id, 0 as score, fighter.name_en as sort_key from fighter
      where ${filtered(filter)} and ${position}
      order by fighter.name_en, fighter.fighter_id limit ${limit}`);
  }

  /** Fighters who fit every word, the best first. */
  findFitting(
    words: readonly SearchWord[],
    filter: FighterFilter,
    after: FoundPosition | null,
    limit: number,
  ): Promise<FoundRow[]> {
    const position =
      after === null
        ? sql`true`
        : sql`(score, sort_key, fighter_id) > (${after.score}, ${after.sortKey}, ${after.fighterId}::uuid)`;
    return this.#summaries(sql`
      select fighter_id, score, sort_key from (
        select fighter_search.fighter_id, fighter_search.name_en as sort_key,
          (${sql.join(words.map(distanceTo), sql` + `)})::int as score
        from fighter_search ${joinFighters(filter)}
        where ${filtered(filter)} and ${all(words.map(soundsLike))}
      ) scored
      where ${position} order by score, sort_key, fighter_id limit ${limit}`);
  }

  /** Fighters whose name or nickname begins with the first of the words, and who fit the others; in that order. */
  findStarting(
    [first, ...others]: readonly [SearchWord, ...SearchWord[]],
    filter: FighterFilter,
    after: FoundPosition | null,
    limit: number,
  ): Promise<FoundRow[]> {
    const { sound } = first;
    const position =
      after === null
        ? sql`true`
        : sql`(one.start, one.fighter_id) > (${after.sortKey} collate "C", ${after.fighterId}::uuid)`;
    // A tilde stands behind all letters and digits.
    return this.#summaries(sql`
      select one.fighter_id, 0 as score, one.start as sort_key
      from fighter_start one join fighter_search using (fighter_id) ${joinFighters(filter)}
      where one.start >= ${sound} and one.start < ${`${sound}~`} and ${position}
        and ${filtered(filter)} and ${all(others.map(soundsLike))}
        and not exists (
          select from fighter_start earlier
          where earlier.fighter_id = one.fighter_id
            and earlier.start >= ${sound} and earlier.start < one.start
        )
      order by one.start, one.fighter_id limit ${limit}`);
  }

  /** Fighters who sound somewhat like the words, the nearest first: for what nobody fits. */
  async findSimilar(
    sounds: readonly string[],
    filter: FighterFilter,
    { limit, similarityMin }: { readonly limit: number; readonly similarityMin: number },
  ): Promise<FoundRow[]> {
    return this.#db.transaction().execute(async (trx) => {
      await sql`set local pg_trgm.word_similarity_threshold = ${sql.lit(similarityMin)}`.execute(
        trx,
      );
      // As the words that they are, or as the one that was meant.
      const nearness = sql`greatest(${nearnessTo([sounds.join('')])}, ${nearnessTo(sounds)})`;
      return new FightersStore(trx).#summaries(sql`
        select fighter_search.fighter_id, fighter_search.name_en as sort_key,
          round(1000 * (1 - ${nearness}))::int as score
        from fighter_search ${joinFighters(filter)}
        where (${sounds.join('')} <% sounds or ${all(sounds.map((sound) => sql`${sound} <% sounds`))})
          and ${filtered(filter)}
        order by score, sort_key, fighter_id limit ${limit}`);
    });
  }

  findByIds(fighterIds: readonly string[]): Promise<SummaryRow[]> {
    return this.#summaries(sql`
      select fighter_id, 0 as score, name_en as sort_key from fighter
      where fighter_id = any(${[...fighterIds]}::uuid[])`);
  }

  async findDivisions() {
    return this.#db
      .selectFrom('division')
      .selectAll()
      .orderBy('weight_pounds_max')
      .orderBy('division_id')
      .execute();
  }

  /** Those who have a fighter. */
  async findGyms() {
    const { rows } = await sql<{ camp_id: string; name_th: string; name_en: string }>`
      select camp_id, name_th, name_en from camp
      where exists (select from fighter where fighter.camp_id = camp.camp_id)
      order by name_en, camp_id`.execute(this.#db);
    return rows;
  }

  async findProvinces() {
    const { rows } = await sql<{ province_th: string; province_en: string }>`
      select min(province_th) as province_th, province_en from fighter
      group by province_en order by province_en`.execute(this.#db);
    return rows;
  }

  /** How this fighter's bouts ended that one of the two won. */
  async findEndings(fighterId: string): Promise<EndingRow[]> {
    const { rows } = await sql<EndingRow>`
      select (winner = 'red') = (red_fighter_id = ${fighterId}) as won, method, count(*)::int as bouts
      from bout
      where ${fighterId}::uuid in (red_fighter_id, blue_fighter_id) and winner in ('red', 'blue')
      group by 1, 2`.execute(this.#db);
    return rows;
  }

  /** What every fighter of a division did since then, bouts in other divisions included. */
  async findSeason(divisionId: string, since: Date, until: Date): Promise<SeasonResults[]> {
    const { rows } = await sql<SeasonResults>`
      select fighter.fighter_id as "fighterId", fighter.name_en as "nameEn",
        (count(*) filter (where winner = corner))::int as wins,
        (count(*) filter (where winner = corner and method = 'tko'))::int as "tkoWins",
        (count(*) filter (where winner = corner and method = 'forfeit'))::int as "forfeitWins",
        (count(*) filter (where winner <> corner and winner <> 'draw'))::int as losses,
        (count(*) filter (where winner = 'draw'))::int as draws
      from fighter
      cross join lateral (
        select winner, method, starts_at, 'red' as corner from bout
        where red_fighter_id = fighter.fighter_id
        union all
        select winner, method, starts_at, 'blue' from bout
        where blue_fighter_id = fighter.fighter_id
      ) fought
      where fighter.division_id = ${divisionId} and fought.starts_at >= ${since}
        and fought.starts_at <= ${until} and fought.winner in ('red', 'blue', 'draw')
      group by fighter.fighter_id, fighter.name_en`.execute(this.#db);
    return rows;
  }

  /** Bouts with a result, the latest first. */
  findPast(
    fighterId: string,
    {
      limit,
      after = null,
      against,
      cancelled,
    }: {
      readonly limit: number;
      readonly after?: BoutPosition | null;
      readonly against?: string | undefined;
      readonly cancelled: boolean;
    },
  ): Promise<FighterBoutRow[]> {
    return this.#bouts(
      fighterId,
      sql`bout.winner is not null
        and ${cancelled ? sql`true` : sql`bout.winner <> 'none'`}
        and ${against === undefined ? sql`true` : sql`${against}::uuid in (bout.red_fighter_id, bout.blue_fighter_id)`}
        and ${after === null ? sql`true` : sql`(bout.starts_at, bout.bout_id) < (${after.startsAt}, ${after.boutId}::uuid)`}`,
      sql`bout.starts_at desc, bout.bout_id desc limit ${limit}`,
    );
  }

  /** Bouts without a result that begin after this, the soonest first. */
  findComing(fighterId: string, from: Date, limit: number): Promise<FighterBoutRow[]> {
    return this.#bouts(
      fighterId,
      sql`bout.winner is null and bout.starts_at >= ${from}`,
      sql`bout.starts_at, bout.bout_id limit ${limit}`,
    );
  }

  async #bouts(
    fighterId: string,
    where: RawBuilder<unknown>,
    order: RawBuilder<unknown>,
  ): Promise<FighterBoutRow[]> {
    const { rows } = await sql<FighterBoutRow>`
      select bout.bout_id, bout.program_id, program.title_th, program.title_en,
        stadium.name_th as stadium_th, stadium.name_en as stadium_en, bout.starts_at,
        case when bout.red_fighter_id = ${fighterId} then 'red' else 'blue' end as corner,
        bout.weight_pounds, bout.rounds, bout.winner, bout.method, bout.result_round,
        bout.result_at,
        opponent.fighter_id as opponent_id, opponent.name_th as opponent_th,
        opponent.name_en as opponent_en, camp.name_th as opponent_camp_th,
        camp.name_en as opponent_camp_en,
        (select program_live_id from program_live
          where program_live.program_id = bout.program_id and cancelled_at is null
          order by starts_at, program_live_id limit 1) as program_live_id
      from bout
      join program using (program_id)
      join stadium using (stadium_id)
      join fighter opponent on opponent.fighter_id =
        case when bout.red_fighter_id = ${fighterId} then bout.blue_fighter_id else bout.red_fighter_id end
      join camp using (camp_id)
      where (bout.red_fighter_id = ${fighterId} or bout.blue_fighter_id = ${fighterId}) and ${where}
      order by ${order}`.execute(this.#db);
    return rows;
  }

  /** The fighters of a page, which is a statement of `fighter_id`, `score` and `sort_key`, with their records. */
  async #summaries(page: RawBuilder<unknown>): Promise<FoundRow[]> {
    const { rows } = await sql<FoundRow>`
      with page as materialized (${page})
      select page.score, page.sort_key, fighter.*, camp.name_th as camp_th, camp.name_en as camp_en,
        division.name_th as division_th, division.name_en as division_en, division.weight_pounds_max,
        record.wins, record.losses, record.draws,
        latest.program_id as latest_program_id, latest.starts_at as latest_starts_at,
        case when latest.red_fighter_id = fighter.fighter_id then 'red' else 'blue' end as latest_corner,
        latest.winner as latest_winner, latest.method as latest_method,
        latest.result_at as latest_result_at
      from page
      join fighter using (fighter_id)
      join camp using (camp_id)
      join division using (division_id)
      cross join lateral (
        select (count(*) filter (where winner = corner))::int as wins,
          (count(*) filter (where winner in ('red', 'blue') and winner <> corner))::int as losses,
          (count(*) filter (where winner = 'draw'))::int as draws,
          (array_agg(bout_id order by starts_at desc, bout_id desc) filter (where winner <> 'none'))[1]
            as latest_bout_id
        from (
          select bout_id, starts_at, winner, 'red' as corner from bout
          where red_fighter_id = fighter.fighter_id
          union all
          select bout_id, starts_at, winner, 'blue' from bout
          where blue_fighter_id = fighter.fighter_id
        ) fought
      ) record
      left join bout latest on latest.bout_id = record.latest_bout_id
      order by page.score, page.sort_key, fighter.fighter_id`.execute(this.#db);
    return rows;
  }
}
