import { type Kysely, sql } from 'kysely';

/** Batches of coin codes that a second person approves. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table redeem_batch
      -- The most coins that its codes can give. NULL: no bound. Batches of an earlier release count nothing.
      add column worth_coins bigint default 0,
      add column created_by_staff_id uuid constraint redeem_batch_author_fkey references staff (staff_id),
      -- Whether its author made it alone. Otherwise its codes are refused until another person approves.
      add column alone boolean not null default true,
      add column approved_by text,
      add column approved_by_staff_id uuid constraint redeem_batch_approver_fkey references staff (staff_id),
      add column approved_at timestamptz(3),
      add constraint redeem_batch_approved_check check (
        num_nulls(approved_by, approved_by_staff_id, approved_at) in (0, 3)
      ),
      -- The database itself refuses that one person creates and approves.
      add constraint redeem_batch_two_persons_check check (
        approved_by_staff_id is null or approved_by_staff_id <> created_by_staff_id
      );
    create index redeem_batch_author_idx on redeem_batch (created_by_staff_id, created_at)
      where created_by_staff_id is not null;
    create index redeem_batch_approver_idx on redeem_batch (approved_by_staff_id)
      where approved_by_staff_id is not null;
  `.execute(db);
}
