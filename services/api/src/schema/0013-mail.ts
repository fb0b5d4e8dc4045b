import { type Kysely, sql } from 'kysely';

/** Mails, each sent once per key. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table mail (
      mail_id uuid not null default uuidv7() constraint mail_pkey primary key,
      -- What the mail is about: the same key is sent once. Kept after the mail is sent.
      mail_key text not null constraint mail_key_key unique
        constraint mail_key_check check (length(mail_key) <= 200),
      -- Personal data: removed when the mail is sent or given up.
      sent_to text,
      content jsonb,
      created_at timestamptz(3) not null,
      sent_at timestamptz(3),
      constraint mail_content_check check ((sent_to is null) = (content is null)),
      constraint mail_sent_check check (sent_at is null or content is null)
    );
    create index mail_waiting_idx on mail (created_at) where content is not null;
  `.execute(db);
}
