import { type Kysely, sql } from 'kysely';

/** When the ledger was held against its invariants, and what was wrong with it. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table ledger_check (
      ledger_check_id uuid not null default uuidv7() constraint ledger_check_pkey primary key,
      checked_at timestamptz(3) not null,
      took_ms integer not null constraint ledger_check_took_check check (took_ms >= 0),
      -- In words; none, where all is right.
      faults jsonb not null
    );
    create index ledger_check_at_idx on ledger_check (checked_at desc);
  `.execute(db);
}
