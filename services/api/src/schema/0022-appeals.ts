import { type Kysely, sql } from 'kysely';

/** Appeals against removed lines and against bans, in addition to appeals against time-outs. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table chat_appeal
      alter column until drop not null,
      add column chat_message_id uuid,
      drop constraint chat_appeal_once_key,
      add constraint chat_appeal_line_fkey foreign key (chat_message_id, program_live_id)
        references chat_message (chat_message_id, program_live_id),
      add constraint chat_appeal_target_check check (
        num_nulls(until, chat_message_id) = 1 and (chat_message_id is null or program_live_id is not null)
      );
    create unique index chat_appeal_timeout_key on chat_appeal (member_id, program_live_id, until)
      nulls not distinct where chat_message_id is null;
    create unique index chat_appeal_line_key on chat_appeal (chat_message_id)
      where chat_message_id is not null;
    create index chat_appeal_member_idx on chat_appeal (member_id, chat_appeal_id desc);
  `.execute(db);
}
