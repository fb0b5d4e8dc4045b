import { type Kysely, sql } from 'kysely';

/** Accounts elsewhere that a member signs in with, and the members of partners. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table member_link (
      member_id uuid not null constraint member_link_member_fkey references member,
      provider text not null
        constraint member_link_provider_check check (provider in ('line', 'apple')),
      -- What the provider calls its user towards us.
      subject text not null,
      -- Encrypted: it is needed once more, to take our access back when the link ends.
      sealed_token bytea,
      linked_at timestamptz(3) not null default now(),
      constraint member_link_pkey primary key (member_id, provider),
      constraint member_link_subject_key unique (provider, subject)
    );

    alter table member
      -- The partner's own id of its member.
      add column map_member_id text,
      -- Deleted: anonymised, and kept for the ledger that names it.
      add column deleted_at timestamptz(3),
      add constraint member_map_key unique (map_system_id, map_member_id),
      add constraint member_map_check check ((map_system_id is null) = (map_member_id is null));
  `.execute(db);
}
