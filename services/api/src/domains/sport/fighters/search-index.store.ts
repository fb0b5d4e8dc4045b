import { type Kysely, sql } from 'kysely';
import type { Database } from '../../../schema/database.ts';
import type { SearchText } from './search-key-rules.ts';

export interface DueFighter {
  readonly fighter_id: string;
  readonly name_th: string;
  readonly name_en: string;
  readonly nickname_th: string;
  readonly nickname_en: string;
  readonly province_th: string;
  readonly province_en: string;
  readonly camp_th: string;
  readonly camp_en: string;
}

export interface FighterText extends SearchText {
  readonly fighter_id: string;
  readonly name_en: string;
  readonly starts: readonly string[];
  readonly known: readonly string[];
}

export class SearchIndexStore {
  readonly #db: Kysely<Database>;

  constructor(db: Kysely<Database>) {
    this.#db = db;
  }

  /** Locks fighters who need indexing. Skips rows that another node has locked. */
  async lockDue(limit: number): Promise<DueFighter[]> {
    const { rows } = await sql<DueFighter>`
      select fighter.fighter_id, fighter.name_th, fighter.name_en, nickname_th, nickname_en,
        fighter.province_th, fighter.province_en, camp.name_th as camp_th, camp.name_en as camp_en
      from fighter_search
      join fighter using (fighter_id)
      join camp using (camp_id)
      where fighter_search.sounds is null
      limit ${limit} for update of fighter_search skip locked`.execute(this.#db);
    return rows;
  }

  async put(texts: readonly FighterText[]): Promise<void> {
    const made = JSON.stringify(texts);
    await sql`
      update fighter_search set name_en = made.name_en, name_words = made.name_words,
        place_words = made.place_words, name_sounds = made.name_sounds, sounds = made.sounds
      from jsonb_to_recordset(${made}::jsonb) as made (
        fighter_id uuid, name_en text, name_words text, place_words text, name_sounds text, sounds text)
      where fighter_search.fighter_id = made.fighter_id`.execute(this.#db);
    await sql`
      delete from fighter_start using jsonb_to_recordset(${made}::jsonb) as made (fighter_id uuid)
      where fighter_start.fighter_id = made.fighter_id`.execute(this.#db);
    await sql`
      insert into fighter_start (start, fighter_id)
      select jsonb_array_elements_text(made.starts), made.fighter_id
      from jsonb_to_recordset(${made}::jsonb) as made (fighter_id uuid, starts jsonb)`.execute(
      this.#db,
    );
    // Rows are written in a fixed order, so that two nodes cannot deadlock.
    await sql`
      insert into search_word (sound)
      select distinct jsonb_array_elements_text(made.known) as sound
      from jsonb_to_recordset(${made}::jsonb) as made (known jsonb)
      order by sound on conflict do nothing`.execute(this.#db);
  }
}
