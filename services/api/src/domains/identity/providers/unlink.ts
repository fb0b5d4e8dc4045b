import type { MemberId } from '@sangwian/contract/ids';
import { ApiError } from '@sangwian/node-kit/api-error';
import type { Kysely } from 'kysely';
import type { Database } from '../../../schema/database.ts';
import type { MemberRow, Members } from '../members/members.module.ts';
import type { PastPhones } from '../past-phones/past-phones.module.ts';
import { type Link, unlinkErrorOf } from './link-rules.ts';
import type { Revocations } from './revocations.ts';

export interface UnlinkDeps {
  readonly db: Kysely<Database>;
  readonly members: Members;
  readonly pastPhones: Pick<PastPhones, 'remember'>;
  readonly revocations: Pick<Revocations, 'endLink'>;
}

/**
 * Removes a link. Concurrent requests run one after the other, so that the last way to sign in always stays.
 *
 * @returns the member before the change
 * @throws {ApiError} `link_missing`, `link_last`
 */
export async function unlink(
  { db, members, pastPhones, revocations }: UnlinkDeps,
  memberId: MemberId,
  link: Link,
): Promise<MemberRow> {
  return db.transaction().execute(async (trx) => {
    await members.store.lock(trx, memberId);
    const row = await members.find({ memberId }, trx);
    if (row === undefined) throw new ApiError('member_not_found');
    const refusal = unlinkErrorOf(row, link);
    if (refusal !== null) throw new ApiError(refusal);
    if (link !== 'phone') {
      await revocations.endLink(trx, memberId, link);
      return row;
    }
    if (row.phone !== null) await pastPhones.remember(trx, memberId, row.phone);
    await members.store.setPhone(trx, memberId, null);
    return row;
  });
}
