import type { Language } from '@sangwian/contract/endpoints/member';
import type { MemberId } from '@sangwian/contract/ids';
import type { Transaction } from 'kysely';
import type { Database } from '../../../schema/database.ts';
import type { MemberWallet } from './member-wallet.ts';
import type { MembersStore } from './members.store.ts';
import { hashPassword } from './passwords.ts';
import { parsePhone } from './phone-rules.ts';

export interface CreateMember {
  /** A UUID, where it has to be the same everywhere; else a new one. */
  readonly memberId?: MemberId;
  readonly firstName: string;
  readonly lastName: string;
  /** As people write it; kept in E.164. */
  readonly phone: string | null;
  /** `null`: this member cannot sign in by password. */
  readonly password: string | null;
  /** Instead of `password`, where it was hashed before the transaction began. */
  readonly passwordHash?: string | null;
  readonly avatar?: string;
  readonly email?: string;
  readonly gender?: 'male' | 'female' | 'unspecified';
  /** `YYYY-MM-DD`. */
  readonly birthDate?: string;
  readonly language?: Language;
  /** Of a partner's member; both or none. */
  readonly mapSystemId?: string;
  readonly mapMemberId?: string;
}

/**
 * Makes a member with an empty wallet, inside the caller's transaction.
 *
 * @throws {RangeError} on a phone that is no mobile number
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
    throw new RangeError(`"${member.phone}" is no mobile number`);
  }
  const { password, ...rest } = member;
  const passwordHash =
    password === null ? (member.passwordHash ?? null) : await hashPassword(password);
  const memberId = (await store.insert(trx, { ...rest, phone, passwordHash })) as MemberId;
  await wallet.openWallet(trx, memberId);
  return memberId;
}
