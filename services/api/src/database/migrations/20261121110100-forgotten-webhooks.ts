import { type Kysely, sql } from 'kysely';

/** Messages of payment providers name card holders: their words go with the account, and after a while anyway. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table payment_webhook add column forgotten_at timestamptz(3)
      constraint payment_webhook_forgotten_check check (forgotten_at is null or length(body) = 0);
    create index payment_webhook_kept_idx on payment_webhook (received_at)
      where forgotten_at is null and handled_at is not null;
  `.execute(db);
}
