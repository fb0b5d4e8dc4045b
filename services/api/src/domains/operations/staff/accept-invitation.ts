import { isEmail } from '@sangwian/contract/rules/email';
import { normalizePersonName } from '@sangwian/contract/rules/person-name';
import { ApiError } from '@sangwian/node-kit/api-error';
import type { Staff } from '../../../platform/http/handler.ts';
import { hashPassword } from '../../identity/members/members.module.ts';
import { hashToken } from '../../identity/sessions/sessions.module.ts';
import { replaceRecoveryCodes, requireStaffPassword } from './own-factors.ts';
import type { NewPasskey } from './passkeys.ts';
import { requireSecureSite, staffEmail } from './sign-in.ts';
import { StaffStore } from './staff.store.ts';
import type { Browser, StaffDeps } from './staff-deps.ts';
import { type InvitationRow, StaffInvitationsStore } from './staff-invitations.store.ts';
import { StaffPasskeysStore } from './staff-passkeys.store.ts';
import { invitationStatusOf } from './staff-rules.ts';
import { startSession } from './start-session.ts';
import { findTotpStep, totpUriOf } from './totp.ts';
import {
  createRegistration,
  type RegisteredPasskey,
  verifyRegistration,
} from './verify-passkey.ts';

export interface AcceptInvitation {
  readonly token: string;
  readonly name: string;
  readonly password: string;
  readonly totp_code?: string | undefined;
  /** Sent instead of `totp_code` if the member of staff has chosen a passkey as second factor. */
  readonly passkey?: NewPasskey | undefined;
  /** The e-mail address that the first owner chooses; `null` for the address of the invitation. */
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

/** Returns the details of an invitation link and the secret for the authenticator app. */
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

const registrationOf = (invitationId: string) =>
  ({ purpose: 'register', staffId: null, invitationId }) as const;

/**
 * Returns the options for the first passkey of an invited account. The account will have the id of its invitation.
 * After a failed attempt, the next attempt has the same id, so the authenticator replaces the passkey instead of adding
 * one.
 *
 * @throws {ApiError} the errors of `findOpen`; `staff_site_insecure`, `rate_limited`
 */
export async function beginInvitedPasskey(
  deps: StaffDeps,
  token: string,
  browser: Pick<Browser, 'ip' | 'device'>,
) {
  await deps.countChallenge(browser.ip);
  const { staff_invitation_id: accountId, ...row } = await findOpen(deps, token);
  const label = row.email || new URL(deps.consoleUrl).hostname;
  return createRegistration(
    deps,
    {
      ...{ use: registrationOf(accountId), accountId, existing: [] },
      email: label,
      name: row.name || label,
    },
    browser,
  );
}

/** The second factor of a new account. */
interface FirstFactor {
  readonly sealedTotpSecret: Buffer | null;
  readonly totpStep: number | null;
  readonly passkey: (RegisteredPasskey & { readonly name: string }) | null;
}

/** @throws {ApiError} `staff_code_invalid`, and the errors of `verifyRegistration` */
async function verifyFirstFactor(
  deps: StaffDeps,
  { staff_invitation_id: invitationId, sealed_totp_secret: sealed }: InvitationRow,
  { totp_code: code, passkey }: AcceptInvitation,
  browser: Browser,
): Promise<FirstFactor> {
  if (passkey !== undefined) {
    const use = registrationOf(invitationId);
    const registered = await verifyRegistration(deps, use, passkey.credential, browser);
    return {
      ...{ sealedTotpSecret: null, totpStep: null },
      passkey: { ...registered, name: passkey.name },
    };
  }
  const totpStep = findTotpStep(deps.secrets.open(sealed), code ?? '', deps.clock());
  if (totpStep === null) throw new ApiError('staff_code_invalid');
  return { sealedTotpSecret: sealed, totpStep, passkey: null };
}

/**
 * Creates the invited account with its factors and signs it in. A link creates one account, even if it is used twice
 * concurrently.
 *
 * @throws {ApiError} the errors of `findOpen`; `staff_email_taken`, `email_invalid`, `name_invalid`,
 *   `staff_password_weak`, `password_common`, `staff_code_invalid`, `staff_passkey_taken`, `staff_site_insecure`, and
 *   the errors of `verifyRegistration`
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
  const { passkey, ...totp } = await verifyFirstFactor(deps, row, input, browser);
  const passwordHash = await hashPassword(input.password, browser.ip);
  const now = clock();
  const created = await db.transaction().execute(async (trx) => {
    const isOpen = await new StaffInvitationsStore(trx).use(row.staff_invitation_id, now);
    // Another request has used or revoked the link since the read.
    if (!isOpen) throw new ApiError('staff_invitation_used');
    const store = new StaffStore(trx);
    const staffId = await store.insert({
      ...{ name, email, passwordHash, ...totp },
      staffId: row.staff_invitation_id,
      role: row.role,
      createdAt: now,
    });
    if (staffId === undefined) throw new ApiError('staff_email_taken');
    const added =
      passkey && (await new StaffPasskeysStore(trx).insert({ ...passkey, staffId, now }));
    if (added === undefined) throw new ApiError('staff_passkey_taken');
    return { staffId, recoveryCodes: await replaceRecoveryCodes(store, secrets, staffId) };
  });
  const account = { staff_id: created.staffId, name, role: row.role };
  const staff = await startSession(deps, account, browser);
  deps.bus.publish('staff:changed', { topic: 'staff', id: created.staffId });
  return { staff, recoveryCodes: created.recoveryCodes };
}
