import type { ReminderLead } from '@sangwian/contract/endpoints/reminders';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

const LEAD_MS: Readonly<Record<ReminderLead, number>> = {
  day: 24 * HOUR_MS,
  hour: HOUR_MS,
  start: 0,
};
export const LEADS: readonly ReminderLead[] = ['day', 'hour', 'start'];

/** Whoever was away for long is not told of yesterday: "in a day" is said no later than this before it begins. */
const DAY_UNTIL_MS = 2 * HOUR_MS;
/** What nobody shows live has begun by the clock; "it begins" is said for so long. */
const START_UNTIL_MS = 30 * MINUTE_MS;
/** A smaller change of the time is none to be told of; reminders follow it all the same. */
const MOVED_MS_MIN = 10 * MINUTE_MS;
/** News are told for so long. */
const NEWS_MS = 24 * HOUR_MS;

/** What somebody is told: that it begins in a day, in an hour or now, at another time, not at all, or after all. */
export type ReminderKind = ReminderLead | 'moved' | 'cancelled' | 'restored';

/** How a card or a bout stands. */
export interface TargetState {
  readonly startsAt: Date;
  /** `null`: nobody shows it live, so the clock alone says. */
  readonly begun: boolean | null;
  readonly over: boolean;
  /** Nobody can take back any more that it is over. */
  readonly sealed: boolean;
  readonly cancelled: boolean;
}

const isBegun = ({ begun, startsAt }: TargetState, now: Date): boolean => begun ?? now >= startsAt;

/** Until when something may be told; `null`: it has nothing to say as things stand. */
export function tellUntil(kind: ReminderKind, target: TargetState, now: Date): Date | null {
  const { startsAt, cancelled, over } = target;
  const inMs = (ms: number): Date => new Date(startsAt.getTime() + ms);
  const before = (until: Date): Date | null => (now < until ? until : null);
  if (kind === 'cancelled') return cancelled ? before(inMs(NEWS_MS)) : null;
  if (cancelled || over) return null;
  if (kind === 'start') {
    if (!isBegun(target, now)) return null;
    // What is on may be joined for as long as it is.
    return target.begun === true
      ? new Date(now.getTime() + START_UNTIL_MS)
      : before(inMs(START_UNTIL_MS));
  }
  if (isBegun(target, now)) return null;
  if (kind === 'moved' || kind === 'restored') return before(inMs(0));
  const from = inMs(-LEAD_MS[kind]);
  if (now < from) return null;
  // A show that is late has not begun at its time, but an hour before it is not either.
  return before(kind === 'day' ? inMs(-DAY_UNTIL_MS) : inMs(0));
}

/** Of what somebody asked for that which is still ahead. */
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
          // A show that is late may still be told of as it begins.
          (lead === 'start' || now.getTime() < target.startsAt.getTime() - LEAD_MS[lead]),
      );

/** What was told of a card or bout before: the time, and whether it was called off. */
export interface ToldState {
  readonly startsAt: Date;
  readonly cancelled: boolean;
}

/** What is news since then; of what is `shifted` only the plan changes, the others are told, too. */
export type Change = 'moved' | 'shifted' | 'cancelled' | 'restored' | null;

export function changeOf(told: ToldState, target: TargetState, now: Date): Change {
  if (target.cancelled) return told.cancelled ? null : 'cancelled';
  if (told.cancelled) return 'restored';
  const byMs = Math.abs(target.startsAt.getTime() - told.startsAt.getTime());
  if (byMs === 0) return null;
  return byMs >= MOVED_MS_MIN && tellUntil('moved', target, now) !== null ? 'moved' : 'shifted';
}

/**
 * Whether reminders of it can go. What was called off, or has a result, may be put back: they are kept for another day,
 * and hold again then.
 */
export const isForgotten = (
  { startsAt, over, cancelled, sealed }: TargetState,
  now: Date,
): boolean => sealed || ((over || cancelled) && now.getTime() - startsAt.getTime() >= NEWS_MS);
