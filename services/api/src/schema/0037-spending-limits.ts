import { type Kysely, sql } from 'kysely';

/** Limits that members set on their spending, and members' self-exclusions. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table spending_limit (
      member_id uuid not null constraint spending_limit_member_fkey references member,
      -- day or month, of Bangkok.
      period text not null constraint spending_limit_period_check check (period in ('day', 'month')),
      -- Null: no limit.
      limit_satang bigint constraint spending_limit_limit_satang_check check (limit_satang > 0),
      -- The limit from next_at on.
      next_limit_satang bigint
        constraint spending_limit_next_limit_satang_check check (next_limit_satang > 0),
      next_at timestamptz(3),
      constraint spending_limit_pkey primary key (member_id, period)
    );

    -- The latest self-exclusion of a member.
    create table self_exclusion (
      member_id uuid not null constraint self_exclusion_pkey primary key
        constraint self_exclusion_member_fkey references member,
      began_at timestamptz(3) not null,
      ends_at timestamptz(3) not null
    );
  `.execute(db);
}
