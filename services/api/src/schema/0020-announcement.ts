import { type Kysely, sql } from 'kysely';

/**
 * An announcement that is shown over the video of a live for some seconds. It is stored in the row of the live's room,
 * like the pinned line.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table chat_room
      add column announcement_id uuid,
      add column announcement_th text,
      add column announcement_en text,
      add column announced_until timestamptz(3),
      add constraint chat_room_announcement_check
        check (num_nulls(announcement_id, announcement_th, announcement_en, announced_until) in (0, 4));
  `.execute(db);
}
