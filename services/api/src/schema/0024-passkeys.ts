import { type Kysely, sql } from 'kysely';

/** Passkey challenges that belong to one browser, and passkeys of which a copy was detected. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    -- No release has written a challenge before, so the table is empty.
    alter table staff_challenge
      -- SHA-256 of the secret in the device cookie: another browser cannot use the challenge.
      add column device_hash bytea not null
        constraint staff_challenge_device_check check (length(device_hash) = 32),
      -- The invitation whose account registers its first passkey.
      add column staff_invitation_id uuid
        constraint staff_challenge_invitation_fkey references staff_invitation,
      add constraint staff_challenge_key unique (challenge);
    create index staff_challenge_device_idx on staff_challenge (device_hash);

    -- When a counter went back, which means that a copy of the passkey exists. It works no more.
    alter table staff_passkey add column cloned_at timestamptz(3);
  `.execute(db);
}
