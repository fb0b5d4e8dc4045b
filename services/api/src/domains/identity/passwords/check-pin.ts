import type { MemberId } from '@sangwian/contract/ids';
import { ApiError } from '@sangwian/node-kit/api-error';
import type { Device } from '../../../platform/http/caller-cookies.ts';
import type { Bearer } from '../../../platform/http/handler.ts';
import { type MemberRow, parsePhone } from '../members/members.module.ts';
import type { ExpectedProof } from '../proofs/proofs.module.ts';
import type { PasswordDeps } from './password-deps.ts';
import { parsePin } from './pin-rules.ts';
import { verifySecret } from './verify-secret.ts';

export interface CheckPin {
  /** `undefined`: the bearer's own. */
  readonly phone: string | undefined;
  readonly pin: string;
  readonly purpose: 'reset' | 'delete';
  readonly otpToken: string | undefined;
  readonly bearer: Bearer | null;
  /** Why the token that came with the call is nobody's. */
  readonly bearerRefusal: ApiError | null;
  readonly device: Device;
}

/** Whose PIN is tried, and by whom. */
interface Trial {
  readonly row: MemberRow | undefined;
  readonly whose: string;
  readonly trier: string;
  /** An OTP that lets a device in that is not known; used up when the PIN is right. */
  readonly otp: { readonly token: string; readonly expected: ExpectedProof } | null;
}

/**
 * The bearer's own PIN. A phone beside it has to be the bearer's, or there is no PIN that would be right.
 *
 * @throws {ApiError} `token_missing`, or why the token is nobody's
 */
async function tryOwn({ members }: PasswordDeps, call: CheckPin): Promise<Trial> {
  const { bearer, bearerRefusal, phone } = call;
  if (bearer === null) throw bearerRefusal ?? new ApiError('token_missing');
  const { memberId, sessionId } = bearer;
  const row = await members.find({ memberId });
  const isOwn = phone === undefined || (row?.phone != null && row.phone === parsePhone(phone));
  return {
    row: isOwn ? row : undefined,
    whose: memberId,
    trier: `session ${sessionId}`,
    otp: null,
  };
}

/**
 * The PIN of a phone, for somebody who forgot the password. Only who is signed in as its member, a device that the member
 * has signed in on, or whoever holds the phone gets to try: so a stranger can neither guess nor use up the owner's
 * guesses, and learns nothing of whether the phone is a member's.
 *
 * @throws {ApiError} `pin_needs_otp`, `otp_token_invalid`
 */
async function tryByPhone(deps: PasswordDeps, call: CheckPin, phone: string): Promise<Trial> {
  const { members, sessions, proofs } = deps;
  const { otpToken, device, bearer } = call;
  if (bearer !== null) {
    const own = await tryOwn(deps, call);
    if (own.row !== undefined) return own;
  }
  const number = parsePhone(phone);
  if (number !== null && (await sessions.isKnownDevice(number, device))) {
    const row = await members.find({ phone: number });
    const trier = `device ${device.hash?.toString('base64url')}`;
    return { row, whose: row?.member_id ?? number, trier, otp: null };
  }
  if (otpToken === undefined) throw new ApiError('pin_needs_otp');
  if (number === null) throw new ApiError('otp_token_invalid');
  const expected: ExpectedProof = { purpose: 'reset', phone: number };
  await proofs.check(otpToken, expected);
  const row = await members.find({ phone: number });
  return {
    row,
    whose: row?.member_id ?? number,
    // Nobody but the holder of the phone gets here, from whatever address.
    trier: 'phone',
    otp: { token: otpToken, expected },
  };
}

/**
 * Changes a PIN that is right for a token of its purpose, good once and for ten minutes.
 *
 * @throws {ApiError} without phone and bearer `token_missing`, or why the token is nobody's; `pin_needs_otp` on a device
 *   that is not known; `otp_token_invalid`; `pin_incorrect`, also of who has no PIN; `rate_limited`, with the time when
 *   the lock ends
 */
export async function checkPin(
  deps: PasswordDeps,
  call: CheckPin,
): Promise<{ pin_token: string; expires_at: string }> {
  const { db, members, proofs, limits } = deps;
  const { phone, purpose } = call;
  const { row, whose, trier, otp } =
    phone !== undefined && purpose === 'reset'
      ? await tryByPhone(deps, call, phone)
      : await tryOwn(deps, call);
  const pinHash = row?.pin_hash ?? null;
  await verifySecret(
    limits,
    { what: 'pin', whose, trier, isPhoneProven: otp !== null },
    { hash: pinHash, secret: parsePin(call.pin) ?? '', refusal: 'pin_incorrect' },
  );
  const memberId = whose as MemberId;
  const { token, expiresAt } = await db.transaction().execute(async (trx) => {
    await members.store.lock(trx, memberId);
    // What the old PIN opens is closed by a change: a token must not be given out after it.
    const now = await members.find({ memberId }, trx);
    if (now?.pin_hash !== pinHash) throw new ApiError('pin_incorrect');
    if (otp !== null) await proofs.take(trx, otp.token, otp.expected);
    return proofs.issue(trx, { purpose, memberId });
  });
  return { pin_token: token, expires_at: expiresAt.toISOString() };
}
