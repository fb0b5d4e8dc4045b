import type { Kysely } from 'kysely';
import { keepSampleAccount } from '../domains/operations/staff/staff.module.ts';
import type { Database } from '../schema/database.ts';
import { sampleId } from './sample-random.ts';

export const STAFF_PASSWORD = 'ringside-console-2026';

/** One account per role. */
export const SAMPLE_STAFF = (
  [
    ['owner', 'อรุณี แสงทอง'],
    ['show_caller', 'Krit Boonmee'],
    ['cashier', 'มาลี ศรีสุข'],
    ['moderator', 'ธนา วงศ์ดี'],
    ['editor', 'Nida Phromsiri'],
    ['viewer', 'Daniel Hart'],
  ] as const
).map(([role, name]) => ({
  ...{ role, name },
  staffId: sampleId(`staff:${role}`),
  email: `${role.replace('_', '-')}@sangwian.example`,
  password: STAFF_PASSWORD,
}));

/** An operator's account in `run.json`. */
export interface SampleOperator {
  readonly role: string;
  readonly email: string;
  readonly password: string;
  readonly totp_secret: string;
}

/** Adds missing accounts of the sample staff. @param secret `STAFF_SECRET` */
export async function addSampleStaff(
  db: Kysely<Database>,
  secret: string,
): Promise<readonly SampleOperator[]> {
  const operators: SampleOperator[] = [];
  for (const account of SAMPLE_STAFF) {
    const { role, email, password } = account;
    const totp_secret = await keepSampleAccount(db, secret, account);
    operators.push({ role, email, password, totp_secret });
  }
  return operators;
}
