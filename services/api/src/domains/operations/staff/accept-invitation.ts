import { isEmail } from '@sangwian/contract/rules/email';
import { normalizePersonName } from '@sangwian/contract/rules/person-name';
import { ApiError } from '@sangwian/node-kit/api-error';
import type { Staff } from '../../../platform/http/handler.ts';
import { hashPassword } from '../../identity/members/members.module.ts';
import { hashToken } from '../../identity/sessions/sessions.module.ts';
import { replaceRecoveryCodes, requireStaffPassword } from './own-factors.ts';
import { requireSecureSite, staffEmail } from './sign-in.ts';
import { StaffStore } from './staff.store.ts';
import type { Browser, StaffDeps } from './staff-deps.ts';
import { StaffInvitationsStore } from './staff-invitations.store.ts';
import { invitationStatusOf } from './staff-rules.ts';
import { startSession } from './start-session.ts';
import { findTotpStep, totpUriOf } from './totp.ts';

export interface AcceptInvitation {
  readonly token: string;
  readonly name: string;
  readonly password: string;
  readonly totp_code: string;
  /** Chosen by the first owner; `null`: the address of the invitation. */
  readonly email: string | null;
}

const REFUSALS = {
  expired: 'staff_invitation_expired',
  used: 'staff_invitation_used',
  revoked: 'staff_invitation_unknown',
} as const;

/** @throws {ApiError} `staff_invitation_unknown`, `staff_invitation_expired`, `staff_invitation_used` */
async function findOpen({ invitations, clock }: StaffDeps, token: string) {
  const row = await invitations.findByToken(hashToken(token));
  if (row === undefined) throw new ApiError('staff_invitation_unknown');
  const status = invitationStatusOf(row, clock());
  if (status !== 'open') throw new ApiError(REFUSALS[status]);
  return row;
}

/** Opens a link: who is invited, and the secret for the authenticator app. */
export async function openInvitation(deps: StaffDeps, token: string) {
  const row = await findOpen(deps, token);
  const secret = deps.secrets.open(row.sealed_totp_secret);
  return {
    kind: row.is_setup ? ('setup' as const) : ('invitation' as const),
    role: row.role,
    name: row.name,
    email: row.email,
    expires_at: row.expires_at.toISOString(),
    totp_secret: secret,
    totp_uri: totpUriOf(secret, row.email || new URL(deps.consoleUrl).hostname),
  };
}

/**
 * Creates the invited account with its factors and signs it in. A link creates one account, also if it is used twice at
 * the same moment.
 *
 * @throws {ApiError} the errors of the link; `staff_email_taken`, `email_invalid`, `name_invalid`, `staff_password_weak`,
 *   `password_common`, `staff_code_invalid`, `staff_site_insecure`
 */
export async function acceptInvitation(
  deps: StaffDeps,
  input: AcceptInvitation,
  browser: Browser,
): Promise<{ staff: Staff; recoveryCodes: readonly string[] }> {
  requireSecureSite(deps);
  const { db, secrets, clock } = deps;
  const row = await findOpen(deps, input.token);
  if (row.is_setup !== (input.email !== null)) throw new ApiError('staff_invitation_unknown');
  const email = staffEmail(input.email ?? row.email);
  if (!isEmail(email)) throw new ApiError('email_invalid');
  const name = normalizePersonName(input.name);
  if (name === '') throw new ApiError('name_invalid');
  requireStaffPassword(input.password);
  const step = findTotpStep(secrets.open(row.sealed_totp_secret), input.totp_code, clock());
  if (step === null) throw new ApiError('staff_code_invalid');
  const passwordHash = await hashPassword(input.password, browser.ip);
  const now = clock();
  const created = await db.transaction().execute(async (trx) => {
    const isOpen = await new StaffInvitationsStore(trx).use(row.staff_invitation_id, now);
    // Another call has used or revoked the link since it was read.
    if (!isOpen) throw new ApiError('staff_invitation_used');
    const store = new StaffStore(trx);
    const staffId = await store.insert({
      name,
      email,
      role: row.role,
      passwordHash,
      sealedTotpSecret: row.sealed_totp_secret,
      totpStep: step,
      createdAt: now,
    });
    if (staffId === undefined) throw new ApiError('staff_email_taken');
    return { staffId, recoveryCodes: await replaceRecoveryCodes(store, secrets, staffId) };
  });
  const account = { staff_id: created.staffId, name, role: row.role };
  const staff = await startSession(deps, account, browser);
  deps.bus.publish('staff:changed', { topic: 'staff', id: created.staffId });
  return { staff, recoveryCodes: created.recoveryCodes };
}
