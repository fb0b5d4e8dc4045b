import { type Kysely, sql } from 'kysely';

/**
 * Devices with a budget of their own for sign-ins and OTPs. Sessions forget their devices at a password reset, since a
 * known device may reset by PIN; the budget has to survive that, or a stranger's guesses lock the owner out.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table member_device (
      member_id uuid not null constraint member_device_member_fkey references member on delete cascade,
      -- SHA-256 of the secret that the browser keeps.
      device_hash bytea not null constraint member_device_hash_check check (length(device_hash) = 32),
      -- The last sign-in, or the last time that the device proved the member's phone.
      proven_at timestamptz(3) not null,
      constraint member_device_pkey primary key (member_id, device_hash)
    );
    insert into member_device (member_id, device_hash, proven_at)
    select member_id, device_hash, max(created_at) from member_session
    where device_hash is not null
    group by member_id, device_hash;
  `.execute(db);
}
