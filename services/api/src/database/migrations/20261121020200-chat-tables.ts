import { type Kysely, sql } from 'kysely';

/** Chat lines, the counter of each live's lines, and who sent when. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table chat_room (
      program_live_id uuid not null constraint chat_room_pkey primary key
        constraint chat_room_live_fkey references program_live,
      last_seq integer not null default 0 constraint chat_room_seq_check check (last_seq >= 0)
    ) with (fillfactor = 50);

    create table chat_message (
      program_live_id uuid not null constraint chat_message_room_fkey references chat_room,
      seq integer not null,
      chat_message_id uuid not null constraint chat_message_id_key unique,
      member_id uuid not null constraint chat_message_member_fkey references member,
      member_name text not null,
      member_avatar text,
      text text not null constraint chat_message_text_check check (text <> ''),
      sent_at timestamptz(3) not null,
      constraint chat_message_pkey primary key (program_live_id, seq)
    );
    create index chat_message_member_idx on chat_message (member_id, sent_at);

    create table chat_pace (
      member_id uuid not null constraint chat_pace_pkey primary key
        constraint chat_pace_member_fkey references member,
      last_sent_at timestamptz(3) not null
    ) with (fillfactor = 50);
  `.execute(db);
}
