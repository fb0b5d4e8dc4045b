import type { MemberStatus } from '@sangwian/contract/endpoints/member';
import { LIMITS } from '@sangwian/contract/limits';
import { ApiError } from '@sangwian/node-kit/api-error';

export const SESSION_LIMITS = {
  /** Lifetime of a session after its last use. */
  daysMax: 30,
  /**
   * Lifetime of a session after its sign-in, even if it is used every day: a stolen token must expire at some point.
   */
  daysAfterSignInMax: 90,
  /** An ended session is kept for this long, since Thai law requires traffic data to be kept for 90 days. */
  endedKeptDays: 90,
  /** Maximum number of sessions that one statement deletes. */
  deletedAtOnceMax: 1_000,
  /**
   * Maximum number of sessions that one request revokes when all members are signed out. The revocations of each member
   * are published to all nodes.
   */
  revokedAtOnceMax: 5_000,
  /** Minimum interval between two updates of the time of last use. */
  touchMs: 60 * 60 * 1000,
  /** Maximum number of open sessions of a member. Beyond it the oldest sessions are revoked. */
  perMemberMax: 100,
  userAgentCharsMax: 300,
  /**
   * Maximum number of own devices of a member, more than a fan has. The number is bounded because each own device has a
   * separate limit of guesses.
   */
  devicesPerMemberMax: 20,
} as const;

const DAY_MS = 24 * 60 * 60 * 1000;

/** Returns the expiry of a session that is used now. */
export const sessionEnd = (now: Date, signedInAt: Date): Date =>
  new Date(
    Math.min(
      now.getTime() + SESSION_LIMITS.daysMax * DAY_MS,
      signedInAt.getTime() + SESSION_LIMITS.daysAfterSignInMax * DAY_MS,
    ),
  );

/** Returns the time before which sessions must have expired to be deleted. */
export const retentionEnd = (now: Date): Date =>
  new Date(now.getTime() - SESSION_LIMITS.endedKeptDays * DAY_MS);

/** Returns until when a proof of ownership counts as fresh. */
export const freshUntil = (provenAt: Date): Date =>
  new Date(provenAt.getTime() + LIMITS.freshSignInMinutes * 60_000);

export const isTouchDue = (lastSeenAt: Date, now: Date): boolean =>
  now.getTime() - lastSeenAt.getTime() >= SESSION_LIMITS.touchMs;

const REFUSAL = {
  ban: 'member_banned',
  suspend: 'member_suspended',
  closed: 'member_closed',
} as const;

export interface AccountState {
  readonly status: MemberStatus;
  readonly statusReason: string | null;
  readonly statusSince: Date | null;
  /** The end of a suspension. */
  readonly statusUntil: Date | null;
}

export const accountStateOf = (row: {
  readonly status: MemberStatus;
  readonly status_reason: string | null;
  readonly status_since: Date | null;
  readonly status_until: Date | null;
}): AccountState => ({
  status: row.status,
  statusReason: row.status_reason,
  statusSince: row.status_since,
  statusUntil: row.status_until,
});

/** Returns the error for a barred member, with the reason and the times; `null` for an active member. */
export function accountErrorOf(state: AccountState): ApiError | null {
  if (state.status === 'active') return null;
  const { statusReason, statusSince, statusUntil } = state;
  return new ApiError(REFUSAL[state.status], {
    details: [
      ...(statusReason === null ? [] : [{ path: 'reason', message: statusReason }]),
      ...(statusSince === null ? [] : [{ path: 'since', message: statusSince.toISOString() }]),
      ...(statusUntil ? [{ path: 'until', message: statusUntil.toISOString() }] : []),
    ],
  });
}
