import type { MemberId } from '@sangwian/contract/ids';
import { ApiError } from '@sangwian/node-kit/api-error';
import type { Bearer } from '../../../platform/http/handler.ts';
import { hashPassword, type MemberRow, type Members } from '../members/members.module.ts';
import type { PasswordDeps } from './password-deps.ts';
import { judgePin, parsePin } from './pin-rules.ts';
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
 * A new PIN that was typed twice, in plain digits.
 *
 * @throws {ApiError} `pin_invalid`, `pin_mismatch`, `pin_common`
 */
function judgeNewPin(typed: string, confirmed: string, row: MemberRow): string {
  const pin = parsePin(typed);
  if (pin === null) throw new ApiError('pin_invalid');
  if (parsePin(confirmed) !== pin) throw new ApiError('pin_mismatch');
  const against = judgePin(pin, { phone: row.phone, birthDate: row.birth_date });
  if (against !== null) throw new ApiError(against);
  return pin;
}

/** @throws {ApiError} `member_not_found` */
async function findOwn(members: Members, memberId: MemberId): Promise<MemberRow> {
  const row = await members.find({ memberId });
  if (row === undefined) throw new ApiError('member_not_found');
  return row;
}

/**
 * Gives a PIN to a member who has none. Who has a password says it, and who has none has signed in just now: with a PIN
 * a password can be set, so a sign-in left open somewhere must not be enough.
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
  const pin = judgeNewPin(typed, confirmPin, row);
  if (row.password_hash === null) {
    await sessions.requireFresh(bearer);
  } else {
    if (password === undefined) throw new ApiError('password_incorrect');
    await verifySecret(
      limits,
      { what: 'password', whose: memberId, trier: `session ${sessionId}` },
      { hash: row.password_hash, secret: password, refusal: 'password_incorrect' },
    );
  }
  const to = await hashPassword(pin, memberId);
  await db.transaction().execute(async (trx) => {
    await members.store.lock(trx, memberId);
    // Whoever has just been put out by a reset must not leave a PIN behind.
    const now = await members.find({ memberId }, trx);
    if (now?.password_hash !== row.password_hash) throw new ApiError('password_incorrect');
    if (!(await members.store.replacePinHash(trx, memberId, { from: null, to }))) {
      throw new ApiError('pin_exists');
    }
  });
}

/**
 * Changes the PIN of a member who knows the old one. What the old one opened is closed again.
 *
 * @throws {ApiError} `pin_missing`, `pin_invalid`, `pin_mismatch`, `pin_common`, `rate_limited`; `pin_incorrect`, also
 *   where another change came first
 */
export async function changePin(
  { db, members, proofs, limits }: PasswordDeps,
  { memberId, sessionId }: Bearer,
  { oldPin, newPin, confirmPin }: ChangePin,
): Promise<void> {
  const row = await findOwn(members, memberId);
  const from = row.pin_hash;
  if (from === null) throw new ApiError('pin_missing');
  const pin = judgeNewPin(newPin, confirmPin, row);
  await verifySecret(
    limits,
    { what: 'pin', whose: memberId, trier: `session ${sessionId}` },
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
