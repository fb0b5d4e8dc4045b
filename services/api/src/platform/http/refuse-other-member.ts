import { ApiError } from '@sangwian/node-kit/api-error';
import type { Bearer } from './handler.ts';

/**
 * Own data only: whoever names another member is told that there is none, whether there is or not.
 *
 * @throws {ApiError} `member_not_found`
 */
export function refuseOtherMember(bearer: Bearer, memberId: string): void {
  if (memberId.toLowerCase() !== bearer.memberId) throw new ApiError('member_not_found');
}
