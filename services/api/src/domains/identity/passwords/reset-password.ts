import type { MemberId } from '@sangwian/contract/ids';
import { ApiError } from '@sangwian/node-kit/api-error';
import type { Transaction } from 'kysely';
import type { Device } from '../../../platform/http/caller-cookies.ts';
import type { Database } from '../../../schema/database.ts';
import { hashPassword, type MemberRow, type Members } from '../members/members.module.ts';
import type { ExpectedProof, Proof } from '../proofs/proofs.module.ts';
import type { PasswordDeps } from './password-deps.ts';
import { requireValidNewPassword } from './require-valid-new-password.ts';

export interface ResetPassword {
  readonly otpToken: string | undefined;
  readonly pinToken: string | undefined;
  readonly newPassword: string;
  readonly confirmPassword: string;
  /** Device on which the owner proved the phone or PIN. */
  readonly device: Device;
}

type Expected = ExpectedProof & { readonly refusal: 'otp_token_invalid' | 'pin_token_invalid' };

/** Returns the token of a reset and its expected proof. */
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

/** Finds the owner of a proof: an OTP proves a phone, a PIN a member. */
async function ownerOf(
  members: Members,
  { memberId, phone }: Proof,
  trx: Transaction<Database>,
): Promise<MemberRow | undefined> {
  if (memberId !== null) return members.find({ memberId }, trx);
  return phone === null ? undefined : members.find({ phone }, trx);
}

/**
 * Sets a new password for a member proven by OTP or PIN, with or without an earlier password. Revokes all sessions, forgets
 * all known devices and voids all other reset tokens, so that an intruder is out. The device of this call becomes an own
 * one. Banned members can reset too, but still cannot sign in.
 *
 * @returns the member
 * @throws {ApiError} `new_password_mismatch`, `password_weak`, `password_common`; `otp_token_invalid` and
 *   `pin_token_invalid`: used, expired, for another purpose, or the member was deleted
 */
export async function resetPassword(
  { db, clock, members, sessions, proofs, limits }: PasswordDeps,
  reset: ResetPassword,
): Promise<MemberRow> {
  const { token, expected } = tokenOf(reset);
  requireValidNewPassword(reset.newPassword, reset.confirmPassword);
  // Checked first, since hashing is expensive.
  const proof = await proofs.check(token, expected);
  const hash = await hashPassword(reset.newPassword, proof.memberId ?? proof.phone ?? '');
  const { member, publishRevoked } = await db.transaction().execute(async (trx) => {
    const owner = await ownerOf(members, proof, trx);
    if (owner === undefined) throw new ApiError(expected.refusal);
    const memberId = owner.member_id as MemberId;
    // The member is locked before the proof, as everywhere, to avoid deadlocks.
    await members.store.lock(trx, memberId);
    await proofs.use(trx, token, expected);
    await members.store.setPasswordHash(trx, memberId, hash, clock());
    await proofs.voidAll(trx, { purpose: 'reset', memberId, phone: owner.phone });
    const publishRevoked = await sessions.revokeAll(trx, memberId);
    await sessions.saveDevice(trx, memberId, reset.device.remember());
    return { member: owner, publishRevoked };
  });
  await limits.clearMember(member.member_id);
  publishRevoked();
  return member;
}
