import type { MemberId } from '@sangwian/contract/ids';
import { ApiError } from '@sangwian/node-kit/api-error';
import type { Kysely } from 'kysely';
import type { Clock } from '../../../platform/time/clock.ts';
import type { Database } from '../../../schema/database.ts';
import {
  hashPassword,
  judgePassword,
  type MemberRow,
  type Members,
  parsePhone,
} from '../members/members.module.ts';
import type { ExpectedProof, Proofs } from '../proofs/proofs.module.ts';
import { refusalOfTakenPhone } from './link-rules.ts';

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

const HAS_ONE = [{ path: 'password', message: 'There is one already; it is changed elsewhere' }];

/** @throws {ApiError} `password_mismatch`, `password_weak`, `password_common` */
function judgeNewPassword({ password, confirm_password }: PhoneLink): void {
  if (password === undefined) return;
  if (password !== confirm_password) throw new ApiError('password_mismatch');
  const complaint = judgePassword(password);
  if (complaint !== null) throw new ApiError(complaint);
}

/** @throws {ApiError} `link_taken`; `request_invalid` where there is a password already */
function refuseReplacing(row: MemberRow | undefined, phone: string, link: PhoneLink): void {
  if (row?.phone != null && row.phone !== phone) throw new ApiError('link_taken');
  if (link.password !== undefined && row?.password_hash != null) {
    throw new ApiError('request_invalid', { details: HAS_ONE });
  }
}

/**
 * Links a phone that an OTP has proven. A password comes with it where the member has none yet; who has one changes
 * it where passwords are changed.
 *
 * @throws {ApiError} `phone_invalid`, `otp_token_invalid`, `link_taken`, what stands against the password, and of a
 *   phone that somebody else has what it is linked with
 */
export async function linkPhone(
  { db, members, proofs, clock }: LinkPhoneDeps,
  memberId: MemberId,
  link: PhoneLink,
): Promise<void> {
  const phone = parsePhone(link.phone);
  if (phone === null) throw new ApiError('phone_invalid');
  judgeNewPassword(link);
  const expected: ExpectedProof = { purpose: 'link', phone, memberId };
  // Hashing costs, and whoever signs in waits for it in the same line: only what will be kept gets as far.
  await proofs.check(link.otp_token, expected);
  refuseReplacing(await members.find({ memberId }), phone, link);
  const passwordHash =
    link.password === undefined ? null : await hashPassword(link.password, memberId);
  try {
    await db.transaction().execute(async (trx) => {
      await members.store.lock(trx, memberId);
      await proofs.take(trx, link.otp_token, expected);
      refuseReplacing(await members.find({ memberId }, trx), phone, link);
      await members.store.setPhone(trx, memberId, phone);
      if (passwordHash === null) return;
      await members.store.setPasswordHash(trx, memberId, passwordHash, clock());
    });
  } catch (error) {
    const isTaken = error instanceof ApiError && error.code === 'phone_exists_log_in';
    // The constraint is asked rather than looked up before, so that of two at once one is told the truth.
    if (isTaken) throw new ApiError(refusalOfTakenPhone(await members.find({ phone })));
    throw error;
  }
}
