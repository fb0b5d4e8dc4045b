import { ApiError } from '@sangwian/node-kit/api-error';
import type { Bearer } from '../../../platform/http/handler.ts';
import { hashPassword } from '../members/members.module.ts';
import type { PasswordDeps } from './password-deps.ts';
import { requireValidNewPassword } from './require-valid-new-password.ts';
import { verifySecret } from './verify-secret.ts';

export interface ChangePassword {
  readonly oldPassword: string;
  readonly newPassword: string;
  readonly confirmPassword: string;
}

/**
 * Changes the password of a member who enters the old password. Revokes all other sessions and voids all reset tokens.
 *
 * @throws {ApiError} `new_password_mismatch`, `password_weak`, `password_common`, `rate_limited`;
 *   `old_password_invalid`, also if the member has no password or changed it concurrently
 */
export async function changePassword(
  { db, clock, members, sessions, proofs, limits }: PasswordDeps,
  { memberId, sessionId }: Bearer,
  { oldPassword, newPassword, confirmPassword }: ChangePassword,
): Promise<void> {
  requireValidNewPassword(newPassword, confirmPassword);
  const row = await members.find({ memberId });
  const from = row?.password_hash ?? null;
  await verifySecret(
    limits,
    { secret: 'password', account: memberId, caller: `session ${sessionId}` },
    { hash: from, secret: oldPassword, refusal: 'old_password_invalid' },
  );
  const to = await hashPassword(newPassword, memberId);
  const publishRevoked = await db.transaction().execute(async (trx) => {
    await members.store.lock(trx, memberId);
    const change = { from: from ?? '', to, now: clock() };
    // A concurrent request has replaced the password that was verified above.
    if (!(await members.store.replacePasswordHash(trx, memberId, change))) {
      throw new ApiError('old_password_invalid');
    }
    await proofs.voidAll(trx, { purpose: 'reset', memberId, phone: row?.phone ?? null });
    return sessions.revokeAll(trx, memberId, sessionId);
  });
  publishRevoked();
}
