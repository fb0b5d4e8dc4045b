import { type Kysely, sql } from 'kysely';

/**
 * The columns that the console's places Catalogue and Game need: versions of rows, the order of gifts, batches of
 * codes, and final scores.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table gift
      -- The name of its drawing. NULL: the slug, as in rows of an earlier release.
      add column picture text constraint gift_picture_check check (picture ~ '^[a-z][a-z-]{0,30}$'),
      -- Place in the list of gifts; equal places are ordered by price.
      add column position integer not null default 0,
      add column version integer not null default 1,
      add column updated_by text;
    update gift set picture = slug, position = place.number
      from (select gift_id, row_number() over (order by price_coins, slug) as number from gift) as place
      where place.gift_id = gift.gift_id;

    alter table coin_package add column version integer not null default 1, add column updated_by text;
    alter table coin_setting add column version integer not null default 1, add column updated_by text;
    alter table exchange_rate_sheet add column version integer not null default 1;

    alter table partner_system
      -- Who keeps it: the file of partners, or the console after its first change there. The file changes it no more then.
      add column kept_by text not null default 'file'
        constraint partner_system_kept_check check (kept_by in ('file', 'console')),
      add column version integer not null default 1,
      add column updated_by text;

    -- An operator made the scores final before their time.
    alter table predict_program
      add column finalised_at timestamptz(3),
      add column finalised_by text,
      add constraint predict_program_finalised_check check ((finalised_at is null) = (finalised_by is null));

    -- Codes that were made together. The codes name their batch.
    create table redeem_batch (
      redeem_batch_id uuid not null default uuidv7() constraint redeem_batch_pkey primary key,
      name text not null constraint redeem_batch_name_key unique,
      created_by text not null,
      created_at timestamptz(3) not null,
      -- Codes leave the database in plain text once. NULL: not yet.
      exported_by text,
      exported_at timestamptz(3),
      constraint redeem_batch_exported_check check ((exported_by is null) = (exported_at is null))
    );
    insert into redeem_batch (name, created_by, created_at, exported_by, exported_at)
      select batch, min(created_by), min(created_at), min(created_by), min(created_at)
      from redeem_code group by batch order by min(created_at);
  `.execute(db);
}
