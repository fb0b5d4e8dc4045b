import { type Kysely, sql } from 'kysely';

export const transaction = false;

const FULL_NAME = "lower(first_name || ' ' || last_name) text_pattern_ops";

/** Indexes for the list and the timeline of members in the console. */
const INDEXES: Readonly<Record<string, string>> = {
  member_created_idx: 'member (created_at desc, member_id desc)',
  member_phone_prefix_idx: 'member (phone text_pattern_ops) where phone is not null',
  member_email_prefix_idx: 'member (lower(email) text_pattern_ops) where email is not null',
  member_full_name_idx: `member (${FULL_NAME}) where deleted_at is null`,
  member_last_name_idx: 'member (lower(last_name) text_pattern_ops) where deleted_at is null',
  member_barred_idx: "member (status, created_at desc, member_id desc) where status <> 'active'",
  member_deleted_idx: 'member (created_at desc, member_id desc) where deleted_at is not null',
  member_session_log_idx: 'member_session (member_id, member_session_id desc)',
};

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const [name, on] of Object.entries(INDEXES)) {
    await sql`drop index concurrently if exists ${sql.id(name)}`.execute(db);
    await sql`create index concurrently ${sql.id(name)} on ${sql.raw(on)}`.execute(db);
  }
  await sql`alter table member_standing_change add column if not exists evidence text`.execute(db);
  await createAdjustments(db);
}

async function createAdjustments(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table if not exists coin_adjustment (
      -- Chosen by the console, so that a repeated call is the same adjustment.
      coin_adjustment_id uuid not null constraint coin_adjustment_pkey primary key,
      member_id uuid not null constraint coin_adjustment_member_fkey references member,
      -- Above zero: added to the wallet; below zero: taken from it.
      amount_coins bigint not null constraint coin_adjustment_coins_check check (amount_coins <> 0),
      reason text not null constraint coin_adjustment_reason_check check (reason <> ''),
      state text not null constraint coin_adjustment_state_check
        check (state in ('open', 'done', 'refused', 'withdrawn')),
      -- Whether its author moved the coins alone.
      alone boolean not null,
      created_by text not null constraint coin_adjustment_by_check check (created_by <> ''),
      created_by_staff_id uuid not null constraint coin_adjustment_author_fkey references staff (staff_id),
      created_at timestamptz(3) not null,
      expires_at timestamptz(3) not null,
      decided_by text,
      decided_by_staff_id uuid constraint coin_adjustment_decider_fkey references staff (staff_id),
      decided_at timestamptz(3),
      decision_reason text,
      constraint coin_adjustment_decided_check check (
        (state = 'open') = (num_nulls(decided_by, decided_by_staff_id, decided_at) = 3)
        and num_nulls(decided_by, decided_by_staff_id, decided_at) in (0, 3)
      ),
      -- The database itself refuses that one person asks and confirms.
      constraint coin_adjustment_two_persons_check check (
        state <> 'done' or alone or decided_by_staff_id <> created_by_staff_id
      )
    )
  `.execute(db);
  await sql`
    create index if not exists coin_adjustment_created_idx
      on coin_adjustment (created_at desc, coin_adjustment_id desc);
    create index if not exists coin_adjustment_open_idx
      on coin_adjustment (created_at desc, coin_adjustment_id desc) where state = 'open';
    create index if not exists coin_adjustment_member_idx on coin_adjustment (member_id);
    create index if not exists coin_adjustment_author_idx
      on coin_adjustment (created_by_staff_id, created_at);
    create index if not exists coin_adjustment_decider_idx on coin_adjustment (decided_by_staff_id)
      where decided_by_staff_id is not null;
  `.execute(db);
}
