import { type Kysely, sql } from 'kysely';

/** What members agreed to. Rows are only ever added: they say what was agreed, not what holds. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table member_consent (
      member_id uuid not null constraint member_consent_member_fkey references member,
      document text not null constraint member_consent_document_check
        check (document in ('terms', 'privacy')),
      version text not null,
      -- The language that it was read in.
      language text not null
        constraint member_consent_language_check check (language in ('TH', 'EN')),
      agreed_at timestamptz(3) not null,
      constraint member_consent_pkey primary key (member_id, document, version)
    );
  `.execute(db);
}
