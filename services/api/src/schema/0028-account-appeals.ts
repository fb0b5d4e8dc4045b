import { type Kysely, sql } from 'kysely';

/** Appeals against suspensions, bans and closed accounts, and the staff account that imposed them. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table member_standing_change
      -- Null: imposed on the server, or ended by the clock.
      add column created_by_staff_id uuid constraint member_standing_change_staff_fkey references staff (staff_id);
    create index member_standing_change_staff_idx on member_standing_change (created_by_staff_id)
      where created_by_staff_id is not null;

    create table account_appeal (
      account_appeal_id uuid not null default uuidv7() constraint account_appeal_pkey primary key,
      member_id uuid not null constraint account_appeal_member_fkey references member,
      -- The sanction. One sanction has one appeal.
      member_standing_change_id uuid not null
        constraint account_appeal_sanction_key unique
        constraint account_appeal_sanction_fkey references member_standing_change,
      text text not null,
      state text not null default 'open' constraint account_appeal_state_check
        check (state in ('open', 'upheld', 'lifted', 'shortened')),
      created_at timestamptz(3) not null,
      -- The member reads it.
      reason text,
      decided_by text,
      decided_by_staff_id uuid constraint account_appeal_decider_fkey references staff (staff_id),
      decided_at timestamptz(3),
      -- The change of status that the decision made.
      decision_change_id uuid constraint account_appeal_decision_key unique
        constraint account_appeal_decision_fkey references member_standing_change,
      constraint account_appeal_decided_check check (
        (state = 'open') = (decided_at is null)
        and num_nulls(reason, decided_by, decided_by_staff_id, decided_at) in (0, 4)
        and (decision_change_id is not null) = (state in ('lifted', 'shortened'))
      )
    );
    create index account_appeal_open_idx on account_appeal (account_appeal_id) where state = 'open';
    create index account_appeal_member_idx on account_appeal (member_id, account_appeal_id desc);
    create index account_appeal_decider_idx on account_appeal (decided_by_staff_id)
      where decided_by_staff_id is not null;
  `.execute(db);
}
