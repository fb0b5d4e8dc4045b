import type { MemberId } from '@sangwian/contract/ids';
import { ApiError } from '@sangwian/node-kit/api-error';
import type { Transaction } from 'kysely';
import type { Device } from '../../../platform/http/caller-cookies.ts';
import type { Database } from '../../../schema/database.ts';
import { hashPassword, type MemberRow, type Members } from '../members/members.module.ts';
import type { ExpectedProof, Proof } from '../proofs/proofs.module.ts';
import { judgeNewPassword } from './judge-new-password.ts';
import type { PasswordDeps } from './password-deps.ts';

export interface ResetPassword {
  readonly otpToken: string | undefined;
  readonly pinToken: string | undefined;
  readonly newPassword: string;
  readonly confirmPassword: string;
  /** Where the owner has just proved the phone or the PIN. */
  readonly device: Device;
}

type Expected = ExpectedProof & { readonly refusal: 'otp_token_invalid' | 'pin_token_invalid' };

/** The one token of a reset, and what it has to be. */
function tokenOf({ otpToken, pinToken }: ResetPassword): { token: string; expected: Expected } {
  if ((otpToken === undefined) === (pinToken === undefined)) {
    throw new ApiError('request_invalid', {
      details: [{ path: 'body', message: 'one of otp_token and pin_token is needed' }],
    });
  }
  return otpToken === undefined
    ? { token: pinToken ?? '', expected: { purpose: 'reset', refusal: 'pin_token_invalid' } }
    : { token: otpToken, expected: { purpose: 'reset', refusal: 'otp_token_invalid' } };
}

/** Whose proof it is: an OTP proves a phone, a PIN a member. */
async function ownerOf(
  members: Members,
  { memberId, phone }: Proof,
  trx: Transaction<Database>,
): Promise<MemberRow | undefined> {
  if (memberId !== null) return members.find({ memberId }, trx);
  return phone === null ? undefined : members.find({ phone }, trx);
}

/**
 * Sets a new password for whoever proved by OTP or PIN to be the member, whether there was one before or not. Every
 * session ends, no device is known any more, and no other token given out for a reset is worth anything: whoever got in
 * before is out. The device of this call has a budget of sign-ins of its own from now on. A member who is banned may have a new password, too; it opens nothing.
 *
 * @returns whose password it is now
 * @throws {ApiError} `new_password_mismatch`, `password_weak`, `password_common`; `otp_token_invalid` and
 *   `pin_token_invalid`: used, run out, of another purpose, or its member is gone
 */
export async function resetPassword(
  { db, clock, members, sessions, proofs, limits }: PasswordDeps,
  reset: ResetPassword,
): Promise<MemberRow> {
  const { token, expected } = tokenOf(reset);
  judgeNewPassword(reset.newPassword, reset.confirmPassword);
  // Hashing costs, so a token that is none does not get as far.
  const proof = await proofs.check(token, expected);
  const hash = await hashPassword(reset.newPassword, proof.memberId ?? proof.phone ?? '');
  const { member, tell } = await db.transaction().execute(async (trx) => {
    const owner = await ownerOf(members, proof, trx);
    if (owner === undefined) throw new ApiError(expected.refusal);
    const memberId = owner.member_id as MemberId;
    // The member before the proof, as everybody does, so that no two wait for each other.
    await members.store.lock(trx, memberId);
    await proofs.take(trx, token, expected);
    await members.store.setPasswordHash(trx, memberId, hash, clock());
    await proofs.voidAll(trx, { purpose: 'reset', memberId, phone: owner.phone });
    const tell = await sessions.endAll(trx, memberId);
    await sessions.keepDevice(trx, memberId, reset.device.remember());
    return { member: owner, tell };
  });
  await limits.clearMember(member.member_id);
  tell();
  return member;
}
