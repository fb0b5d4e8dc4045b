import { ApiError } from '@sangwian/node-kit/api-error';
import { judgePassword } from '../members/members.module.ts';

/**
 * A new password that was typed twice, as a change and a reset take it.
 *
 * @throws {ApiError} `new_password_mismatch`, `password_weak`, `password_common`
 */
export function judgeNewPassword(password: string, confirmed: string): void {
  if (password !== confirmed) throw new ApiError('new_password_mismatch');
  const against = judgePassword(password);
  if (against !== null) throw new ApiError(against);
}
