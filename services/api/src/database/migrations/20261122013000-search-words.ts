import { type Kysely, sql } from 'kysely';

/**
 * How the words sound that fighters, gyms and provinces are called by, each once, for what is misspelled. Words that
 * nobody is called by any more stay: they fit nobody. Everybody's are made anew, as after a change.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    -- Trusted like pg_trgm: the database's owner may create it.
    create extension if not exists fuzzystrmatch;

    create table search_word (
      sound text collate "C" not null constraint search_word_pkey primary key
    );
    create index search_word_sound_idx on search_word using gin (sound gin_trgm_ops) with (fastupdate = off);
    update fighter_search
      set name_en = null, name_words = null, place_words = null, name_sounds = null, sounds = null;
  `.execute(db);
}
