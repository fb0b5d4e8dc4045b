import { type Kysely, type RawBuilder, sql } from 'kysely';
import { prepared } from '../../../platform/database/prepared.ts';
import type { Database } from '../../../schema/database.ts';
import type { Concealed } from '../../live/lives/lives.module.ts';
import type {
  EndingRow,
  FighterBoutRow,
  SearchHit,
  SearchHitRow,
  SummaryRow,
} from './fighter-rows.ts';
import type { SeasonResults } from './ranking-rules.ts';
import type { SearchWord } from './search-key-rules.ts';

/** Shorter sounds match only at the beginning of a word. In the middle of words they would match too much. */
export const MIDDLE_CHARS_MIN = 3;

export interface FighterFilter {
  readonly division?: string | undefined;
  readonly gym?: string | undefined;
  readonly province?: string | undefined;
}

/** The possible readings of a typed word, as LIKE patterns of sounds, most likely first. Never empty. */
export type WordReadings = readonly { readonly pattern: string; readonly changes: number }[];

export interface NearSound {
  readonly sound: string;
  readonly changes: number;
}

/** The position of the last fighter of a page. */
export interface SearchPosition {
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

/** Joins the table of fighters if a filter needs it. The search table contains only words. */
const joinFighters = (filter: FighterFilter): RawBuilder<unknown> =>
  Object.values(filter).some((value) => value !== undefined)
    ? sql`join fighter on fighter.fighter_id = fighter_search.fighter_id`
    : sql``;

/** Returns the LIKE pattern of a sound. A sound contains only letters and digits, so the pattern needs no escaping. */
export const soundPattern = (sound: string): string =>
  sound.length < MIDDLE_CHARS_MIN ? `% ${sound}%` : `%${sound}%`;
export const wholeSoundPattern = (sound: string): string => `% ${sound} %`;

const soundsLike = ({ sound }: SearchWord): RawBuilder<unknown> =>
  sql`sounds like ${soundPattern(sound)}`;

const holds = (column: string, text: string): RawBuilder<unknown> =>
  sql`strpos(${sql.ref(column)}, ${text}) > 0`;

/**
 * Returns the SQL that scores a fighter against a word: names before places, spelling before sound, the beginning of a
 * word before its middle. A common word evaluates this thousands of times, so the most frequent cases come first.
 */
const distanceTo = ({ spelled, sound }: SearchWord): RawBuilder<unknown> => sql`case
  when ${holds('name_words', ` ${spelled}`)} then
    case when ${holds('name_words', ` ${spelled} `)} then 0 else 1 end
  when ${holds('name_words', spelled)} then 2
  when ${holds('name_sounds', ` ${sound}`)} then 3
  when ${holds('place_words', ` ${spelled}`)} then 4
  when ${holds('name_sounds', sound)} then 5
  when ${holds('place_words', spelled)} then 6
  else 7 end`;

/** Matches fighters who match at least one of these readings. */
const hasOneOf = (readings: WordReadings): RawBuilder<unknown> =>
  sql`(${sql.join(
    readings.map(({ pattern }) => sql`sounds like ${pattern}`),
    sql` or `,
  )})`;

/** Returns the number of changed letters of the most likely reading that matches. */
const changesTo = (readings: WordReadings): RawBuilder<unknown> =>
  sql`case ${sql.join(
    readings.map(
      ({ pattern, changes }) => sql`when sounds like ${pattern} then ${sql.lit(changes)}`,
    ),
    sql` `,
  )} end`;

export class FightersStore {
  readonly #db: Kysely<Database>;
  /** Matches bouts whose result is not concealed. */
  readonly #isShown: RawBuilder<unknown>;
  /**
   * The bouts of the joined `fighter` that are not concealed. The corners are queried separately, so that each uses its
   * index.
   */
  readonly #ownBouts: RawBuilder<unknown>;

