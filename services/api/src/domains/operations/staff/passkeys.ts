import type { StaffPasskey } from '@sangwian/contract/endpoints/operator/passkeys';
import type {
  PasskeyAssertion,
  PasskeyAttestation,
} from '@sangwian/contract/endpoints/operator/webauthn';
import { LIMITS } from '@sangwian/contract/limits';
import { ApiError } from '@sangwian/node-kit/api-error';
import type { Staff } from '../../../platform/http/handler.ts';
import { requireSession } from './own-factors.ts';
import type { Browser, StaffDeps } from './staff-deps.ts';
import { type PasskeyRow, StaffPasskeysStore } from './staff-passkeys.store.ts';
import { startSession } from './start-session.ts';
import {
  createAssertion,
  createRegistration,
  verifyAssertion,
  verifyRegistration,
} from './verify-passkey.ts';

const SIGN_IN = { purpose: 'sign_in', staffId: null, invitationId: null } as const;
const proofOf = (staffId: string) => ({ purpose: 'proof', staffId, invitationId: null }) as const;
const registrationOf = (staffId: string) =>
  ({ purpose: 'register', staffId, invitationId: null }) as const;

const presentPasskey = (row: PasskeyRow): StaffPasskey => ({
  staff_passkey_id: row.staff_passkey_id,
  name: row.name,
  created_at: row.created_at.toISOString(),
  last_used_at: row.last_used_at?.toISOString() ?? null,
  cloned: row.cloned_at !== null,
});

/** @throws {ApiError} `staff_site_insecure`, `rate_limited` */
export async function beginPasskeySignIn(deps: StaffDeps, browser: Pick<Browser, 'ip' | 'device'>) {
  await deps.countChallenge(browser.ip);
  return createAssertion(deps, SIGN_IN, [], browser);
}

/**
 * Signs in with a passkey alone. A passkey is two factors: the authenticator, and the fingerprint, face or PIN that
 * unlocks it.
 *
 * @throws {ApiError} `staff_deactivated`, and the errors of `verifyAssertion`
 */
export async function signInByPasskey(
  deps: StaffDeps,
  credential: PasskeyAssertion,
  browser: Browser,
): Promise<Staff> {
  const { staff_id: staffId } = await verifyAssertion(deps, SIGN_IN, credential, browser);
  const account = await deps.store.findById(staffId);
  if (account === undefined) throw new ApiError('staff_passkey_unknown');
  return startSession(deps, account, browser);
}

export async function beginPasskeyProof(
  deps: StaffDeps,
  staff: Staff,
  browser: Pick<Browser, 'device'>,
) {
  requireSession(staff);
  const passkeys = await deps.passkeys.list(staff.staffId);
  return createAssertion(deps, proofOf(staff.staffId), passkeys, browser);
}

/** Proves the identity of a session's account again, by a passkey. @returns the time of the proof */
export async function proveByPasskey(
  deps: StaffDeps,
  staff: Staff,
  credential: PasskeyAssertion,
  browser: Pick<Browser, 'device'>,
): Promise<Date> {
  const sessionId = requireSession(staff);
  await verifyAssertion(deps, proofOf(staff.staffId), credential, browser);
  const now = deps.clock();
  await deps.sessions.setProved(sessionId, now);
  return now;
}

/** Returns the caller's passkeys, oldest first. */
export const listPasskeys = async (
  { passkeys }: Pick<StaffDeps, 'passkeys'>,
  staffId: string,
): Promise<StaffPasskey[]> => (await passkeys.list(staffId)).map(presentPasskey);

function refuseTooMany(existing: readonly PasskeyRow[]): void {
  if (existing.length >= LIMITS.staffPasskeysMax) throw new ApiError('staff_passkey_limit_reached');
}

/** @throws {ApiError} `staff_session_needed`, `staff_passkey_limit_reached`, `staff_site_insecure` */
export async function beginPasskey(
  deps: StaffDeps,
  staff: Staff,
  browser: Pick<Browser, 'device'>,
) {
  requireSession(staff);
  const account = await deps.store.findById(staff.staffId);
  if (account === undefined) throw new ApiError('staff_sign_in_needed');
  const existing = await deps.passkeys.list(staff.staffId);
  refuseTooMany(existing);
  const { staff_id: accountId, name } = account;
  const use = registrationOf(accountId);
  const email = account.email ?? name;
  return createRegistration(deps, { use, accountId, email, name, existing }, browser);
}

export interface NewPasskey {
  readonly name: string;
  readonly credential: PasskeyAttestation;
}

/**
 * Adds a passkey to the caller's account.
 *
 * @throws {ApiError} `staff_passkey_limit_reached`, `staff_passkey_taken`, and the errors of `verifyRegistration`
 */
export async function addPasskey(
  deps: StaffDeps,
  staff: Staff,
  { name, credential }: NewPasskey,
  browser: Pick<Browser, 'device'>,
): Promise<StaffPasskey> {
  requireSession(staff);
  const { staffId } = staff;
  const registered = await verifyRegistration(deps, registrationOf(staffId), credential, browser);
  const row = await deps.db.transaction().execute(async (trx) => {
    const store = new StaffPasskeysStore(trx);
    await store.lockAccount(trx, staffId);
    refuseTooMany(await store.list(staffId));
    return store.insert({ ...registered, staffId, name, now: deps.clock() });
  });
  if (row === undefined) throw new ApiError('staff_passkey_taken');
  deps.bus.publish('staff:changed', { topic: 'staff', id: staffId });
  return presentPasskey(row);
}

/** @throws {ApiError} `staff_session_needed`, `staff_passkey_not_found` */
export async function renamePasskey(
  { passkeys, bus }: StaffDeps,
  staff: Staff,
  passkeyId: string,
  name: string,
): Promise<StaffPasskey> {
  requireSession(staff);
  const row = await passkeys.rename(staff.staffId, passkeyId, name);
  if (row === undefined) throw new ApiError('staff_passkey_not_found');
  bus.publish('staff:changed', { topic: 'staff', id: staff.staffId });
  return presentPasskey(row);
}

/**
 * Removes a passkey. An account keeps at least one second factor; a passkey that was copied does not count as one.
 *
 * @throws {ApiError} `staff_session_needed`, `staff_passkey_not_found`, `staff_factor_last`
 */
export async function removePasskey(
  { db, bus }: StaffDeps,
  staff: Staff,
  passkeyId: string,
): Promise<void> {
  requireSession(staff);
  const { staffId } = staff;
  await db.transaction().execute(async (trx) => {
    const store = new StaffPasskeysStore(trx);
    const account = await store.lockAccount(trx, staffId);
    const existing = await store.list(staffId);
    const removed = existing.find(({ staff_passkey_id: id }) => id === passkeyId);
    if (removed === undefined) throw new ApiError('staff_passkey_not_found');
    const working = existing.filter(({ cloned_at }) => cloned_at === null);
    const isLast = working.length === 1 && working[0] === removed;
    if (isLast && account.sealed_totp_secret === null) throw new ApiError('staff_factor_last');
    await store.delete(staffId, passkeyId);
  });
  bus.publish('staff:changed', { topic: 'staff', id: staffId });
}
