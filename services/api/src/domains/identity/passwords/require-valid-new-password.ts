import { ApiError } from '@sangwian/node-kit/api-error';
import { passwordErrorOf } from '../members/members.module.ts';

/**
 * Requires an acceptable new password that was typed twice without a difference.
 *
 * @throws {ApiError} `new_password_mismatch`, `password_weak`, `password_common`
 */
export function requireValidNewPassword(password: string, confirmed: string): void {
  if (password !== confirmed) throw new ApiError('new_password_mismatch');
  const error = passwordErrorOf(password);
  if (error !== null) throw new ApiError(error);
}
