import { ApiError } from '@sangwian/node-kit/api-error';
import type { Bearer } from './handler.ts';

/**
 * Allows members to read only their own data. Any other member is reported as not found.
 *
 * @throws {ApiError} `member_not_found`
 */
export function refuseOtherMember(bearer: Bearer, memberId: string): void {
  if (memberId.toLowerCase() !== bearer.memberId) throw new ApiError('member_not_found');
}
