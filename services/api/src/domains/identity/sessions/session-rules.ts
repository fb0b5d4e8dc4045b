import type { MemberStatus } from '@sangwian/contract/endpoints/member';
import { LIMITS } from '@sangwian/contract/limits';
import { ApiError } from '@sangwian/node-kit/api-error';

export const SESSION_LIMITS = {
  /** Lifetime of a session after its last use. */
  daysMax: 30,
  /** Lifetime of a session after its sign-in, however often it is used: a stolen token must end one day. */
  daysAfterSignInMax: 90,
  /** An ended session is kept for this long: Thai law has traffic data kept for 90 days. */
  endedKeptDays: 90,
  /** Ended sessions that one statement deletes. */
  deletedAtOnceMax: 1_000,
  /** Sessions that one call revokes for everybody: each member's are published to all nodes. */
  revokedAtOnceMax: 5_000,
  /** Minimum interval between updates of the last use. */
  touchMs: 60 * 60 * 1000,
  /** The oldest sessions of a member are revoked beyond this. */
  perMemberMax: 100,
  userAgentCharsMax: 300,
  /** More devices than a fan owns. Bounded, since each own device has its own budget of guesses. */
  devicesPerMemberMax: 20,
} as const;

const DAY_MS = 24 * 60 * 60 * 1000;

/** Returns when a session that is used now ends. */
export const sessionEnd = (now: Date, signedInAt: Date): Date =>
  new Date(
    Math.min(
      now.getTime() + SESSION_LIMITS.daysMax * DAY_MS,
      signedInAt.getTime() + SESSION_LIMITS.daysAfterSignInMax * DAY_MS,
    ),
  );

/** Returns the time before which an expired session is deleted. */
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
  /** End of a suspension. */
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

/** Returns the error of a barred member, with reason and times; `null` for an active one. */
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
