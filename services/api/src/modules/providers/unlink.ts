import type { MemberId } from '@sangwian/contract/ids';
import { ApiError } from '@sangwian/node-kit/api-error';
import type { Kysely } from 'kysely';
import type { Database } from '../../database/database.ts';
import type { Members } from '../members/members.module.ts';
import { type Link, refusalOfUnlink } from './link-rules.ts';
import type { Revocations } from './revocations.ts';

export interface UnlinkDeps {
  readonly db: Kysely<Database>;
  readonly members: Members;
  readonly revocations: Pick<Revocations, 'endLink'>;
}

/**
 * Ends a link. Two at once wait for each other, so that neither takes the last way in.
 *
 * @throws {ApiError} `link_missing`, `link_last`
 */
export async function unlink(
  { db, members, revocations }: UnlinkDeps,
  memberId: MemberId,
  link: Link,
): Promise<void> {
  const tellProvider = await db.transaction().execute(async (trx) => {
    await members.store.lock(trx, memberId);
    const row = await members.find({ memberId }, trx);
    const refusal = row === undefined ? 'member_not_found' : refusalOfUnlink(row, link);
    if (refusal !== null) throw new ApiError(refusal);
    if (link !== 'phone') return revocations.endLink(trx, memberId, link);
    await members.store.setPhone(trx, memberId, null);
    return undefined;
  });
  tellProvider?.();
}
