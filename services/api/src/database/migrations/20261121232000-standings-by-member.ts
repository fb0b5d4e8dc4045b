import { type Kysely, sql } from 'kysely';

/**
 * A member's standings lie together, so that one index finds an own place and all that a member has. Sheets are scored in
 * the order of their members: each step writes to the same few leaves of it.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table predict_standing
      drop constraint predict_standing_pkey,
      add constraint predict_standing_pkey primary key (member_id, board_id);
    drop index predict_standing_member_idx;
  `.execute(db);
}
