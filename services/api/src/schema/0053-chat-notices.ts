import { type Kysely, sql } from 'kysely';

export const transaction = false;

/** How far the notices of answers and mentions have been written, and the index that finds the notice of a message. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table chat_room add column if not exists noticed_seq integer not null default 0
  `.execute(db);
  // Messages from before the upgrade cause no notices.
  await sql`update chat_room set noticed_seq = last_seq where noticed_seq < last_seq`.execute(db);
  await sql`drop index concurrently if exists notice_chat_idx`.execute(db);
  await sql`
    create index concurrently notice_chat_idx on notice ((about ->> 'chat_message_id'))
      where about ->> 'chat_message_id' is not null
  `.execute(db);
}
