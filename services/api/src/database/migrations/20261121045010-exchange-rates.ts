import { type Kysely, sql } from 'kysely';

/** What currencies are about worth; shown, never charged. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    -- The rates of one base, which are always of one day and one source.
    create table exchange_rate_sheet (
      base_code text not null constraint exchange_rate_sheet_pkey primary key
        constraint exchange_rate_sheet_base_check check (base_code ~ '^[A-Z]{3}$'),
      as_of timestamptz(3) not null,
      source text not null,
      -- Null: the adapter; else who told them.
      told_by text,
      told_at timestamptz(3) not null
    );
    create table exchange_rate (
      base_code text not null constraint exchange_rate_base_fkey references exchange_rate_sheet,
      code text not null constraint exchange_rate_code_check check (code ~ '^[A-Z]{3}$'),
      -- Units of it for one of the base.
      rate numeric not null constraint exchange_rate_rate_check check (rate > 0),
      constraint exchange_rate_pkey primary key (base_code, code)
    );
    -- When some node asks for rates next: one does for all.
    create table exchange_rate_check (
      base_code text not null constraint exchange_rate_check_pkey primary key,
      next_at timestamptz(3) not null
    );
  `.execute(db);
}
