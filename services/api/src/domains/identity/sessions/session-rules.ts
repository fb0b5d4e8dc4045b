import type { MemberStatus } from '@sangwian/contract/endpoints/member';
import { LIMITS } from '@sangwian/contract/limits';
import { ApiError } from '@sangwian/node-kit/api-error';

export const SESSION_LIMITS = {
  /** How long a sign-in lives after its last use. */
  daysMax: 30,
  /** The last use is written down at most this often. */
  touchMs: 60 * 60 * 1000,
  /** The oldest sign-ins of a member end beyond this. */
  perMemberMax: 100,
  userAgentCharsMax: 300,
  /** More devices than a fan owns. A thief who knows the password cannot register an endless number of budgets. */
  devicesPerMemberMax: 20,
} as const;

const DAY_MS = 24 * 60 * 60 * 1000;

export const sessionEnd = (now: Date): Date =>
  new Date(now.getTime() + SESSION_LIMITS.daysMax * DAY_MS);

/** Until when whoever has shown to be the owner then is taken for it. */
export const freshUntil = (provenAt: Date): Date =>
  new Date(provenAt.getTime() + LIMITS.freshSignInMinutes * 60_000);

export const isTouchDue = (lastSeenAt: Date, now: Date): boolean =>
  now.getTime() - lastSeenAt.getTime() >= SESSION_LIMITS.touchMs;

const REFUSAL = {
  ban: 'member_banned',
  suspend: 'member_suspended',
  closed: 'member_closed',
} as const;

export interface Standing {
  readonly status: MemberStatus;
  readonly statusReason: string | null;
  readonly statusSince: Date | null;
  /** When a suspension ends by itself. */
  readonly statusUntil: Date | null;
}

/** How the member of a row stands. */
export const standingOf = (row: {
  readonly status: MemberStatus;
  readonly status_reason: string | null;
  readonly status_since: Date | null;
  readonly status_until: Date | null;
}): Standing => ({
  status: row.status,
  statusReason: row.status_reason,
  statusSince: row.status_since,
  statusUntil: row.status_until,
});

/** The refusal of a member who may not use the site, with reason and time; `null` for one who may. */
export function refusalOf(standing: Standing): ApiError | null {
  if (standing.status === 'active') return null;
  const { statusReason, statusSince, statusUntil } = standing;
  return new ApiError(REFUSAL[standing.status], {
    details: [
      ...(statusReason === null ? [] : [{ path: 'reason', message: statusReason }]),
      ...(statusSince === null ? [] : [{ path: 'since', message: statusSince.toISOString() }]),
      ...(statusUntil ? [{ path: 'until', message: statusUntil.toISOString() }] : []),
    ],
  });
}