  constructor(db: Kysely<Database>, { bouts }: Pick<Concealed, 'bouts'>) {
    this.#db = db;
    this.#isShown = sql`not bout_id = any(${[...bouts]}::uuid[])`;
    this.#ownBouts = sql`
      select bout_id, winner, method, starts_at, 'red' as corner from bout
      where red_fighter_id = fighter.fighter_id and ${this.#isShown}
      union all
      select bout_id, winner, method, starts_at, 'blue' from bout
      where blue_fighter_id = fighter.fighter_id and ${this.#isShown}`;
  }

  findAll(
    filter: FighterFilter,
    after: SearchPosition | null,
    limit: number,
  ): Promise<SearchHitRow[]> {
    const position =
      after === null
        ? sql`true`
        : sql`(fighter.name_en, fighter.fighter_id) > (${after.sortKey}, ${after.fighterId}::uuid)`;
    return this.#read(sql`
      select fighter.fighter_id, 0 as score, fighter.name_en as sort_key from fighter
      where ${filtered(filter)} and ${position}
      order by fighter.name_en, fighter.fighter_id limit ${limit}`);
  }

  /** Finds fighters who match every word, best match first. */
  findFitting(
    words: readonly SearchWord[],
    filter: FighterFilter,
    after: SearchPosition | null,
    limit: number,
  ): Promise<SearchHitRow[]> {
    const position =
      after === null
        ? sql`true`
        : sql`(score, sort_key, fighter_id) > (${after.score}, ${after.sortKey}, ${after.fighterId}::uuid)`;
    return this.#read(sql`
      select fighter_id, score, sort_key from (
        select fighter_search.fighter_id, fighter_search.name_en as sort_key,
          (${sql.join(words.map(distanceTo), sql` + `)})::int as score
        from fighter_search ${joinFighters(filter)}
        where ${filtered(filter)} and ${all(words.map(soundsLike))}
      ) scored
      where ${position} order by score, sort_key, fighter_id limit ${limit}`);
  }

  /**
   * Finds fighters whose name or nickname begins with the first word and who match the other words. The order is by the
   * sound of the name.
   */
  findStarting(
    [first, ...others]: readonly [SearchWord, ...SearchWord[]],
    filter: FighterFilter,
    after: SearchPosition | null,
    limit: number,
  ): Promise<SearchHitRow[]> {
    const { sound } = first;
    const position =
      after === null
        ? sql`true`
        : sql`(one.start, one.fighter_id) > (${after.sortKey} collate "C", ${after.fighterId}::uuid)`;
    // In the C collation, a tilde sorts after all letters and digits.
    return this.#read(sql`
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

  /** Finds similar sounds, most similar first. `changes` counts wrong, missing and extra letters. */
  async findNear(sound: string, changesMax: number, limit: number): Promise<NearSound[]> {
    const { rows } = await sql<NearSound>`${prepared('near sounds')}
      select sound, levenshtein_less_equal(sound, ${sound}, ${changesMax}::int) as changes
      from search_word
      where sound % ${sound}
        and abs(length(sound) - length(${sound})) <= ${changesMax}::int
        and levenshtein_less_equal(sound, ${sound}, ${changesMax}::int) <= ${changesMax}::int
      order by changes, similarity(sound, ${sound}) desc, sound limit ${limit}`.execute(this.#db);
    return rows;
  }

  /** Finds fighters who match at least one reading of every word, fewest changes first. */
  findByReadings(
    words: readonly WordReadings[],
    filter: FighterFilter,
    limit: number,
  ): Promise<SearchHitRow[]> {
    return this.#read(sql`
      select fighter_search.fighter_id, fighter_search.name_en as sort_key,
        (${sql.join(words.map(changesTo), sql` + `)})::int as score
      from fighter_search ${joinFighters(filter)}
      where ${all(words.map(hasOneOf))} and ${filtered(filter)}
      order by score, sort_key, fighter_id limit ${limit}`);
  }

  /** Reads fighters with their records and latest results, in no particular order. */
  async findByIds(fighterIds: readonly string[]): Promise<SummaryRow[]> {
    const { rows } = await sql<SummaryRow>`${prepared('fighter summaries')}
      select fighter.*, photo.shown as photo, camp.name_th as camp_th, camp.name_en as camp_en,
        division.name_th as division_th, division.name_en as division_en, division.weight_pounds_max,
        record.wins, record.losses, record.draws,
        latest.program_id as latest_program_id, latest.starts_at as latest_starts_at,
        case when latest.red_fighter_id = fighter.fighter_id then 'red' else 'blue' end as latest_corner,
        latest.winner as latest_winner, latest.method as latest_method,
        latest.result_at as latest_result_at
      from fighter
      join camp using (camp_id)
      join division using (division_id)
      cross join lateral (
        select (count(*) filter (where winner = corner))::int as wins,
          (count(*) filter (where winner in ('red', 'blue') and winner <> corner))::int as losses,
          (count(*) filter (where winner = 'draw'))::int as draws,
          (array_agg(bout_id order by starts_at desc, bout_id desc) filter (where winner <> 'none'))[1]
            as latest_bout_id
        from (${this.#ownBouts}) fought
      ) record
      left join photo on photo.fighter_id = fighter.fighter_id
      left join bout latest on latest.bout_id = record.latest_bout_id
      where fighter.fighter_id = any(${[...fighterIds]}::uuid[])`.execute(this.#db);
    return rows;
  }

  async findDivisions() {
    return this.#db
      .selectFrom('division')
      .selectAll()
      .orderBy('weight_pounds_max')
      .orderBy('division_id')
      .execute();
  }

  /** Reads the gyms that have at least one fighter. */
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

  async findEndings(fighterId: string): Promise<EndingRow[]> {
    const { rows } = await sql<EndingRow>`
      select (winner = 'red') = (red_fighter_id = ${fighterId}) as won, method, count(*)::int as bouts
      from bout
      where ${fighterId}::uuid in (red_fighter_id, blue_fighter_id) and winner in ('red', 'blue')
        and ${this.#isShown}
      group by 1, 2`.execute(this.#db);
    return rows;
  }

  /** Reads the results of a division's fighters in a period, including their bouts in other divisions. */
  async findSeason(divisionId: string, since: Date, until: Date): Promise<SeasonResults[]> {
    const { rows } = await sql<SeasonResults>`
      select fighter.fighter_id as "fighterId", fighter.name_en as "nameEn",
        (count(*) filter (where winner = corner))::int as wins,
        (count(*) filter (where winner = corner and method = 'tko'))::int as "tkoWins",
        (count(*) filter (where winner = corner and method = 'forfeit'))::int as "forfeitWins",
        (count(*) filter (where winner <> corner and winner <> 'draw'))::int as losses,
        (count(*) filter (where winner = 'draw'))::int as draws
      from fighter
      cross join lateral (${this.#ownBouts}) fought
      where fighter.division_id = ${divisionId} and fought.starts_at >= ${since}
        and fought.starts_at <= ${until} and fought.winner in ('red', 'blue', 'draw')
      group by fighter.fighter_id, fighter.name_en`.execute(this.#db);
    return rows;
  }

  /** Reads a fighter's bouts with a result, newest first. */
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

  /** Reads a fighter's bouts without a result that begin after `from`, soonest first. */
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

  /**
   * Reads the fighters of a page, in the order of the page. The query `page` selects `fighter_id`, `score` and
   * `sort_key`.
   */
  async #read(page: RawBuilder<unknown>): Promise<SearchHitRow[]> {
    const { rows: hits } = await sql<SearchHit>`${page}`.execute(this.#db);
    if (hits.length === 0) return [];
    const summaries = await this.findByIds(hits.map((hit) => hit.fighter_id));
    const byId = new Map(summaries.map((summary) => [summary.fighter_id, summary]));
    return hits.flatMap((hit) => {
      const summary = byId.get(hit.fighter_id);
      return summary === undefined ? [] : [{ ...summary, ...hit }];
    });
  }
}
