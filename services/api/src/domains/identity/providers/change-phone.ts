import type { MemberId } from '@sangwian/contract/ids';
import { ApiError } from '@sangwian/node-kit/api-error';
import type { Kysely } from 'kysely';
import type { Database } from '../../../schema/database.ts';
import { type MemberRow, type Members, parsePhone } from '../members/members.module.ts';
import type { PastPhones } from '../past-phones/past-phones.module.ts';
import type { Proofs } from '../proofs/proofs.module.ts';

export interface ChangePhoneDeps {
  readonly db: Kysely<Database>;
  readonly members: Members;
  readonly proofs: Proofs;
  readonly pastPhones: Pick<PastPhones, 'remember'>;
}

export interface PhoneChange {
  readonly phone: string;
  readonly otp_token: string;
}

/**
 * Changes the phone of a member to one that an OTP has proven. Both commit together, so that at no time the member has
 * none.
 *
 * @returns the member as it was before; `null` where it has this phone already
 * @throws {ApiError} `phone_invalid`, `otp_token_invalid`; `link_missing` where there is no phone to change;
 *   `phone_exists` where somebody else has the new one
 */
export async function changePhone(
  { db, members, proofs, pastPhones }: ChangePhoneDeps,
  memberId: MemberId,
  { phone: typed, otp_token: otpToken }: PhoneChange,
): Promise<MemberRow | null> {
  const phone = parsePhone(typed);
  if (phone === null) throw new ApiError('phone_invalid');
  try {
    return await db.transaction().execute(async (trx) => {
      await members.store.lock(trx, memberId);
      await proofs.take(trx, otpToken, { purpose: 'link', phone, memberId });
      const row = await members.find({ memberId }, trx);
      if (row === undefined || row.phone === null) throw new ApiError('link_missing');
      if (row.phone === phone) return null;
      await pastPhones.remember(trx, memberId, row.phone);
      await members.store.setPhone(trx, memberId, phone);
      return row;
    });
  } catch (error) {
    // The constraint is asked rather than looked up before, so that of two at once one is told the truth.
    const isTaken = error instanceof ApiError && error.code === 'phone_exists_log_in';
    throw isTaken ? new ApiError('phone_exists') : error;
  }
}
