import { ApiError } from '@sangwian/node-kit/api-error';
import type { Bearer } from './handler.ts';

/**
 * Allows own data only. Other members are reported as not found, whether they exist or not.
 *
 * @throws {ApiError} `member_not_found`
 */
export function refuseOtherMember(bearer: Bearer, memberId: string): void {
  if (memberId.toLowerCase() !== bearer.memberId) throw new ApiError('member_not_found');
}
