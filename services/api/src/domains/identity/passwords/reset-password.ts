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
  /** The device on which the owner proved the phone or entered the PIN. */
  readonly device: Device;
}

type Expected = ExpectedProof & { readonly refusal: 'otp_token_invalid' | 'pin_token_invalid' };

/** Returns the token of a reset request and the proof that the token must contain. */
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

/** Finds the owner of a proof. A proof by OTP names a phone, a proof by PIN names a member. */
async function ownerOf(
  members: Members,
  { memberId, phone }: Proof,
  trx: Transaction<Database>,
): Promise<MemberRow | undefined> {
  if (memberId !== null) return members.find({ memberId }, trx);
  return phone === null ? undefined : members.find({ phone }, trx);
}

/**
 * Sets a new password for a member who has proven ownership by OTP or PIN; the member need not have had a password. An
 * intruder loses all access: the reset revokes all sessions, forgets all known devices and voids all other reset
 * tokens. The device of this request becomes one of the member's own devices. Banned members can reset their password
 * too, but cannot sign in.
 *
 * @returns the member
 * @throws {ApiError} `new_password_mismatch`, `password_weak`, `password_common`; `otp_token_invalid` or
 *   `pin_token_invalid`: used, expired, for another purpose, or the member was deleted
 */
export async function resetPassword(
  { db, clock, members, sessions, proofs, limits }: PasswordDeps,
  reset: ResetPassword,
): Promise<MemberRow> {
  const { token, expected } = tokenOf(reset);
  requireValidNewPassword(reset.newPassword, reset.confirmPassword);
  // The proof is checked before the password is hashed, since hashing is expensive.
  const proof = await proofs.check(token, expected);
  const hash = await hashPassword(reset.newPassword, proof.memberId ?? proof.phone ?? '');
  const { member, publishRevoked } = await db.transaction().execute(async (trx) => {
    const owner = await ownerOf(members, proof, trx);
    if (owner === undefined) throw new ApiError(expected.refusal);
    const memberId = owner.member_id as MemberId;
    // Locks the member before the proof is used. All code locks in this order, to avoid deadlocks.
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
