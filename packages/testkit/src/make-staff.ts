import { hash, randomBytes, randomUUID } from 'node:crypto';
import type { Database } from '@sangwian/api/schema/database';
import type { StaffRole } from '@sangwian/contract/permissions';
import type { Kysely } from 'kysely';

const HOUR_MS = 3_600_000;

export interface TestStaff {
  readonly staffId: string;
  readonly name: string;
  readonly email: string;
  readonly role: StaffRole;
  readonly sessionId: string;
  /** Cookie and CSRF token, for every request. */
  readonly headers: { readonly cookie: string; readonly 'x-csrf-token': string };
}

/** Creates a staff account with an open session and a fresh second factor. */
export async function makeStaff(
  db: Kysely<Database>,
  role: StaffRole,
  { name = `Staff ${role}`, now = new Date() }: { name?: string; now?: Date } = {},
): Promise<TestStaff> {
  const email = `${randomUUID()}@sangwian.example`;
  const { staff_id: staffId } = await db
    .insertInto('staff')
    .values({ name, email, role })
    .returning('staff_id')
    .executeTakeFirstOrThrow();
  const token = randomBytes(32).toString('base64url');
  const { staff_session_id: sessionId } = await db
    .insertInto('staff_session')
    .values({
      staff_id: staffId,
      token_hash: hash('sha256', token, 'buffer'),
      user_agent: 'test',
      address: '127.0.0.1',
      created_at: now,
      last_seen_at: now,
      expires_at: new Date(now.getTime() + 12 * HOUR_MS),
      proved_at: now,
    })
    .returning('staff_session_id')
    .executeTakeFirstOrThrow();
  const headers = {
    cookie: `sangwian_staff=${token}`,
    'x-csrf-token': hash('sha256', `csrf ${token}`, 'base64url'),
  };
  return { staffId, name, email, role, sessionId, headers };
}
