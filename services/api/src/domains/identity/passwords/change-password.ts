import { ApiError } from '@sangwian/node-kit/api-error';
import type { Bearer } from '../../../platform/http/handler.ts';
import { hashPassword } from '../members/members.module.ts';
import { judgeNewPassword } from './judge-new-password.ts';
import type { PasswordDeps } from './password-deps.ts';
import { verifySecret } from './verify-secret.ts';

export interface ChangePassword {
  readonly oldPassword: string;
  readonly newPassword: string;
  readonly confirmPassword: string;
}

/**
 * Changes the password of a member who knows the old one. Every session but the one that asks ends with it, and no
 * token that was given out for a reset is worth anything any more.
 *
 * @throws {ApiError} `new_password_mismatch`, `password_weak`, `password_common`, `rate_limited`;
 *   `old_password_invalid`, also of who has no password yet and where another change came first
 */
export async function changePassword(
  { db, clock, members, sessions, proofs, limits }: PasswordDeps,
  { memberId, sessionId }: Bearer,
  { oldPassword, newPassword, confirmPassword }: ChangePassword,
): Promise<void> {
  judgeNewPassword(newPassword, confirmPassword);
  const row = await members.find({ memberId });
  const from = row?.password_hash ?? null;
  await verifySecret(
    limits,
    { what: 'password', whose: memberId, trier: `session ${sessionId}` },
    { hash: from, secret: oldPassword, refusal: 'old_password_invalid' },
  );
  const to = await hashPassword(newPassword, memberId);
  const tell = await db.transaction().execute(async (trx) => {
    await members.store.lock(trx, memberId);
    const change = { from: from ?? '', to, now: clock() };
    // Of two changes at once one was made by somebody who did not know the other's password.
    if (!(await members.store.replacePasswordHash(trx, memberId, change))) {
      throw new ApiError('old_password_invalid');
    }
    await proofs.voidAll(trx, { purpose: 'reset', memberId, phone: row?.phone ?? null });
    return sessions.endAll(trx, memberId, sessionId);
  });
  tell();
}
