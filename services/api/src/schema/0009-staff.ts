import { type Kysely, sql } from 'kysely';

/** Staff accounts of the operator console, and the audit of their changes. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await createAccounts(db);
  await createFactors(db);
  await createSessions(db);
  await createInvitations(db);
  await createAudit(db);
}

async function createAccounts(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table staff (
      staff_id uuid not null default uuidv7() constraint staff_pkey primary key,
      name text not null,
      -- Normalized, in lower case. The local owner has none and cannot sign in.
      email text constraint staff_email_key unique
        constraint staff_email_check check (email = lower(email)),
      role text not null constraint staff_role_check
        check (role in ('owner', 'show_caller', 'cashier', 'moderator', 'editor', 'viewer')),
      -- argon2id, in the PHC format.
      password_hash text,
      -- Encrypted secret of the authenticator app.
      sealed_totp_secret bytea,
      -- A replacement that has yet to be confirmed by its first code.
      sealed_next_totp_secret bytea,
      -- Time step of the last accepted code: a code is accepted once.
      totp_last_step bigint,
      -- Changes with every edit by an owner. An edit names the version that it is based on.
      version integer not null default 1,
      created_at timestamptz(3) not null default now(),
      updated_by text,
      deactivated_at timestamptz(3)
    );
    -- An operating-system account that can read run.json acts as this account.
    insert into staff (staff_id, name, role)
    values ('00000000-0000-7000-8000-000000000001', 'Local owner', 'owner')
  `.execute(db);
}

async function createFactors(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table staff_recovery_code (
      staff_recovery_code_id uuid not null default uuidv7()
        constraint staff_recovery_code_pkey primary key,
      staff_id uuid not null constraint staff_recovery_code_staff_fkey references staff,
      -- HMAC-SHA256.
      code_hash bytea not null
        constraint staff_recovery_code_hash_check check (length(code_hash) = 32),
      used_at timestamptz(3),
      constraint staff_recovery_code_key unique (staff_id, code_hash)
    );

    create table staff_passkey (
      staff_passkey_id uuid not null default uuidv7() constraint staff_passkey_pkey primary key,
      staff_id uuid not null constraint staff_passkey_staff_fkey references staff,
      name text not null,
      -- base64url, made by the authenticator.
      credential_id text not null constraint staff_passkey_credential_key unique,
      -- COSE.
      public_key bytea not null,
      sign_count bigint not null,
      transports text[] not null,
      created_at timestamptz(3) not null,
      last_used_at timestamptz(3)
    );
    create index staff_passkey_staff_idx on staff_passkey (staff_id);

    -- Challenges of passkeys, each used once.
    create table staff_challenge (
      staff_challenge_id uuid not null default uuidv7()
        constraint staff_challenge_pkey primary key,
      purpose text not null constraint staff_challenge_purpose_check
        check (purpose in ('sign_in', 'proof', 'register')),
      -- The account that registers a passkey or gives a proof.
      staff_id uuid constraint staff_challenge_staff_fkey references staff,
      challenge text not null,
      expires_at timestamptz(3) not null
    );
    create index staff_challenge_expires_idx on staff_challenge (expires_at);
  `.execute(db);
}

async function createSessions(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table staff_session (
      staff_session_id uuid not null default uuidv7() constraint staff_session_pkey primary key,
      staff_id uuid not null constraint staff_session_staff_fkey references staff,
      -- SHA-256 of the token in the cookie.
      token_hash bytea not null constraint staff_session_token_key unique
        constraint staff_session_token_check check (length(token_hash) = 32),
      user_agent text not null,
      address text not null,
      created_at timestamptz(3) not null,
      last_seen_at timestamptz(3) not null,
      -- The end of a session that stays in use.
      expires_at timestamptz(3) not null,
      -- The last second factor.
      proved_at timestamptz(3) not null,
      revoked_at timestamptz(3)
    );
    create index staff_session_staff_idx on staff_session (staff_id) where revoked_at is null;
    create index staff_session_expires_idx on staff_session (expires_at);

    -- Browsers with a separate budget for sign-ins, so that strangers' guesses lock no one out.
    create table staff_device (
      staff_id uuid not null constraint staff_device_staff_fkey references staff,
      -- SHA-256 of the secret that the browser keeps.
      device_hash bytea not null constraint staff_device_hash_check check (length(device_hash) = 32),
      proven_at timestamptz(3) not null,
      constraint staff_device_pkey primary key (staff_id, device_hash)
    );

    -- Personal access tokens of programs.
    create table staff_token (
      staff_token_id uuid not null default uuidv7() constraint staff_token_pkey primary key,
      staff_id uuid not null constraint staff_token_staff_fkey references staff,
      name text not null,
      token_hash bytea not null constraint staff_token_hash_key unique
        constraint staff_token_hash_check check (length(token_hash) = 32),
      -- Permissions of the contract.
      scopes text[] not null,
      created_at timestamptz(3) not null,
      expires_at timestamptz(3) not null,
      last_used_at timestamptz(3),
      revoked_at timestamptz(3)
    );
    create index staff_token_staff_idx on staff_token (staff_id);
  `.execute(db);
}

async function createInvitations(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table staff_invitation (
      staff_invitation_id uuid not null default uuidv7()
        constraint staff_invitation_pkey primary key,
      -- The set-up of the first owner, who chooses name and address.
      is_setup boolean not null,
      name text not null,
      email text not null,
      role text not null constraint staff_invitation_role_check
        check (role in ('owner', 'show_caller', 'cashier', 'moderator', 'editor', 'viewer')),
      token_hash bytea not null constraint staff_invitation_token_key unique
        constraint staff_invitation_token_check check (length(token_hash) = 32),
      -- Encrypted secret for the authenticator app, the same each time that the link is opened.
      sealed_totp_secret bytea not null,
      created_by text not null,
      created_at timestamptz(3) not null,
      expires_at timestamptz(3) not null,
      used_at timestamptz(3),
      revoked_at timestamptz(3)
    );
  `.execute(db);
}

async function createAudit(db: Kysely<unknown>): Promise<void> {
  await sql`
    -- Append-only: one row before each change by staff.
    create table audit_entry (
      audit_entry_id uuid not null default uuidv7() constraint audit_entry_pkey primary key,
      staff_id uuid constraint audit_entry_staff_fkey references staff,
      -- Name and role at that time; the address of a failed sign-in.
      actor text not null,
      role text,
      credential text not null constraint audit_entry_credential_check
        check (credential in ('session', 'token', 'local', 'none')),
      operation text not null,
      -- The call's parts without secrets.
      parts jsonb not null,
      request_id text not null,
      address text not null,
      created_at timestamptz(3) not null
    );
    create index audit_entry_staff_idx on audit_entry (staff_id, audit_entry_id);
    create index audit_entry_operation_idx on audit_entry (operation, audit_entry_id);
    create index audit_entry_created_idx on audit_entry (created_at);

    -- Append-only: the outcome of an entry. Without this row the outcome is unknown, as after a crash.
    create table audit_outcome (
      audit_entry_id uuid not null constraint audit_outcome_pkey primary key
        constraint audit_outcome_entry_fkey references audit_entry,
      result text not null constraint audit_outcome_result_check
        check (result in ('done', 'refused', 'failed')),
      error_code text,
      subject_type text,
      subject_id text,
      reason text,
      before jsonb,
      after jsonb,
      created_at timestamptz(3) not null
    );
    create index audit_outcome_subject_idx on audit_outcome (subject_type, subject_id, audit_entry_id);
  `.execute(db);
}
