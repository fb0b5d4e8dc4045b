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
 * Replaces a member's phone by a phone that was proven by OTP, in one transaction.
 *
 * @returns the member before the change; `null` if the phone is the same
 * @throws {ApiError} `phone_invalid`, `otp_token_invalid`; `link_missing` if the member has no phone; `phone_exists` if
 *   another member has the new phone
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
      await proofs.use(trx, otpToken, { purpose: 'link', phone, memberId });
      const row = await members.find({ memberId }, trx);
      if (row === undefined || row.phone === null) throw new ApiError('link_missing');
      if (row.phone === phone) return null;
      await pastPhones.remember(trx, memberId, row.phone);
      await members.store.setPhone(trx, memberId, phone);
      return row;
    });
  } catch (error) {
    // The unique constraint detects a taken phone. An earlier lookup could miss a concurrent request.
    const isTaken = error instanceof ApiError && error.code === 'phone_exists_log_in';
    throw isTaken ? new ApiError('phone_exists') : error;
  }
}
