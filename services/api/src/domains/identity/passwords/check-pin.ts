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
  /** Missing if the member checks their own PIN. */
  readonly phone: string | undefined;
  readonly pin: string;
  readonly purpose: 'reset' | 'delete';
  readonly otpToken: string | undefined;
  readonly bearer: Bearer | null;
  /** The error of an invalid bearer token. */
  readonly bearerRefusal: ApiError | null;
  readonly device: Device;
}

interface PinAttempt {
  readonly row: MemberRow | undefined;
  readonly account: string;
  readonly caller: string;
  /** The OTP token for an unknown device. A correct PIN uses the token up. */
  readonly otp: { readonly token: string; readonly expected: ExpectedProof } | null;
}

/**
 * Prepares an attempt at the signed-in member's own PIN. If the request names another member's phone, every PIN is
 * wrong.
 *
 * @throws {ApiError} `token_missing`, or the error of the bearer token
 */
async function prepareOwnPinAttempt(
  { members }: PasswordDeps,
  call: CheckPin,
): Promise<PinAttempt> {
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
 * Prepares an attempt at the PIN of a phone by a member who forgot the password. The attempt needs one of three things:
 * the member's session, a device on which the member has signed in, or an OTP of the phone. Strangers therefore cannot
 * guess the PIN, use up the owner's guesses, or find out whether the phone belongs to a member.
 *
 * @throws {ApiError} `pin_needs_otp`, `otp_token_invalid`
 */
async function preparePinAttemptByPhone(
  deps: PasswordDeps,
  call: CheckPin,
  phone: string,
): Promise<PinAttempt> {
  const { members, sessions, proofs } = deps;
  const { otpToken, device, bearer } = call;
  if (bearer !== null) {
    const own = await prepareOwnPinAttempt(deps, call);
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
    // All callers with an OTP of the phone share one limit of guesses.
    caller: 'phone',
    otp: { token: otpToken, expected },
  };
}

/**
 * Exchanges a correct PIN for a proof token of the requested purpose. The token works once, within ten minutes.
 *
 * @throws {ApiError} `token_missing` or the error of the bearer token, if the request has no phone; `pin_needs_otp` on
 *   an unknown device; `otp_token_invalid`; `pin_incorrect`, also if no PIN is set; `rate_limited`, with the end of the
 *   lock
 */
export async function checkPin(
  deps: PasswordDeps,
  call: CheckPin,
): Promise<{ pin_token: string; expires_at: string }> {
  const { db, members, proofs, limits } = deps;
  const { phone, purpose } = call;
  const { row, account, caller, otp } =
    phone !== undefined && purpose === 'reset'
      ? await preparePinAttemptByPhone(deps, call, phone)
      : await prepareOwnPinAttempt(deps, call);
  const pinHash = row?.pin_hash ?? null;
  await verifySecret(
    limits,
    { secret: 'pin', account, caller, isPhoneProven: otp !== null },
    { hash: pinHash, secret: parsePin(call.pin) ?? '', refusal: 'pin_incorrect' },
  );
  const memberId = account as MemberId;
  const { token, expiresAt } = await db.transaction().execute(async (trx) => {
    await members.store.lock(trx, memberId);
    // If the PIN was changed concurrently, the old PIN must not produce a token.
    const current = await members.find({ memberId }, trx);
    if (current?.pin_hash !== pinHash) throw new ApiError('pin_incorrect');
    if (otp !== null) await proofs.use(trx, otp.token, otp.expected);
    return proofs.issue(trx, { purpose, memberId });
  });
  return { pin_token: token, expires_at: expiresAt.toISOString() };
}
