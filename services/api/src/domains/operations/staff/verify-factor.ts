import { ApiError } from '@sangwian/node-kit/api-error';
import type { AccountRow } from './staff.store.ts';
import type { Browser, StaffDeps } from './staff-deps.ts';
import { findTotpStep, isTotpCode } from './totp.ts';

/**
 * Verifies the second factor of an account: a code of the authenticator app or a recovery code. Both work once.
 *
 * @throws {ApiError} `staff_code_invalid`, `staff_code_used`, `rate_limited`
 */
export async function verifyFactor(
  { store, secrets, clock, beginGuess }: StaffDeps,
  account: Pick<AccountRow, 'staff_id' | 'sealed_totp_secret'>,
  code: string,
  { ip, device }: Pick<Browser, 'ip' | 'device'>,
): Promise<void> {
  const { staff_id: staffId, sealed_totp_secret: sealed } = account;
  const guess = await beginGuess({ secret: 'code', account: staffId, staffId, ip, device });
  const now = clock();
  if (!isTotpCode(code)) {
    const isCode = await store.useRecoveryCode(
      staffId,
      secrets.hashRecoveryCode(staffId, code),
      now,
    );
    if (!isCode) throw new ApiError('staff_code_invalid');
  } else {
    const step = sealed === null ? null : findTotpStep(secrets.open(sealed), code, now);
    if (step === null) throw new ApiError('staff_code_invalid');
    if (!(await store.useTotpStep(staffId, step))) throw new ApiError('staff_code_used');
  }
  await guess.giveBack();
}
