import { type Kysely, sql } from 'kysely';

/** Blocked members, reports, lines that wait for review, shield mode, and appeals against time-outs. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await createBlocks(db);
  await createReports(db);
  await createHeldLines(db);
  await addShield(db);
  await createAppeals(db);
}

async function createBlocks(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table chat_block (
      member_id uuid not null constraint chat_block_member_fkey references member,
      blocked_member_id uuid not null constraint chat_block_blocked_fkey references member,
      created_at timestamptz(3) not null,
      constraint chat_block_pkey primary key (member_id, blocked_member_id),
      constraint chat_block_other_check check (member_id <> blocked_member_id)
    );
    create index chat_block_blocked_idx on chat_block (blocked_member_id);
  `.execute(db);
}

async function createReports(db: Kysely<unknown>): Promise<void> {
  await sql`
    -- All reports of one line, or of one member, until they are decided.
    create table chat_case (
      chat_case_id uuid not null default uuidv7() constraint chat_case_pkey primary key,
      member_id uuid not null constraint chat_case_member_fkey references member,
      program_live_id uuid constraint chat_case_live_fkey references program_live,
      -- Null: the case is about the member.
      chat_message_id uuid,
      state text not null default 'open' constraint chat_case_state_check
        check (state in ('open', 'taken', 'decided')),
      reports integer not null default 1 constraint chat_case_reports_check check (reports > 0),
      opened_at timestamptz(3) not null,
      reported_at timestamptz(3) not null,
      taken_by text,
      taken_at timestamptz(3),
      decision text constraint chat_case_decision_check
        check (decision in ('removed', 'timed_out', 'dismissed')),
      decision_reason text,
      decided_by text,
      decided_at timestamptz(3),
      constraint chat_case_line_fkey foreign key (chat_message_id, program_live_id)
        references chat_message (chat_message_id, program_live_id),
      constraint chat_case_line_check check (chat_message_id is null or program_live_id is not null),
      constraint chat_case_taken_check check (state <> 'taken' or num_nulls(taken_by, taken_at) = 0),
      constraint chat_case_decided_check check (
        (state = 'decided') = (num_nulls(decision, decision_reason, decided_by, decided_at) = 0)
      )
    );
    -- A line has one case forever, so that reports do not reopen a decision.
    create unique index chat_case_line_key on chat_case (chat_message_id) where chat_message_id is not null;
    create unique index chat_case_member_key on chat_case (member_id)
      where chat_message_id is null and state <> 'decided';
    create index chat_case_state_idx on chat_case (state, chat_case_id);
    create index chat_case_member_idx on chat_case (member_id, chat_case_id desc);
    create index chat_case_live_idx on chat_case (program_live_id);

    create table chat_report (
      chat_report_id uuid not null default uuidv7() constraint chat_report_pkey primary key,
      chat_case_id uuid not null constraint chat_report_case_fkey references chat_case,
      -- Null once the reporter's account is deleted.
      member_id uuid constraint chat_report_member_fkey references member,
      reason text not null constraint chat_report_reason_check
        check (reason in ('spam', 'abuse', 'gambling', 'sexual', 'other')),
      note text not null,
      created_at timestamptz(3) not null,
      constraint chat_report_once_key unique (chat_case_id, member_id)
    );
    create index chat_report_member_idx on chat_report (member_id, created_at);
  `.execute(db);
}

async function createHeldLines(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table chat_word drop constraint chat_word_kind_check;
    alter table chat_word add constraint chat_word_kind_check
      check (kind in ('banned', 'watched', 'innocent'));

    create table chat_held_line (
      -- The id that the line has in the chat if it is allowed.
      chat_held_line_id uuid not null constraint chat_held_line_pkey primary key,
      program_live_id uuid not null constraint chat_held_line_live_fkey references program_live,
      member_id uuid not null constraint chat_held_line_member_fkey references member,
      member_name text not null,
      member_avatar text,
      member_role text,
      text text not null constraint chat_held_line_text_check check (text <> ''),
      -- The watched word.
      word text not null,
      state text not null default 'held' constraint chat_held_line_state_check
        check (state in ('held', 'allowed', 'removed', 'expired')),
      held_at timestamptz(3) not null,
      expires_at timestamptz(3) not null,
      reason text,
      decided_by text,
      decided_at timestamptz(3),
      constraint chat_held_line_decided_check check ((state = 'held') = (decided_at is null))
    );
    create index chat_held_line_queue_idx on chat_held_line (expires_at) where state = 'held';
    create index chat_held_line_live_idx on chat_held_line (program_live_id, chat_held_line_id);
    create index chat_held_line_member_idx on chat_held_line (member_id, held_at);
  `.execute(db);
}

async function addShield(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table chat_room
      add column shield_until timestamptz(3),
      add column shield_slow_s integer constraint chat_room_shield_slow_check
        check (shield_slow_s between 1 and 3600),
      add column shield_member_min integer constraint chat_room_shield_member_check
        check (shield_member_min >= 0),
      add column shield_reason text constraint chat_room_shield_reason_check
        check (shield_reason in ('spam', 'abuse', 'gambling')),
      add constraint chat_room_shield_check
        check (num_nulls(shield_until, shield_slow_s, shield_member_min, shield_reason) in (0, 4));
  `.execute(db);
}

async function createAppeals(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table chat_appeal (
      chat_appeal_id uuid not null default uuidv7() constraint chat_appeal_pkey primary key,
      member_id uuid not null constraint chat_appeal_member_fkey references member,
      -- Null: a time-out in every live.
      program_live_id uuid constraint chat_appeal_live_fkey references program_live,
      -- The end of the time-out, by which one time-out has one appeal.
      until timestamptz(3) not null,
      text text not null,
      state text not null default 'open' constraint chat_appeal_state_check
        check (state in ('open', 'granted', 'refused')),
      created_at timestamptz(3) not null,
      reason text,
      decided_by text,
      decided_at timestamptz(3),
      constraint chat_appeal_once_key unique nulls not distinct (member_id, program_live_id, until),
      constraint chat_appeal_decided_check check (
        (state = 'open') = (decided_at is null) and num_nulls(reason, decided_by, decided_at) in (0, 3)
      )
    );
    create index chat_appeal_open_idx on chat_appeal (chat_appeal_id) where state = 'open';
    create index chat_appeal_live_idx on chat_appeal (program_live_id);
  `.execute(db);
}
