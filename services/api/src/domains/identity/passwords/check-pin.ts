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
  /** `undefined` for the bearer's own PIN. */
  readonly phone: string | undefined;
  readonly pin: string;
  readonly purpose: 'reset' | 'delete';
  readonly otpToken: string | undefined;
  readonly bearer: Bearer | null;
  /** Error of an invalid bearer token. */
  readonly bearerRefusal: ApiError | null;
  readonly device: Device;
}

interface PinAttempt {
  readonly row: MemberRow | undefined;
  readonly account: string;
  readonly caller: string;
  /** OTP token for an unknown device; used up with a correct PIN. */
  readonly otp: { readonly token: string; readonly expected: ExpectedProof } | null;
}

/**
 * Prepares an attempt at the bearer's own PIN. With another member's phone no PIN is correct.
 *
 * @throws {ApiError} `token_missing`, or the error of the bearer token
 */
async function attemptOwnPin({ members }: PasswordDeps, call: CheckPin): Promise<PinAttempt> {
  const { bearer, bearerRefusal, phone } = call;
  if (bearer === null) throw bearerRefusal ?? new ApiError('token_missing');
  const { memberId, sessionId } = bearer;
  const row = await members.find({ memberId });
  const isOwn = phone === undefined || (row?.phone != null && row.phone === parsePhone(phone));
  return {
    row: isOwn ? row : undefined,
    account: memberId,
    caller: `session ${sessionId}`,
    otp: null,
  };
}

/**
 * Prepares an attempt at a phone's PIN, after a forgotten password. Only the signed-in member, a device that the member
 * has signed in on, or the holder of the phone may try. So a stranger can neither guess, nor use up the owner's guesses,
 * nor learn whether the phone has a member.
 *
 * @throws {ApiError} `pin_needs_otp`, `otp_token_invalid`
 */
async function attemptPinByPhone(
  deps: PasswordDeps,
  call: CheckPin,
  phone: string,
): Promise<PinAttempt> {
  const { members, sessions, proofs } = deps;
  const { otpToken, device, bearer } = call;
  if (bearer !== null) {
    const own = await attemptOwnPin(deps, call);
    if (own.row !== undefined) return own;
  }
  const number = parsePhone(phone);
  if (number !== null && (await sessions.isKnownDevice(number, device))) {
    const row = await members.find({ phone: number });
    const caller = `device ${device.hash?.toString('base64url')}`;
    return { row, account: row?.member_id ?? number, caller, otp: null };
  }
  if (otpToken === undefined) throw new ApiError('pin_needs_otp');
  if (number === null) throw new ApiError('otp_token_invalid');
  const expected: ExpectedProof = { purpose: 'reset', phone: number };
  await proofs.check(otpToken, expected);
  const row = await members.find({ phone: number });
  return {
    row,
    account: row?.member_id ?? number,
    // Only the holder of the phone gets here.
    caller: 'phone',
    otp: { token: otpToken, expected },
  };
}

/**
 * Exchanges a correct PIN for a proof token of its purpose, valid once and for ten minutes.
 *
 * @throws {ApiError} `token_missing` or the error of the bearer token, without a phone; `pin_needs_otp` on an unknown
 *   device; `otp_token_invalid`; `pin_incorrect`, also without a PIN; `rate_limited`, with the end of the lock
 */
export async function checkPin(
  deps: PasswordDeps,
  call: CheckPin,
): Promise<{ pin_token: string; expires_at: string }> {
  const { db, members, proofs, limits } = deps;
  const { phone, purpose } = call;
  const { row, account, caller, otp } =
    phone !== undefined && purpose === 'reset'
      ? await attemptPinByPhone(deps, call, phone)
      : await attemptOwnPin(deps, call);
  const pinHash = row?.pin_hash ?? null;
  await verifySecret(
    limits,
    { secret: 'pin', account, caller, isPhoneProven: otp !== null },
    { hash: pinHash, secret: parsePin(call.pin) ?? '', refusal: 'pin_incorrect' },
  );
  const memberId = account as MemberId;
  const { token, expiresAt } = await db.transaction().execute(async (trx) => {
    await members.store.lock(trx, memberId);
    // After a concurrent change of the PIN no token may be issued for the old one.
    const now = await members.find({ memberId }, trx);
    if (now?.pin_hash !== pinHash) throw new ApiError('pin_incorrect');
    if (otp !== null) await proofs.use(trx, otp.token, otp.expected);
    return proofs.issue(trx, { purpose, memberId });
  });
  return { pin_token: token, expires_at: expiresAt.toISOString() };
}
