import { type Kysely, sql } from 'kysely';

/** By what a browser that a member has signed in on is known again. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table member_session
      -- SHA-256 of the secret that the browser keeps.
      add column device_hash bytea
        constraint member_session_device_check check (length(device_hash) = 32);
    create index member_session_device_idx on member_session (device_hash)
      where device_hash is not null;
  `.execute(db);
}
