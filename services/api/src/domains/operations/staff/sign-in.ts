import { normalizeEmail } from '@sangwian/contract/rules/email';
import { ApiError } from '@sangwian/node-kit/api-error';
import type { Staff } from '../../../platform/http/handler.ts';
import { verifyPassword } from '../../identity/members/members.module.ts';
import type { Browser, StaffDeps } from './staff-deps.ts';
import { startSession } from './start-session.ts';
import { verifyFactor } from './verify-factor.ts';

export interface SignIn {
  readonly email: string;
  readonly password: string;
  /** Code of the authenticator app, or a recovery code. */
  readonly code?: string | undefined;
}

/** Returns an e-mail address in the normalized form in which it is stored. */
export const staffEmail = (email: string): string => normalizeEmail(email).toLowerCase();

/** @throws {ApiError} `staff_site_insecure` where passwords would be sent over a network unencrypted */
export function requireSecureSite({ isSecure }: Pick<StaffDeps, 'isSecure'>): void {
  if (!isSecure) throw new ApiError('staff_site_insecure');
}

/**
 * Signs in with a password and a second factor. An unknown e-mail address and a wrong password have the same error and
 * timing. All other errors require the right password.
 *
 * @throws {ApiError} `staff_credentials_invalid`, `staff_code_needed`, `staff_code_invalid`, `staff_code_used`,
 *   `staff_deactivated`, `staff_site_insecure`, `rate_limited`
 */
export async function signIn(deps: StaffDeps, input: SignIn, browser: Browser): Promise<Staff> {
  requireSecureSite(deps);
  const email = staffEmail(input.email);
  const account = await deps.store.findByEmail(email);
  const passwordHash = account?.password_hash ?? null;
  const { ip, device } = browser;
  const guess = await deps.beginGuess({
    secret: 'password',
    // A changed password resets the counters.
    account: `${email} ${passwordHash ?? ''}`,
    staffId: account?.staff_id ?? null,
    ip,
    device,
  });
  const isCorrect = await verifyPassword(passwordHash, input.password, guess.caller).catch(
    async (error: unknown) => {
      await guess.giveBack();
      throw error;
    },
  );
  if (account === undefined || !isCorrect) throw new ApiError('staff_credentials_invalid');
  await guess.giveBack();
  if (account.deactivated_at !== null) throw new ApiError('staff_deactivated');
  if (input.code === undefined) throw new ApiError('staff_code_needed');
  await verifyFactor(deps, account, input.code, browser);
  const staff = await startSession(deps, account, browser);
  const current = await deps.store.findById(account.staff_id);
  // A password change during this request ended all other sessions, so the new session ends too.
  if (current?.password_hash !== passwordHash && staff.credential.kind === 'session') {
    await deps.sessions.revoke(account.staff_id, staff.credential.sessionId, deps.clock());
    throw new ApiError('staff_credentials_invalid');
  }
  return staff;
}
