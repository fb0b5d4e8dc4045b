import { type Kysely, sql } from 'kysely';

/** Suspensions that end by themselves, and who changed how a member stands, why and when. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table member
      add column status_until timestamptz(3),
      add constraint member_status_until_check check (status_until is null or status = 'suspend');
    create index member_status_until_idx on member (status_until) where status_until is not null;

    create table member_standing_change (
      member_standing_change_id uuid not null default uuidv7()
        constraint member_standing_change_pkey primary key,
      member_id uuid not null constraint member_standing_change_member_fkey references member,
      status_before text not null,
      status_after text not null constraint member_standing_change_status_check
        check (status_after in ('active', 'ban', 'suspend', 'closed')),
      reason text not null constraint member_standing_change_reason_check check (reason <> ''),
      until timestamptz(3),
      -- An operator, or 'clock' where a suspension ended by itself.
      changed_by text not null
        constraint member_standing_change_changed_by_check check (changed_by <> ''),
      changed_at timestamptz(3) not null
    );
    create index member_standing_change_member_idx
      on member_standing_change (member_id, member_standing_change_id desc);
  `.execute(db);
}
