import type { MemberId } from '@sangwian/contract/ids';
import { ApiError } from '@sangwian/node-kit/api-error';
import type { Kysely } from 'kysely';
import type { Clock } from '../../../platform/time/clock.ts';
import type { Database } from '../../../schema/database.ts';
import {
  hashPassword,
  type MemberRow,
  type Members,
  parsePhone,
  passwordErrorOf,
} from '../members/members.module.ts';
import type { ExpectedProof, Proofs } from '../proofs/proofs.module.ts';
import { takenPhoneErrorOf } from './link-rules.ts';

export interface LinkPhoneDeps {
  readonly db: Kysely<Database>;
  readonly members: Members;
  readonly proofs: Proofs;
  readonly clock: Clock;
}

export interface PhoneLink {
  readonly phone: string;
  readonly otp_token: string;
  readonly password?: string | undefined;
  readonly confirm_password?: string | undefined;
}

const PASSWORD_EXISTS = [
  { path: 'password', message: 'There is one already; it is changed elsewhere' },
];

/** @throws {ApiError} `password_mismatch`, `password_weak`, `password_common` */
function requireValidNewPassword({ password, confirm_password }: PhoneLink): void {
  if (password === undefined) return;
  if (password !== confirm_password) throw new ApiError('password_mismatch');
  const error = passwordErrorOf(password);
  if (error !== null) throw new ApiError(error);
}

/** @throws {ApiError} `link_taken`; `request_invalid` if the member already has a password */
function refuseReplacing(row: MemberRow | undefined, phone: string, link: PhoneLink): void {
  if (row?.phone != null && row.phone !== phone) throw new ApiError('link_taken');
  if (link.password !== undefined && row?.password_hash != null) {
    throw new ApiError('request_invalid', { details: PASSWORD_EXISTS });
  }
}

/**
 * Links a phone that was proven by OTP. A member without a password may set one in the same request.
 *
 * @throws {ApiError} `phone_invalid`, `otp_token_invalid`, `link_taken`, the error of the password, and the error for a
 *   phone of another member
 */
export async function linkPhone(
  { db, members, proofs, clock }: LinkPhoneDeps,
  memberId: MemberId,
  link: PhoneLink,
): Promise<void> {
  const phone = parsePhone(link.phone);
  if (phone === null) throw new ApiError('phone_invalid');
  requireValidNewPassword(link);
  const expected: ExpectedProof = { purpose: 'link', phone, memberId };
  // The proof is checked first, since hashing is expensive and shares its queue with the sign-ins.
  await proofs.check(link.otp_token, expected);
  refuseReplacing(await members.find({ memberId }), phone, link);
  const passwordHash =
    link.password === undefined ? null : await hashPassword(link.password, memberId);
  try {
    await db.transaction().execute(async (trx) => {
      await members.store.lock(trx, memberId);
      await proofs.use(trx, link.otp_token, expected);
      refuseReplacing(await members.find({ memberId }, trx), phone, link);
      await members.store.setPhone(trx, memberId, phone);
      if (passwordHash === null) return;
      await members.store.setPasswordHash(trx, memberId, passwordHash, clock());
    });
  } catch (error) {
    const isTaken = error instanceof ApiError && error.code === 'phone_exists_log_in';
    // The unique constraint detects a taken phone. An earlier lookup could miss a concurrent request.
    if (isTaken) throw new ApiError(takenPhoneErrorOf(await members.find({ phone })));
    throw error;
  }
}
