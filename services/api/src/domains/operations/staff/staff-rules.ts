import { LIMITS } from '@sangwian/contract/limits';
import type { StaffRole } from '@sangwian/contract/permissions';

/** The local owner: acts for an operating-system account that can read `run.json`; a row of the migration. */
export const LOCAL_OWNER_ID = '00000000-0000-7000-8000-000000000001';

export const STAFF_LIMITS = {
  /** Maximum duration of a session: a working night including set-up. */
  sessionHoursMax: 12,
  /** Maximum idle time of a session. */
  sessionIdleMinutesMax: 30,
  /** Minimum interval between updates of the last use. */
  touchMs: 60_000,
  userAgentCharsMax: 300,
  /** Maximum number of remembered browsers of one account, more than anyone needs. */
  devicesMax: 20,
  invitationDays: 7,
  /** Lifetime of the first owner's set-up link, which is printed on the server's terminal. */
  setupHours: 24,
  /** Lifetime of a challenge, as WebAuthn recommends for user verification: enough time to find a security key. */
  challengeMinutesMax: 5,
  /** Maximum number of open pages in one browser that ask for a passkey. */
  challengesPerDeviceMax: 10,
} as const;

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

export const sessionEnd = (now: Date): Date =>
  new Date(now.getTime() + STAFF_LIMITS.sessionHoursMax * HOUR_MS);

export const invitationEnd = (now: Date): Date =>
  new Date(now.getTime() + STAFF_LIMITS.invitationDays * 24 * HOUR_MS);

export const setupEnd = (now: Date): Date =>
  new Date(now.getTime() + STAFF_LIMITS.setupHours * HOUR_MS);

export const challengeEnd = (now: Date): Date =>
  new Date(now.getTime() + STAFF_LIMITS.challengeMinutesMax * MINUTE_MS);

/** Returns the time before which a session without use has ended. */
export const idleSince = (now: Date): Date =>
  new Date(now.getTime() - STAFF_LIMITS.sessionIdleMinutesMax * MINUTE_MS);

/** Returns the time until which sensitive operations need no further proof. */
export const proofEnd = (provedAt: Date): Date =>
  new Date(provedAt.getTime() + LIMITS.staffProofMinutesMax * MINUTE_MS);

export interface InvitationState {
  readonly used_at: Date | null;
  readonly revoked_at: Date | null;
  readonly expires_at: Date;
}

export function invitationStatusOf(
  { used_at, revoked_at, expires_at }: InvitationState,
  now: Date,
): 'open' | 'expired' | 'used' | 'revoked' {
  if (used_at !== null) return 'used';
  if (revoked_at !== null) return 'revoked';
  return expires_at <= now ? 'expired' : 'open';
}

/** Returns why a new password is refused, besides being common; `null` if it is accepted. */
export const staffPasswordErrorOf = (password: string): 'staff_password_weak' | null =>
  [...password].length >= LIMITS.staffPasswordCharsMin ? null : 'staff_password_weak';

export interface AccountChange {
  readonly role: StaffRole;
  readonly active: boolean;
}

/** Whether a change removes an active owner. */
export const losesOwner = (before: AccountChange, after: AccountChange): boolean =>
  before.role === 'owner' && before.active && !(after.role === 'owner' && after.active);
