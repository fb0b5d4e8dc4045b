import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { Database } from '../../../schema/database.ts';
import { type SearchWord, soundPattern } from '../fighters/fighters.module.ts';

export type ShowGroup = 'lives' | 'cards' | 'replays';

export interface ShowRow {
  readonly found_in: ShowGroup;
  readonly program_id: string;
  readonly program_live_id: string | null;
  readonly title_th: string;
  readonly title_en: string;
  readonly stadium_th: string;
  readonly stadium_en: string;
  readonly starts_at: Date;
}

/**
 * Returns the SQL of a text as `searchWords` spells it: compatibility forms, Thai tone marks and Latin accents removed,
 * in lower case.
 */
const spelled = (text: RawBuilder<unknown>): RawBuilder<unknown> => sql`lower(regexp_replace(
  regexp_replace(normalize(${text}, NFKD), 'ํ[่-๋]?า', 'ำ', 'g'), '[\u0E47-\u0E4E\u0300-\u036F]', '', 'g'))`;

/** A word contains only letters, marks and digits, so its pattern needs no escaping. */
const matches = ({ spelled: word, sound }: SearchWord): RawBuilder<unknown> => sql`(
  words like ${`%${word}%`}${
    sound === ''
      ? sql``
      : sql` or exists (
    select from bout
    join fighter_search on fighter_search.fighter_id in (red_fighter_id, blue_fighter_id)
    where bout.program_id = program.program_id and name_sounds like ${soundPattern(sound)})`
  })`;

export class SearchStore {
  readonly #db: Kysely<Database>;

  constructor(db: Kysely<Database>) {
    this.#db = db;
  }

  /**
   * Finds evenings since `since` whose title, promotion, stadium, province or fighters match every word: at most `limit`
   * of each group.
   *
   * @param replays the lives that can be watched again
   */
  async findShows(
    words: readonly SearchWord[],
    {
      now,
      since,
      replays,
      limit,
    }: {
      readonly now: Date;
      readonly since: Date;
      readonly replays: ReadonlySet<string>;
      readonly limit: number;
    },
  ): Promise<ShowRow[]> {
    const { rows } = await sql<ShowRow>`
      select * from (
        select found.*, row_number() over (
          partition by found_in
          order by starts_at < ${now}, abs(extract(epoch from starts_at - ${now}::timestamptz)), program_id
        ) as place
        from (
          select program.program_id, title_th, title_en, program.starts_at, live.program_live_id,
            stadium.name_th as stadium_th, stadium.name_en as stadium_en,
            case
              when live.status = 'in_progress' then 'lives'
              when live.program_live_id = any(${[...replays]}::uuid[]) then 'replays'
              else 'cards' end as found_in
          from program
          join promotion using (promotion_id)
          join stadium using (stadium_id)
          left join lateral (
            select program_live_id, status from program_live
            where program_live.program_id = program.program_id and cancelled_at is null
            order by starts_at, program_live_id limit 1
          ) live on true
          cross join lateral (select ${spelled(sql`concat_ws(' ', title_th, title_en, promotion.name_th, promotion.name_en,
            stadium.name_th, stadium.name_en, stadium.province_th, stadium.province_en)`)} as words) text
          where program.starts_at > ${since}
            and ${sql.join(words.map(matches), sql` and `)}
        ) found
      ) placed
      where place <= ${limit}
      order by found_in, place`.execute(this.#db);
    return rows;
  }
}
