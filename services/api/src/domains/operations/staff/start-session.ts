import { ApiError } from '@sangwian/node-kit/api-error';
import type { Staff } from '../../../platform/http/handler.ts';
import { createToken, hashToken } from '../../identity/sessions/sessions.module.ts';
import type { AccountRow } from './staff.store.ts';
import type { Browser, StaffDeps } from './staff-deps.ts';
import { STAFF_LIMITS, sessionEnd } from './staff-rules.ts';
import { csrfTokenOf } from './staff-secrets.ts';

/**
 * Starts a session after a second factor, remembers the browser and sets the cookie.
 *
 * @throws {ApiError} `staff_deactivated`
 */
export async function startSession(
  { sessions, store, clock, cookie }: StaffDeps,
  account: Pick<AccountRow, 'staff_id' | 'name' | 'role'>,
  browser: Browser,
): Promise<Staff> {
  const token = createToken();
  const now = clock();
  const sessionId = await sessions.insert({
    staffId: account.staff_id,
    tokenHash: hashToken(token),
    userAgent: browser.userAgent.slice(0, STAFF_LIMITS.userAgentCharsMax),
    address: browser.ip,
    now,
    expiresAt: sessionEnd(now),
  });
  if (sessionId === undefined) throw new ApiError('staff_deactivated');
  const deviceHash = browser.device.remember();
  await store.saveDevice(account.staff_id, deviceHash, now, STAFF_LIMITS.devicesMax);
  browser.setCookie(cookie.write(token));
  return {
    staffId: account.staff_id,
    name: account.name,
    role: account.role,
    credential: { kind: 'session', sessionId, csrfToken: csrfTokenOf(token) },
    provedAt: now,
  };
}
