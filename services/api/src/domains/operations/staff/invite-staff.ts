import type { StaffInvitation } from '@sangwian/contract/endpoints/operator/staff';
import type { StaffRole } from '@sangwian/contract/permissions';
import { isEmail } from '@sangwian/contract/rules/email';
import { ApiError } from '@sangwian/node-kit/api-error';
import type { Transaction } from 'kysely';
import type { Database } from '../../../schema/database.ts';
import { createToken, hashToken } from '../../identity/sessions/sessions.module.ts';
import { writeInvitation } from './invitation-text.ts';
import { staffEmail } from './sign-in.ts';
import type { StaffDeps } from './staff-deps.ts';
import { type InvitationRow, StaffInvitationsStore } from './staff-invitations.store.ts';
import { invitationEnd, invitationStatusOf } from './staff-rules.ts';
import { createTotpSecret } from './totp.ts';

export interface InviteStaff {
  readonly name: string;
  readonly email: string;
  readonly role: StaffRole;
  /** Name of the inviting owner. */
  readonly createdBy: string;
}

export interface SentInvitation extends StaffInvitation {
  readonly link: string;
  /** Whether the link goes to the invited address by e-mail as well. */
  readonly is_mailed: boolean;
}

/** Presents an invitation without its link. */
export const presentInvitation = (row: InvitationRow, now: Date): StaffInvitation => ({
  staff_invitation_id: row.staff_invitation_id,
  name: row.name,
  email: row.email,
  role: row.role,
  status: invitationStatusOf(row, now),
  created_by: row.created_by,
  created_at: row.created_at.toISOString(),
  expires_at: row.expires_at.toISOString(),
});

const linkOf = ({ consoleUrl }: StaffDeps, token: string): string =>
  `${consoleUrl}/console/invitation?token=${token}`;

/**
 * Queues an e-mail with the link to the invited address, and presents the invitation with the link. Each new link sends
 * a new e-mail.
 */
async function sendLink(
  deps: StaffDeps,
  trx: Transaction<Database>,
  { row, token, now }: { readonly row: InvitationRow; readonly token: string; readonly now: Date },
): Promise<SentInvitation> {
  const link = linkOf(deps, token);
  await deps.mail.queue(trx, {
    key: `staff-invitation:${hashToken(token).toString('hex')}`,
    to: row.email,
    content: writeInvitation({
      name: row.name,
      role: row.role,
      createdBy: row.created_by,
      expiresAt: row.expires_at,
      link,
    }),
  });
  return { ...presentInvitation(row, now), link, is_mailed: deps.mail.isOn };
}

async function refuseTakenEmail({ store }: StaffDeps, email: string): Promise<void> {
  if ((await store.findByEmail(email)) !== undefined) throw new ApiError('staff_email_taken');
}

/** @throws {ApiError} `email_invalid`, `staff_email_taken` */
export async function inviteStaff(deps: StaffDeps, input: InviteStaff): Promise<SentInvitation> {
  const email = staffEmail(input.email);
  if (!isEmail(email)) throw new ApiError('email_invalid');
  await refuseTakenEmail(deps, email);
  const token = createToken();
  const now = deps.clock();
  return deps.db.transaction().execute(async (trx) => {
    const row = await new StaffInvitationsStore(trx).insert({
      ...input,
      email,
      isSetup: false,
      tokenHash: hashToken(token),
      sealedTotpSecret: deps.secrets.seal(createTotpSecret()),
      createdAt: now,
      expiresAt: invitationEnd(now),
    });
    return sendLink(deps, trx, { row, token, now });
  });
}

/** Creates a new link, even for an expired or revoked invitation. The old link stops working. */
export async function resendInvitation(
  deps: StaffDeps,
  invitationId: string,
): Promise<SentInvitation> {
  const { db, invitations, clock } = deps;
  const existing = await invitations.find(invitationId);
  if (existing === undefined) throw new ApiError('staff_invitation_unknown');
  await refuseTakenEmail(deps, existing.email);
  const token = createToken();
  const now = clock();
  return db.transaction().execute(async (trx) => {
    const renewed = new StaffInvitationsStore(trx);
    const row = await renewed.renew(invitationId, hashToken(token), invitationEnd(now));
    if (row === undefined) throw new ApiError('staff_invitation_used');
    return sendLink(deps, trx, { row, token, now });
  });
}

/** Revokes an unused invitation. A repeated call has no effect. */
export async function revokeInvitation(
  { invitations, clock }: StaffDeps,
  invitationId: string,
): Promise<void> {
  if ((await invitations.find(invitationId)) === undefined) {
    throw new ApiError('staff_invitation_unknown');
  }
  if (!(await invitations.revoke(invitationId, clock()))) {
    throw new ApiError('staff_invitation_used');
  }
}
