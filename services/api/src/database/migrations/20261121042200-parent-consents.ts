import { type Kysely, sql } from 'kysely';

/** A parent's consent that a member who is not of age buys coins. Rows are only ever added; the last one holds. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table parent_consent (
      parent_consent_id uuid not null default uuidv7() constraint parent_consent_pkey primary key,
      member_id uuid not null constraint parent_consent_member_fkey references member,
      purpose text not null
        constraint parent_consent_purpose_check check (purpose in ('parent_purchase')),
      -- False: it was withdrawn.
      given boolean not null,
      -- How it was shown to us.
      reason text not null,
      recorded_by text not null,
      recorded_at timestamptz(3) not null
    );
    create index parent_consent_member_idx on parent_consent (member_id, parent_consent_id desc);
  `.execute(db);
}
