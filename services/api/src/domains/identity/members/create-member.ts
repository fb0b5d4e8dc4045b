import type { Language } from '@sangwian/contract/endpoints/member';
import type { MemberId } from '@sangwian/contract/ids';
import type { Transaction } from 'kysely';
import type { Database } from '../../../schema/database.ts';
import type { MemberWallet } from './member-wallet.ts';
import type { MembersStore } from './members.store.ts';
import { hashPassword } from './passwords.ts';
import { parsePhone } from './phone-rules.ts';

export interface CreateMember {
  /** The id of the member; a new UUID by default. */
  readonly memberId?: MemberId;
  readonly firstName: string;
  readonly lastName: string;
  /** In any notation; stored in E.164. */
  readonly phone: string | null;
  /** `null` if the member has no password, or if `passwordHash` is set. */
  readonly password: string | null;
  /** The hash of the password, if it was computed before the transaction. Used only if `password` is `null`. */
  readonly passwordHash?: string | null;
  readonly avatar?: string;
  readonly email?: string;
  readonly gender?: 'male' | 'female' | 'unspecified';
  /** `YYYY-MM-DD`. */
  readonly birthDate?: string;
  readonly language?: Language;
  /** The partner and the partner's id of the member. Set both, or neither. */
  readonly mapSystemId?: string;
  readonly mapMemberId?: string;
}

/**
 * Creates a member and an empty wallet in the caller's transaction.
 *
 * @throws {RangeError} if the phone is not a mobile number
 * @throws {ApiError} `phone_exists_log_in`
 */
export async function createMember(
  store: MembersStore,
  wallet: MemberWallet,
  trx: Transaction<Database>,
  member: CreateMember,
): Promise<MemberId> {
  const phone = member.phone === null ? null : parsePhone(member.phone);
  if (phone === null && member.phone !== null) {
    throw new RangeError(`"${member.phone}" is not a mobile number`);
  }
  const { password, ...rest } = member;
  const passwordHash =
    password === null ? (member.passwordHash ?? null) : await hashPassword(password);
  const memberId = (await store.insert(trx, { ...rest, phone, passwordHash })) as MemberId;
  await wallet.openWallet(trx, memberId);
  return memberId;
}
