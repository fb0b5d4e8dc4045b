import type { LiveStatusValue } from '../domains/live/lives/lives.tables.ts';
import { addMs, bangkokMidnight, DAY_MS, HOUR_MS, MINUTE_MS } from './bangkok-time.ts';

export const BOUT_MS = 25 * MINUTE_MS;
/** Time from the first bell of a bout to its result. */
export const RESULT_MS = 19 * MINUTE_MS;
const EVENING_MS = 18 * HOUR_MS + 30 * MINUTE_MS;
const HALF_HOUR_MS = 30 * MINUTE_MS;

const WEEKS = 52;
/** Ended lives of this many weeks stay on the list. Older cards have results only. */
const REPLAY_WEEKS = 8;
const COMING_DAYS = [3, 6, 10, 13];

/** Tonight's current bout. */
export const CURRENT_ORDER = 7;

export interface CardPlan {
  /** Identifies the card, and is the same in every plan. */
  readonly key: string;
  /** Days after today; negative for past cards. */
  readonly day: number;
  readonly startsAt: Date;
  readonly bouts: number;
  /** Number that determines the promotion, the stadium and the division of the main event. */
  readonly turn: number;
  readonly live: null | {
    readonly status: LiveStatusValue;
    readonly priceCoins: number | null;
    readonly external: boolean;
    readonly channelId: string;
  };
}

/** The demo publisher's channel, and a channel without a publisher. */
export const DEMO_CHANNEL = 'ring-1';
export const PREMIUM_CHANNEL = 'ring-2';

const free = { priceCoins: null, external: true, channelId: DEMO_CHANNEL } as const;

/** Returns the first full or half hour at least two hours after `now`. */
const laterTonight = (now: Date): Date =>
  new Date(Math.ceil((now.getTime() + 2 * HOUR_MS) / HALF_HOUR_MS) * HALF_HOUR_MS);

/**
 * Plans all cards of the season around `now`, earliest day first.
 *
 * @param beganAt the first bell of tonight's bout `CURRENT_ORDER`
 */
export function planCards(now: Date, beganAt: Date): CardPlan[] {
  const midnight = bangkokMidnight(now);
  const evening = (day: number): Date => addMs(midnight, day * DAY_MS + EVENING_MS);
  const past = Array.from({ length: WEEKS }, (_, index): CardPlan => {
    const week = WEEKS - index;
    const day = -7 * week;
    return {
      key: `week-${week}`,
      day,
      startsAt: evening(day),
      bouts: week % 3 === 0 ? 8 : 9,
      turn: index,
      live: week > REPLAY_WEEKS ? null : { ...free, status: 'ended' },
    };
  });
  const coming = COMING_DAYS.map(
    (day, index): CardPlan => ({
      key: `coming-${index + 1}`,
      day,
      startsAt: evening(day),
      bouts: 8,
      turn: WEEKS + 3 + index,
      live: { ...free, status: 'not_started' },
    }),
  );
  return [
    ...past,
    {
      key: 'last-night',
      day: -1,
      startsAt: evening(-1),
      bouts: 8,
      turn: WEEKS + 1,
      live: { ...free, status: 'ended' },
    },
    {
      key: 'tonight',
      day: 0,
      startsAt: addMs(beganAt, -(CURRENT_ORDER - 1) * BOUT_MS),
      bouts: 9,
      turn: WEEKS,
      live: { ...free, status: 'in_progress' },
    },
    {
      key: 'tonight-premium',
      day: 0,
      startsAt: laterTonight(now),
      bouts: 5,
      turn: WEEKS + 2,
      live: { status: 'not_started', priceCoins: 99, external: false, channelId: PREMIUM_CHANNEL },
    },
    ...coming,
  ];
}
