import { type Kysely, sql } from 'kysely';

/** One-time passwords that were sent. Kept for a day, since their number is what limits them. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table otp (
      -- Shown beside the boxes and in the message.
      otp_ref text not null constraint otp_pkey primary key
        constraint otp_ref_check check (otp_ref ~ '^[2-9B-Z]{6}$'),
      purpose text not null
        constraint otp_purpose_check check (purpose in ('register', 'reset', 'link', 'delete')),
      -- E.164.
      phone text not null,
      -- Who asked, where only a member may.
      member_id uuid constraint otp_member_fkey references member,
      -- HMAC-SHA256: a million codes are tried in no time by whoever has a plain hash.
      code_hash bytea not null constraint otp_code_check check (length(code_hash) = 32),
      tries integer not null default 0 constraint otp_tries_check check (tries >= 0),
      sent_at timestamptz(3) not null,
      expires_at timestamptz(3) not null,
      -- The carrier would not have it.
      failed boolean not null default false,
      -- Verified, followed by a newer one, or not sent at all: good for nothing any more.
      ended_at timestamptz(3),
      verified_at timestamptz(3)
    );
    create index otp_phone_idx on otp (phone, sent_at);
    create index otp_sent_idx on otp (sent_at);
  `.execute(db);
}
