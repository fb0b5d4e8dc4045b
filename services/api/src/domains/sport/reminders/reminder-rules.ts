import type { ReminderLead } from '@sangwian/contract/endpoints/reminders';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

const LEAD_MS: Readonly<Record<ReminderLead, number>> = {
  day: 24 * HOUR_MS,
  hour: HOUR_MS,
  start: 0,
};
export const LEADS: readonly ReminderLead[] = ['day', 'hour', 'start'];

/** The reminder "in a day" is sent no later than this before the start. */
const DAY_UNTIL_MS = 2 * HOUR_MS;
/** The reminder "starting now" is sent for this long after the start. */
const START_UNTIL_MS = 30 * MINUTE_MS;
/** A smaller change of the start time only moves the plan and sends no message. */
const MOVED_MS_MIN = 10 * MINUTE_MS;
/** Messages about changes are sent until this long after the planned start. */
const NEWS_MS = 24 * HOUR_MS;

/** The kinds of messages: one for each lead time, and one for each kind of change. */
export type ReminderKind = ReminderLead | 'moved' | 'cancelled' | 'restored';

export interface TargetState {
  readonly startsAt: Date;
  /** `null` if there is no live. The planned time then decides. */
  readonly begun: boolean | null;
  readonly over: boolean;
  /** True once the end can no longer be withdrawn. */
  readonly final: boolean;
  readonly cancelled: boolean;
}

const isBegun = ({ begun, startsAt }: TargetState, now: Date): boolean => begun ?? now >= startsAt;

/** Returns when a message expires; `null` if the message is not due in the current state. */
export function expiryOf(kind: ReminderKind, target: TargetState, now: Date): Date | null {
  const { startsAt, cancelled, over } = target;
  const inMs = (ms: number): Date => new Date(startsAt.getTime() + ms);
  const before = (until: Date): Date | null => (now < until ? until : null);
  if (kind === 'cancelled') return cancelled ? before(inMs(NEWS_MS)) : null;
  if (cancelled || over) return null;
  if (kind === 'start') {
    if (!isBegun(target, now)) return null;
    // Fans can join while the live is in progress, so the message expires later than now.
    return target.begun === true
      ? new Date(now.getTime() + START_UNTIL_MS)
      : before(inMs(START_UNTIL_MS));
  }
  if (isBegun(target, now)) return null;
  if (kind === 'moved' || kind === 'restored') return before(inMs(0));
  const from = inMs(-LEAD_MS[kind]);
  if (now < from) return null;
  // A late card has not begun at its planned time, but the text "in an hour" is wrong by then.
  return before(kind === 'day' ? inMs(-DAY_UNTIL_MS) : inMs(0));
}

/** Returns the requested lead times that are still in the future. */
export const leadsAhead = (
  leads: readonly ReminderLead[],
  target: TargetState,
  now: Date,
): ReminderLead[] =>
  target.cancelled || target.over || isBegun(target, now)
    ? []
    : LEADS.filter(
        (lead) =>
          leads.includes(lead) &&
          // The start of a late card is always in the future until it begins.
          (lead === 'start' || now.getTime() < target.startsAt.getTime() - LEAD_MS[lead]),
      );

/** The state about which members were last notified. */
export interface NotifiedState {
  readonly startsAt: Date;
  readonly cancelled: boolean;
}

/** How the state has changed since that notification. `shifted` only changes the plan; the other changes are sent. */
export type Change = 'moved' | 'shifted' | 'cancelled' | 'restored' | null;

export function changeOf(notified: NotifiedState, target: TargetState, now: Date): Change {
  if (target.cancelled) return notified.cancelled ? null : 'cancelled';
  if (notified.cancelled) return 'restored';
  const byMs = Math.abs(target.startsAt.getTime() - notified.startsAt.getTime());
  if (byMs === 0) return null;
  return byMs >= MOVED_MS_MIN && expiryOf('moved', target, now) !== null ? 'moved' : 'shifted';
}

/**
 * Returns whether the reminders of a card or bout can be removed. They are kept for another day, since a cancellation
 * or a result may be withdrawn.
 */
export const isRemovable = (
  { startsAt, over, cancelled, final }: TargetState,
  now: Date,
): boolean => final || ((over || cancelled) && now.getTime() - startsAt.getTime() >= NEWS_MS);
