import { MemberId } from '@sangwian/contract/ids';
import { ApiError } from '@sangwian/node-kit/api-error';
import type { MemberRow } from './members.store.ts';
import { parsePhone } from './phone-rules.ts';

/** Finds a member by phone number, in any notation, or by `member_id`. @throws {ApiError} `member_not_found` */
export async function findMemberByPhoneOrId(
  members: {
    find(by: { memberId: string } | { phone: string }): Promise<MemberRow | undefined>;
  },
  phoneOrId: string,
): Promise<MemberRow> {
  const { data: memberId } = MemberId.safeParse(phoneOrId);
  const phone = parsePhone(phoneOrId);
  let row: MemberRow | undefined;
  if (memberId !== undefined) row = await members.find({ memberId });
  else if (phone !== null) row = await members.find({ phone });
  if (row === undefined) throw new ApiError('member_not_found');
  return row;
}
