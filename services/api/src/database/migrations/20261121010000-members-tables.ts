import { type Kysely, sql } from 'kysely';

/** Members and what they sign in with. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table member (
      member_id uuid not null default uuidv7() constraint member_pkey primary key,
      first_name text not null,
      last_name text not null,
      avatar text,
      email text,
      -- E.164, so that one number is one member however it was written.
      phone text constraint member_phone_key unique
        constraint member_phone_check check (phone ~ '^\\+[1-9][0-9]{6,14}$'),
      gender text not null default 'unspecified'
        constraint member_gender_check check (gender in ('male', 'female', 'unspecified')),
      birth_date date,
      language text not null default 'TH'
        constraint member_language_check check (language in ('TH', 'EN')),
      status text not null default 'active'
        constraint member_status_check check (status in ('active', 'ban', 'suspend', 'closed')),
      status_reason text,
      status_since timestamptz(3),
      -- Set for members of a partner's system; unique there by the partner's own id.
      map_system_id text,
      created_at timestamptz(3) not null default now(),
      constraint member_status_since_check check (status = 'active' or status_since is not null)
    );

    create table member_credential (
      member_id uuid not null constraint member_credential_pkey primary key
        constraint member_credential_member_fkey references member,
      -- argon2id, in the PHC format.
      password_hash text,
      password_changed_at timestamptz(3),
      pin_hash text
    );
  `.execute(db);
}
