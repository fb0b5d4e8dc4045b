import type { MemberId } from '@sangwian/contract/ids';
import type { CallStaff } from './call-staff.ts';

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/**
 * Finds a member by complete phone number, in any spelling, or by `member_id`.
 *
 * @throws {Error} if there is none
 */
export async function findMemberId(call: CallStaff, phoneOrId: string): Promise<MemberId> {
  if (UUID.test(phoneOrId)) return phoneOrId.toLowerCase() as MemberId;
  const { data } = await call('GET /operator/member', { query: { q: phoneOrId, exact: '1' } });
  if (data[0] === undefined) throw new Error(`No member has the phone or id "${phoneOrId}".`);
  return data[0].member_id as MemberId;
}
