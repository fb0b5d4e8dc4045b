import { type Kysely, sql } from 'kysely';

/** Lines that answer another line, and the corner that the sender cheered most (decision 119). */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table chat_message
      -- The line of the same live that this line answers.
      add column reply_seq integer,
      -- The corner that the sender had cheered most in the bout, when the line was sent: red or blue.
      add column member_corner text;
    alter table chat_held_line add column reply_seq integer;
  `.execute(db);
}
