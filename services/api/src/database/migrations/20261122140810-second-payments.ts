import { type Kysely, sql } from 'kysely';

/** A second payment that a provider has of one attempt is a row of its own (decision 44). */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table payment_attempt
      -- The attempt that the provider's own record of this payment names.
      add column second_of uuid
        constraint payment_attempt_second_fkey references payment_attempt
        constraint payment_attempt_second_check check (second_of is null or (second_of <> attempt_id and provider_ref is not null));
    create index payment_attempt_second_idx on payment_attempt (order_id) where second_of is not null;
  `.execute(db);
}
