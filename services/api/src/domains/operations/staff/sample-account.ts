import type { StaffRole } from '@sangwian/contract/permissions';
import type { Kysely } from 'kysely';
import type { Database } from '../../../schema/database.ts';
import { hashPassword } from '../../identity/members/members.module.ts';
import { createStaffSecrets } from './staff-secrets.ts';
import { createTotpSecret } from './totp.ts';

export interface SampleStaff {
  readonly staffId: string;
  readonly name: string;
  readonly email: string;
  readonly role: StaffRole;
  readonly password: string;
}

function openOrNull(secrets: ReturnType<typeof createStaffSecrets>, sealed: Buffer | null) {
  if (sealed === null) return null;
  try {
    return secrets.open(sealed);
  } catch {
    // `STAFF_SECRET` has changed.
    return null;
  }
}

/**
 * Creates an account of the sample data, or keeps the existing one.
 *
 * @param secret `STAFF_SECRET`
 * @returns the secret of its authenticator app, in base32
 */
export async function keepSampleAccount(
  db: Kysely<Database>,
  secret: string,
  account: SampleStaff,
): Promise<string> {
  const { staffId, name, email, role, password } = account;
  const secrets = createStaffSecrets(secret);
  const existing = await db
    .selectFrom('staff')
    .select('sealed_totp_secret')
    .where('staff_id', '=', staffId)
    .executeTakeFirst();
  const known = existing && openOrNull(secrets, existing.sealed_totp_secret);
  if (known) return known;
  const totpSecret = createTotpSecret();
  const sealed_totp_secret = secrets.seal(totpSecret);
  const password_hash = await hashPassword(password);
  const row = { staff_id: staffId, name, email, role, password_hash, sealed_totp_secret };
  await db
    .insertInto('staff')
    .values(row)
    .onConflict((conflict) => conflict.column('staff_id').doUpdateSet({ sealed_totp_secret }))
    .execute();
  return totpSecret;
}
