import type { MemberId } from '@sangwian/contract/ids';
import { ApiError } from '@sangwian/node-kit/api-error';
import type { Kysely } from 'kysely';
import type { Clock } from '../../clock.ts';
import type { Database } from '../../database/database.ts';
import {
  hashPassword,
  judgePassword,
  type Members,
  parsePhone,
} from '../members/members.module.ts';
import type { Proofs } from '../proofs/proofs.module.ts';
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
async function hashNewPassword({
  password,
  confirm_password,
}: PhoneLink): Promise<string | undefined> {
  if (password === undefined) return undefined;
  if (password !== confirm_password) throw new ApiError('password_mismatch');
  const complaint = judgePassword(password);
  if (complaint !== null) throw new ApiError(complaint);
  return hashPassword(password);
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
  const passwordHash = await hashNewPassword(link);
  try {
    await db.transaction().execute(async (trx) => {
      await members.store.lock(trx, memberId);
      await proofs.take(trx, link.otp_token, { purpose: 'link', phone, memberId });
      const row = await members.find({ memberId }, trx);
      if (row?.phone != null && row.phone !== phone) throw new ApiError('link_taken');
      await members.store.setPhone(trx, memberId, phone);
      if (passwordHash === undefined) return;
      if (row?.password_hash != null) throw new ApiError('request_invalid', { details: HAS_ONE });
      await members.store.setPasswordHash(trx, memberId, passwordHash, clock());
    });
  } catch (error) {
    const isTaken = error instanceof ApiError && error.code === 'phone_exists_log_in';
    // The constraint is asked rather than looked up before, so that of two at once one is told the truth.
    if (isTaken) throw new ApiError(refusalOfTakenPhone(await members.find({ phone })));
    throw error;
  }
}
