import { MemberId } from '@sangwian/contract/ids';
import { ApiError } from '@sangwian/node-kit/api-error';
import type { MemberRow } from './members.store.ts';
import { parsePhone } from './phone-rules.ts';

/**
 * A member as an operator names it: a phone as people write it, or a `member_id`.
 *
 * @throws {ApiError} `member_not_found`
 */
export async function findWhom(
  members: {
    find(by: { memberId: string } | { phone: string }): Promise<MemberRow | undefined>;
  },
  whom: string,
): Promise<MemberRow> {
  const asId = MemberId.safeParse(whom);
  const phone = asId.success ? null : parsePhone(whom);
  const row = asId.success
    ? await members.find({ memberId: asId.data })
    : phone === null
      ? undefined
      : await members.find({ phone });
  if (row === undefined) throw new ApiError('member_not_found');
  return row;
}
