import { type Kysely, sql } from 'kysely';

/** Slips of a used transfer, which wait for an owner's approval, and the operator of each decision on a slip. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table payment_slip
      -- The first slip of the same transfer. Such a slip needs an owner's approval.
      add column first_slip_id uuid constraint payment_slip_first_fkey references payment_slip,
      add column decided_by text,
      add column decided_reason text
  `.execute(db);
}
