import { type Kysely, sql } from 'kysely';

/** Members, how they sign in, and partner systems. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await createMembers(db);
  await createSignIn(db);
  await createStatusChanges(db);
  await createDeletion(db);
  await createPartners(db);
}

async function createMembers(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table member (
      member_id uuid not null default uuidv7() constraint member_pkey primary key,
      first_name text not null,
      last_name text not null,
      avatar text,
      email text,
      -- E.164, so that different spellings of a number are the same member.
      phone text constraint member_phone_key unique
        constraint member_phone_check check (phone ~ '^\\+[1-9][0-9]{6,14}$'),
      gender text not null default 'unspecified'
        constraint member_gender_check check (gender in ('male', 'female', 'unspecified')),
      birth_date date,
      -- The latest birth date that the member ever gave. Purchase limits use it, so that an edit cannot raise the age.
      latest_birth_date date
        constraint member_latest_birth_date_check check (latest_birth_date >= birth_date),
      language text not null default 'TH'
        constraint member_language_check check (language in ('TH', 'EN')),
      status text not null default 'active'
        constraint member_status_check check (status in ('active', 'ban', 'suspend', 'closed')),
      status_reason text,
      status_since timestamptz(3),
      -- The end of a suspension.
      status_until timestamptz(3),
      role text constraint member_role_check check (role in ('admin', 'moderator', 'partner')),
      -- For members of a partner: the partner's system, and the member's id there.
      map_system_id text,
      map_member_id text,
      created_at timestamptz(3) not null default now(),
      -- A deleted member is anonymised and kept, because the ledger refers to it.
      deleted_at timestamptz(3),
      constraint member_status_since_check check (status = 'active' or status_since is not null),
      constraint member_status_until_check check (status_until is null or status = 'suspend'),
      constraint member_map_key unique (map_system_id, map_member_id),
      constraint member_map_check check ((map_system_id is null) = (map_member_id is null))
    );
    create index member_avatar_idx on member (avatar) where avatar is not null;
    create index member_status_until_idx on member (status_until) where status_until is not null;

    -- Append-only: records each acceptance, not the document in force.
    create table member_consent (
      member_id uuid not null constraint member_consent_member_fkey references member,
      document text not null constraint member_consent_document_check
        check (document in ('terms', 'privacy')),
      version text not null,
      -- The language in which the document was shown.
      language text not null
        constraint member_consent_language_check check (language in ('TH', 'EN')),
      agreed_at timestamptz(3) not null,
      constraint member_consent_pkey primary key (member_id, document, version)
    );
  `.execute(db);
}

async function createSignIn(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table member_credential (
      member_id uuid not null constraint member_credential_pkey primary key
        constraint member_credential_member_fkey references member,
      -- argon2id, in the PHC format.
      password_hash text,
      password_changed_at timestamptz(3),
      pin_hash text
    );

    create table member_session (
      member_session_id uuid not null default uuidv7() constraint member_session_pkey primary key,
      member_id uuid not null constraint member_session_member_fkey references member,
      -- SHA-256 of the token. The token itself is never stored.
      token_hash bytea not null constraint member_session_token_key unique
        constraint member_session_token_check check (length(token_hash) = 32),
      -- SHA-256 of the secret that the browser keeps.
      device_hash bytea
        constraint member_session_device_check check (length(device_hash) = 32),
      user_agent text not null,
      address text not null,
      created_at timestamptz(3) not null,
      last_seen_at timestamptz(3) not null,
      expires_at timestamptz(3) not null,
      -- The last proof of ownership since the sign-in.
      confirmed_at timestamptz(3),
      revoked_at timestamptz(3)
    ) with (fillfactor = 80);
    create index member_session_member_idx on member_session (member_id) where revoked_at is null;
    create index member_session_expires_idx on member_session (expires_at);
    create index member_session_device_idx on member_session (device_hash)
      where device_hash is not null;

    -- Devices with a separate budget for sign-ins and OTPs. A password reset clears the devices of sessions, but not
    -- these rows: otherwise a stranger's guesses could lock the owner out.
    create table member_device (
      member_id uuid not null constraint member_device_member_fkey references member on delete cascade,
      -- SHA-256 of the secret that the browser keeps.
      device_hash bytea not null constraint member_device_hash_check check (length(device_hash) = 32),
      -- The last sign-in, or the last proof of the member's phone on this device.
      proven_at timestamptz(3) not null,
      constraint member_device_pkey primary key (member_id, device_hash)
    );

    -- Accounts at LINE and Apple.
    create table member_link (
      member_id uuid not null constraint member_link_member_fkey references member,
      provider text not null
        constraint member_link_provider_check check (provider in ('line', 'apple')),
      -- The provider's id of its user, specific to our application.
      subject text not null,
      -- Encrypted. Revokes our access when the link ends.
      sealed_token bytea,
      linked_at timestamptz(3) not null default now(),
      constraint member_link_pkey primary key (member_id, provider),
      constraint member_link_subject_key unique (provider, subject)
    );

    -- Apple's posted answers, until the browser that started the sign-in collects them.
    create table apple_return (
      -- base64url(SHA-256) of a secret of that browser.
      state text not null constraint apple_return_pkey primary key,
      code text not null,
      first_name text,
      last_name text,
      expires_at timestamptz(3) not null
    );

    -- Ended links whose access has yet to be revoked at the provider.
    create table link_revocation (
      link_revocation_id bigint generated always as identity
        constraint link_revocation_pkey primary key,
      provider text not null
        constraint link_revocation_provider_check check (provider in ('line', 'apple')),
      -- Encrypted, as in member_link.
      sealed_token bytea not null,
      attempts integer not null default 0,
      next_attempt_at timestamptz(3) not null
    );
    create index link_revocation_due_idx on link_revocation (next_attempt_at);

    -- Single-use tokens, issued for an OTP, a PIN or a provider's sign-in.
    create table proof (
      -- SHA-256 of the token. The token itself is never stored.
      token_hash bytea not null constraint proof_pkey primary key
        constraint proof_token_check check (length(token_hash) = 32),
      purpose text not null,
      phone text,
      member_id uuid constraint proof_member_fkey references member,
      payload jsonb,
      expires_at timestamptz(3) not null,
      used_at timestamptz(3)
    );
    create index proof_expires_idx on proof (expires_at);

    -- One-time passwords. Rows are kept for a day, because their number limits new ones.
    create table otp (
      -- Shown next to the input and in the message.
      otp_ref text not null constraint otp_pkey primary key
        constraint otp_ref_check check (otp_ref ~ '^[2-9B-Z]{6}$'),
      purpose text not null
        constraint otp_purpose_check check (purpose in ('register', 'reset', 'link', 'delete')),
      -- E.164.
      phone text not null,
      -- The requesting member, for purposes that require one.
      member_id uuid constraint otp_member_fkey references member,
      -- HMAC-SHA256: with a plain hash, the code could be found by trying all codes.
      code_hash bytea not null constraint otp_code_check check (length(code_hash) = 32),
      tries integer not null default 0 constraint otp_tries_check check (tries >= 0),
      sent_at timestamptz(3) not null,
      expires_at timestamptz(3) not null,
      -- The carrier refused the message.
      failed boolean not null default false,
      -- The code was verified, replaced by a newer one, or not sent.
      ended_at timestamptz(3),
      verified_at timestamptz(3)
    );
    create index otp_phone_idx on otp (phone, sent_at);
    create index otp_sent_idx on otp (sent_at);

    -- Recent attempts at PINs, passwords and codes. In the database, so that they survive restarts on any node.
    create table guess_count (
      -- SHA-256 of the the kind of secret, its owner and the guesser.
      guess_key bytea not null constraint guess_count_pkey primary key
        constraint guess_count_key_check check (length(guess_key) = 32),
      guesses integer not null constraint guess_count_guesses_check check (guesses >= 0),
      ends_at timestamptz(3) not null
    );
    create index guess_count_ends_idx on guess_count (ends_at);
  `.execute(db);
}

async function createStatusChanges(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table member_standing_change (
      member_standing_change_id uuid not null default uuidv7()
        constraint member_standing_change_pkey primary key,
      member_id uuid not null constraint member_standing_change_member_fkey references member,
      status_before text not null,
      status_after text not null constraint member_standing_change_status_check
        check (status_after in ('active', 'ban', 'suspend', 'closed')),
      reason text not null constraint member_standing_change_reason_check check (reason <> ''),
      until timestamptz(3),
      -- An operator, or 'clock' for the end of a suspension.
      created_by text not null
        constraint member_standing_change_changed_by_check check (created_by <> ''),
      created_at timestamptz(3) not null
    );
    create index member_standing_change_member_idx
      on member_standing_change (member_id, member_standing_change_id desc);

    create table member_role_change (
      member_role_change_id uuid not null default uuidv7() constraint member_role_change_pkey primary key,
      member_id uuid not null constraint member_role_change_member_fkey references member,
      role_before text,
      role_after text,
      reason text not null,
      created_by text not null constraint member_role_change_by_check check (created_by <> ''),
      created_at timestamptz(3) not null
    );
    create index member_role_change_member_idx on member_role_change (member_id, member_role_change_id desc);
  `.execute(db);
}

async function createDeletion(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table deleted_member (
      member_id uuid not null constraint deleted_member_pkey primary key
        constraint deleted_member_member_fkey references member,
      deleted_at timestamptz(3) not null,
      -- When the traffic data, whose retention the law requires, was erased.
      traffic_forgotten_at timestamptz(3)
    );
    create index deleted_member_due_idx on deleted_member (deleted_at)
      where traffic_forgotten_at is null;

    -- A member's former phones as HMAC-SHA256, so that a once-per-person offer cannot be used again.
    create table past_phone (
      phone_hash bytea not null constraint past_phone_hash_check check (length(phone_hash) = 32),
      member_id uuid not null constraint past_phone_member_fkey references member,
      left_at timestamptz(3) not null,
      constraint past_phone_pkey primary key (phone_hash, member_id)
    );

    -- Added in the transaction that removes a picture, so that its file is deleted even after a crash.
    create table dropped_picture (
      picture text not null constraint dropped_picture_pkey primary key,
      dropped_at timestamptz(3) not null default now()
    );
  `.execute(db);
}

async function createPartners(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table partner_system (
      map_system_id text not null constraint partner_system_pkey primary key
        constraint partner_system_id_check check (length(map_system_id) between 1 and 64),
      name text not null,
      -- Tokens and hand-overs of an inactive system are refused.
      active boolean not null default true,
      -- Limits of purchases on the partner's account per day in Bangkok: for all its members, and per member.
      per_day_max_satang bigint not null default 100000000
        constraint partner_system_day_check check (per_day_max_satang >= 0),
      member_per_day_max_satang bigint not null default 500000
        constraint partner_system_member_day_check check (member_per_day_max_satang >= 0),
      created_at timestamptz(3) not null default now()
    );

    create table partner_key (
      map_system_id text not null constraint partner_key_system_fkey references partner_system,
      key_id text not null,
      alg text not null constraint partner_key_alg_check check (alg in ('EdDSA', 'RS256')),
      -- Public keys only, so that our database cannot be used to sign in a partner's name.
      public_jwk jsonb not null constraint partner_key_jwk_check check (not public_jwk ? 'd'),
      active boolean not null default true,
      created_at timestamptz(3) not null default now(),
      constraint partner_key_pkey primary key (map_system_id, key_id)
    );

    -- Used tokens, kept until they expire.
    create table used_token (
      -- The issuer: 'partner:<map_system_id>', 'handover' or 'purchase'.
      issuer text not null,
      jti text not null,
      expires_at timestamptz(3) not null,
      constraint used_token_pkey primary key (issuer, jti)
    );
    create index used_token_expires_idx on used_token (expires_at);

    alter table member add constraint member_partner_fkey
      foreign key (map_system_id) references partner_system;
  `.execute(db);
}
