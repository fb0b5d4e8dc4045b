import { ApiError } from '@sangwian/node-kit/api-error';
import type { Staff } from '../../../platform/http/handler.ts';
import { hashPassword, passwordErrorOf } from '../../identity/members/members.module.ts';
import { isPredictablePassword } from './predictable-passwords.ts';
import { StaffStore } from './staff.store.ts';
import type { Browser, StaffDeps } from './staff-deps.ts';
import { staffPasswordErrorOf } from './staff-rules.ts';
import { createRecoveryCode, RECOVERY_CODES, type StaffSecrets } from './staff-secrets.ts';
import { StaffSessionsStore } from './staff-sessions.store.ts';
import { createTotpSecret, findTotpStep, totpUriOf } from './totp.ts';
import { verifyFactor } from './verify-factor.ts';

/** @throws {ApiError} `staff_password_weak`, `password_common` */
export function requireStaffPassword(password: string): void {
  const weak = staffPasswordErrorOf(password);
  if (weak !== null) throw new ApiError(weak);
  // The composition rules of members' passwords do not apply here, because ASVS 5 forbids such rules.
  const isCommon = passwordErrorOf(password) === 'password_common';
  if (isCommon || isPredictablePassword(password)) throw new ApiError('password_common');
}

/**
 * Returns the session of a request. A personal access token is not enough to change how an account signs in.
 *
 * @throws {ApiError} `staff_session_needed`
 */
export function requireSession({ credential }: Staff): string {
  if (credential.kind !== 'session') throw new ApiError('staff_session_needed');
  return credential.sessionId;
}

/** Replaces the recovery codes of an account and returns the new ones. */
export async function replaceRecoveryCodes(
  store: StaffStore,
  secrets: StaffSecrets,
  staffId: string,
): Promise<readonly string[]> {
  const codes = Array.from({ length: RECOVERY_CODES }, createRecoveryCode);
  await store.replaceRecoveryCodes(
    staffId,
    codes.map((code) => secrets.hashRecoveryCode(staffId, code)),
  );
  return codes;
}

/** Renews the proof of a session with the second factor of its account. @returns the time of the proof */
export async function renewProof(
  deps: StaffDeps,
  staff: Staff,
  code: string,
  browser: Pick<Browser, 'ip' | 'device'>,
): Promise<Date> {
  const sessionId = requireSession(staff);
  const account = await deps.store.findById(staff.staffId);
  if (account === undefined) throw new ApiError('staff_sign_in_needed');
  await verifyFactor(deps, account, code, browser);
  const now = deps.clock();
  await deps.sessions.setProved(sessionId, now);
  return now;
}

/** Changes the caller's password and ends every other session of the account. */
export async function changePassword(
  { db, bus, clock }: StaffDeps,
  staff: Staff,
  password: string,
  ip: string,
): Promise<void> {
  const sessionId = requireSession(staff);
  requireStaffPassword(password);
  const passwordHash = await hashPassword(password, ip);
  await db.transaction().execute(async (trx) => {
    await new StaffStore(trx).setPassword(staff.staffId, passwordHash);
    await new StaffSessionsStore(trx).revokeAll(staff.staffId, clock(), sessionId);
  });
  bus.publish('staff:changed', { topic: 'staff', id: staff.staffId });
}

export const renewRecoveryCodes = async ({ db, secrets }: StaffDeps, staff: Staff) => {
  requireSession(staff);
  return db
    .transaction()
    .execute((trx) => replaceRecoveryCodes(new StaffStore(trx), secrets, staff.staffId));
};

/** Returns the secret of a new authenticator app, which replaces the current app once its first code is confirmed. */
export async function beginTotpChange({ store, secrets, consoleUrl }: StaffDeps, staff: Staff) {
  requireSession(staff);
  const account = await store.findById(staff.staffId);
  const secret = createTotpSecret();
  await store.setNextTotpSecret(staff.staffId, secrets.seal(secret));
  const label = account?.email ?? new URL(consoleUrl).hostname;
  return { totp_secret: secret, totp_uri: totpUriOf(secret, label) };
}

/** @throws {ApiError} `staff_code_invalid`, also if no new authenticator app was requested */
export async function confirmTotpChange(
  { store, secrets, clock, beginGuess }: StaffDeps,
  staff: Staff,
  code: string,
  { ip, device }: Pick<Browser, 'ip' | 'device'>,
): Promise<void> {
  requireSession(staff);
  const { staffId } = staff;
  const guess = await beginGuess({ secret: 'code', account: staffId, staffId, ip, device });
  const sealed = (await store.findById(staffId))?.sealed_next_totp_secret ?? null;
  const step = sealed === null ? null : findTotpStep(secrets.open(sealed), code, clock());
  if (sealed === null || step === null) throw new ApiError('staff_code_invalid');
  if (!(await store.confirmTotpSecret(staffId, sealed, step))) {
    throw new ApiError('staff_code_invalid');
  }
  await guess.giveBack();
}
