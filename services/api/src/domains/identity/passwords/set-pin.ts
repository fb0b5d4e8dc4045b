import type { MemberId } from '@sangwian/contract/ids';
import { ApiError } from '@sangwian/node-kit/api-error';
import type { Bearer } from '../../../platform/http/handler.ts';
import { hashPassword, type MemberRow, type Members } from '../members/members.module.ts';
import type { PasswordDeps } from './password-deps.ts';
import { parsePin, pinErrorOf } from './pin-rules.ts';
import { verifySecret } from './verify-secret.ts';

export interface CreatePin {
  readonly pin: string;
  readonly confirmPin: string;
  readonly password: string | undefined;
}

export interface ChangePin {
  readonly oldPin: string;
  readonly newPin: string;
  readonly confirmPin: string;
}

/**
 * Requires an acceptable new PIN that was typed twice without a difference. Returns its digits.
 *
 * @throws {ApiError} `pin_invalid`, `pin_mismatch`, `pin_common`
 */
function requireValidNewPin(typed: string, confirmed: string, row: MemberRow): string {
  const pin = parsePin(typed);
  if (pin === null) throw new ApiError('pin_invalid');
  if (parsePin(confirmed) !== pin) throw new ApiError('pin_mismatch');
  const error = pinErrorOf(pin, { phone: row.phone, birthDate: row.birth_date });
  if (error !== null) throw new ApiError(error);
  return pin;
}

/** @throws {ApiError} `member_not_found` */
async function findOwn(members: Members, memberId: MemberId): Promise<MemberRow> {
  const row = await members.find({ memberId });
  if (row === undefined) throw new ApiError('member_not_found');
  return row;
}

/**
 * Sets a member's first PIN. Requires the password, or a recent sign-in if the member has no password. A PIN can reset
 * the password, so an unattended session must not be enough to set one.
 *
 * @throws {ApiError} `pin_exists`, `pin_invalid`, `pin_mismatch`, `pin_common`, `password_incorrect`, `proof_needed`,
 *   `rate_limited`
 */
export async function createPin(
  { db, members, sessions, limits }: PasswordDeps,
  bearer: Bearer,
  { pin: typed, confirmPin, password }: CreatePin,
): Promise<void> {
  const { memberId, sessionId } = bearer;
  const row = await findOwn(members, memberId);
  if (row.pin_hash !== null) throw new ApiError('pin_exists');
  const pin = requireValidNewPin(typed, confirmPin, row);
  if (row.password_hash === null) {
    await sessions.requireFresh(bearer);
  } else {
    if (password === undefined) throw new ApiError('password_incorrect');
    await verifySecret(
      limits,
      { secret: 'password', account: memberId, caller: `session ${sessionId}` },
      { hash: row.password_hash, secret: password, refusal: 'password_incorrect' },
    );
  }
  const to = await hashPassword(pin, memberId);
  await db.transaction().execute(async (trx) => {
    await members.store.lock(trx, memberId);
    // Checked again under the lock: an intruder's session that a concurrent reset has revoked must not set a PIN.
    const now = await members.find({ memberId }, trx);
    if (now?.password_hash !== row.password_hash) throw new ApiError('password_incorrect');
    if (!(await members.store.replacePinHash(trx, memberId, { from: null, to }))) {
      throw new ApiError('pin_exists');
    }
  });
}

/**
 * Changes the PIN of a member who enters the old PIN. Voids the proof tokens that were issued for the old PIN.
 *
 * @throws {ApiError} `pin_missing`, `pin_invalid`, `pin_mismatch`, `pin_common`, `rate_limited`; `pin_incorrect`, also
 *   after a concurrent change
 */
export async function changePin(
  { db, members, proofs, limits }: PasswordDeps,
  { memberId, sessionId }: Bearer,
  { oldPin, newPin, confirmPin }: ChangePin,
): Promise<void> {
  const row = await findOwn(members, memberId);
  const from = row.pin_hash;
  if (from === null) throw new ApiError('pin_missing');
  const pin = requireValidNewPin(newPin, confirmPin, row);
  await verifySecret(
    limits,
    { secret: 'pin', account: memberId, caller: `session ${sessionId}` },
    { hash: from, secret: parsePin(oldPin) ?? '', refusal: 'pin_incorrect' },
  );
  const to = await hashPassword(pin, memberId);
  await db.transaction().execute(async (trx) => {
    await members.store.lock(trx, memberId);
    if (!(await members.store.replacePinHash(trx, memberId, { from, to }))) {
      throw new ApiError('pin_incorrect');
    }
    for (const purpose of ['reset', 'delete'] as const) {
      await proofs.voidAll(trx, { purpose, memberId, phone: null });
    }
  });
}
