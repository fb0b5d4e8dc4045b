import { type Kysely, sql } from 'kysely';

/** The switches for parts of the site, and the operators' notice above every page. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table site_switch (
      name text not null constraint site_switch_pkey primary key
        constraint site_switch_name_check
          check (name in ('payments', 'gifts', 'registration', 'chat', 'predictions')),
      is_on boolean not null default true,
      -- Shown to fans while it is off.
      reason_th text,
      reason_en text,
      version integer not null default 1,
      updated_by text not null default 'system',
      updated_at timestamptz(3) not null default now(),
      constraint site_switch_reason_check
        check (is_on = (reason_th is null) and is_on = (reason_en is null))
    );
    insert into site_switch (name)
      values ('payments'), ('gifts'), ('registration'), ('chat'), ('predictions');

    -- The notice above every page. Empty texts: there is none.
    create table site_notice (
      only_one boolean not null default true constraint site_notice_pkey primary key
        constraint site_notice_only_one_check check (only_one),
      text_th text,
      text_en text,
      level text not null default 'information'
        constraint site_notice_level_check check (level in ('information', 'warning')),
      shown_from timestamptz(3),
      shown_until timestamptz(3),
      version integer not null default 1,
      updated_by text not null default 'system',
      updated_at timestamptz(3) not null default now(),
      constraint site_notice_text_check check ((text_th is null) = (text_en is null))
    );
    insert into site_notice default values;
  `.execute(db);
}
