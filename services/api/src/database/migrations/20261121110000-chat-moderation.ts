import { type Kysely, sql } from 'kysely';
import { BANNED_WORDS, INNOCENT_WORDS } from '../../modules/chat/start-words.ts';

/** Roles of members, and what keeps order in the chat: removed lines, time-outs, slow mode, pinned lines, words. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table member
      add column role text
        constraint member_role_check check (role in ('admin', 'moderator', 'partner'));

    create table member_role_change (
      member_role_change_id uuid not null default uuidv7() constraint member_role_change_pkey primary key,
      member_id uuid not null constraint member_role_change_member_fkey references member,
      role_before text,
      role_after text,
      reason text not null,
      changed_by text not null constraint member_role_change_by_check check (changed_by <> ''),
      changed_at timestamptz(3) not null
    );
    create index member_role_change_member_idx on member_role_change (member_id, member_role_change_id desc);

    alter table chat_room
      add column slow_mode_s integer not null default 3
        constraint chat_room_slow_check check (slow_mode_s between 1 and 3600),
      add column pin_id uuid,
      add column pin_th text,
      add column pin_en text,
      -- Of a fan's line that was pinned: whose it is, and which it is, since it goes when that is removed.
      add column pin_name text,
      add column pin_message_id uuid
        constraint chat_room_pin_message_fkey references chat_message (chat_message_id),
      add column pinned_at timestamptz(3),
      add constraint chat_room_pin_check check (
        num_nulls(pin_id, pin_th, pin_en, pinned_at) in (0, 4)
        and (pin_id is not null or num_nonnulls(pin_name, pin_message_id) = 0));

    alter table chat_message
      add column member_role text,
      -- The text stays for those who keep order; nobody else is shown it.
      add column removed_at timestamptz(3);
    create index chat_message_removed_idx on chat_message (program_live_id, seq) where removed_at is not null;

    create table chat_timeout (
      member_id uuid not null constraint chat_timeout_member_fkey references member,
      -- Null: in every live.
      program_live_id uuid constraint chat_timeout_live_fkey references program_live,
      until timestamptz(3) not null,
      constraint chat_timeout_key unique nulls not distinct (member_id, program_live_id)
    );

    create table chat_word (
      word text not null constraint chat_word_pkey primary key,
      -- What looks like a banned word and is none stands here, too.
      kind text not null constraint chat_word_kind_check check (kind in ('banned', 'innocent'))
    );

    create table chat_action (
      chat_action_id uuid not null default uuidv7() constraint chat_action_pkey primary key,
      program_live_id uuid constraint chat_action_live_fkey references program_live,
      -- To whom.
      member_id uuid constraint chat_action_member_fkey references member,
      action text not null,
      details jsonb not null,
      done_by text not null constraint chat_action_by_check check (done_by <> ''),
      -- Null: an operator.
      done_by_member_id uuid constraint chat_action_moderator_fkey references member,
      why text not null,
      done_at timestamptz(3) not null
    );
    create index chat_action_live_idx on chat_action (program_live_id, chat_action_id desc);
    create index chat_action_member_idx on chat_action (member_id, chat_action_id desc);
  `.execute(db);
  await sql`
    insert into chat_word (word, kind)
    select word, 'banned' from unnest(${[...BANNED_WORDS]}::text[]) as word
    union all
    select word, 'innocent' from unnest(${[...INNOCENT_WORDS]}::text[]) as word
  `.execute(db);
}
