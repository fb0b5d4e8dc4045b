import { type Kysely, sql } from 'kysely';

/**
 * What fighters are found by, and which line of an import is whose. The words are made by the services; a trigger says
 * that they are due whenever what they are made of changes, whoever changed it.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    -- Trusted since PostgreSQL 13: the database's owner may create it.
    create extension if not exists pg_trgm;

    create table fighter_search (
      fighter_id uuid not null constraint fighter_search_pkey primary key
        constraint fighter_search_fighter_fkey references fighter on delete cascade,
      -- All of them null: to be made.
      name_en text,
      name_words text,
      place_words text,
      name_sounds text,
      sounds text,
      constraint fighter_search_made_check check (
        num_nulls(name_en, name_words, place_words, name_sounds, sounds) in (0, 5)
      )
    );
    create index fighter_search_due_idx on fighter_search (fighter_id) where sounds is null;
    -- Read far more often than written, and a list that waits to be merged is read through by every search.
    create index fighter_search_sounds_idx on fighter_search using gin (sounds gin_trgm_ops)
      with (fastupdate = off);
    insert into fighter_search (fighter_id) select fighter_id from fighter;

    -- How names and nicknames begin, in an order that a page can be read from: for words so short that many fit.
    create table fighter_start (
      start text collate "C" not null,
      fighter_id uuid not null constraint fighter_start_fighter_fkey references fighter on delete cascade,
      constraint fighter_start_pkey primary key (start, fighter_id)
    );
    create index fighter_start_fighter_idx on fighter_start (fighter_id, start);

    create function fighter_search_is_due() returns trigger language plpgsql as $$
    begin
      insert into fighter_search (fighter_id) values (new.fighter_id)
      on conflict (fighter_id) do update
        set name_en = null, name_words = null, place_words = null, name_sounds = null, sounds = null;
      return null;
    end $$;
    create trigger fighter_added after insert on fighter
      for each row execute function fighter_search_is_due();
    create trigger fighter_changed after update on fighter for each row
      when ((old.camp_id, old.name_th, old.name_en, old.nickname_th, old.nickname_en, old.province_th, old.province_en)
        is distinct from
        (new.camp_id, new.name_th, new.name_en, new.nickname_th, new.nickname_en, new.province_th, new.province_en))
      execute function fighter_search_is_due();

    create function fighters_of_camp_are_due() returns trigger language plpgsql as $$
    begin
      update fighter_search set name_en = null, name_words = null, place_words = null, name_sounds = null, sounds = null
      from fighter
      where fighter.fighter_id = fighter_search.fighter_id and fighter.camp_id = new.camp_id;
      return null;
    end $$;
    create trigger camp_changed after update on camp for each row
      when ((old.name_th, old.name_en) is distinct from (new.name_th, new.name_en))
      execute function fighters_of_camp_are_due();

    create index fighter_name_idx on fighter (name_en, fighter_id);
    create index fighter_province_idx on fighter (province_en, name_en, fighter_id);

    create table fighter_import (
      import_key text not null constraint fighter_import_pkey primary key
        constraint fighter_import_key_check check (length(import_key) between 1 and 64),
      fighter_id uuid not null constraint fighter_import_fighter_fkey references fighter
        constraint fighter_import_fighter_key unique
    );
  `.execute(db);
}
