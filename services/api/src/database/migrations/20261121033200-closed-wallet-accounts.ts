import { type Kysely, sql } from 'kysely';

/** Wallets of deleted members: what comes to them later goes on to `forfeited`. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table account
      add column closed_at timestamptz(3),
      add constraint account_closed_check check (closed_at is null or member_id is not null);
    create index account_late_idx on account (account_id)
      where closed_at is not null and balance_coins > 0;
  `.execute(db);
}
