import type { Kysely } from 'kysely';
import type { Database } from '../../../schema/database.ts';
import { createToken, hashToken } from '../../identity/sessions/sessions.module.ts';
import { StaffStore } from './staff.store.ts';
import { StaffInvitationsStore } from './staff-invitations.store.ts';
import { setupEnd } from './staff-rules.ts';
import { createStaffSecrets } from './staff-secrets.ts';
import { createTotpSecret } from './totp.ts';

export interface SetUpOwner {
  /** `STAFF_SECRET`. */
  readonly secret: string;
  /** Without a trailing slash. */
  readonly consoleUrl: string;
  readonly now: Date;
  /** Owners who are ignored: the accounts of the sample data. */
  readonly sampleIds: readonly string[];
}

/**
 * Creates a new set-up link for the first owner. Earlier links stop working.
 *
 * @returns the link, or `null` if an active owner exists
 */
export async function createSetupLink(
  db: Kysely<Database>,
  { secret, consoleUrl, now, sampleIds }: SetUpOwner,
): Promise<string | null> {
  const owners = await db.transaction().execute((trx) => new StaffStore(trx).lockOwners(trx));
  if (owners.some((ownerId) => !sampleIds.includes(ownerId))) return null;
  const token = createToken();
  await db.transaction().execute(async (trx) => {
    const invitations = new StaffInvitationsStore(trx);
    await invitations.revokeSetups(now);
    await invitations.insert({
      isSetup: true,
      name: '',
      email: '',
      role: 'owner',
      tokenHash: hashToken(token),
      sealedTotpSecret: createStaffSecrets(secret).seal(createTotpSecret()),
      createdBy: 'npm start',
      createdAt: now,
      expiresAt: setupEnd(now),
    });
  });
  return `${consoleUrl}/console/setup?token=${token}`;
}
