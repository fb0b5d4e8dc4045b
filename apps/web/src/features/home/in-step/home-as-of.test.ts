import { expect, test } from 'vitest';
import type { Bout, Home, LiveCard, LiveSummary } from '../home.ts';
import { homeAsOf } from './home-as-of.ts';

const at = (minute: number) => Date.UTC(2026, 10, 22, 12, minute);
const iso = (minute: number) => new Date(at(minute)).toISOString();
const bout = (order: number, rest: Partial<Bout>): Bout =>
  ({
    order,
    main_event: order === 3,
    round: null,
    result: null,
    result_at: null,
    ended_at: null,
    ...rest,
  }) as Bout;
const round = (number: number, minute: number) => ({
  number,
  resting: false,
  started_at: iso(minute),
});

// The state at minute 40. The first bout ended at minute 25; the third round of the second bout started at minute 38.
const second = bout(2, { status: 'in_progress', round: round(3, 38) as Bout['round'] });
const matches = [
  bout(1, { status: 'ended', result_at: iso(25), ended_at: iso(25) }),
  second,
  bout(3, { status: 'not_started' }),
];
const live = (id: string): LiveSummary =>
  ({ program_live_id: id, program_id: id, status: 'in_progress', headline: second }) as LiveSummary;
const home: Home = {
  lives: [live('a'), live('b')],
  card: { ...live('a'), matches } as LiveCard,
};
const shownTo = (id: string, minute: number) => homeAsOf(home, new Map([[id, at(minute)]]));

test('shows the bout, the round and the next bouts at the time that the video shows', () => {
  const before = shownTo('a', 20);
  expect(before.lives[0]?.headline).toMatchObject({ order: 1, round: null });
  expect(before.card?.matches.map(({ status }) => status)).toEqual([
    'in_progress',
    'not_started',
    'not_started',
  ]);
  // The bout is the same, but its round at that time is unknown.
  expect(shownTo('a', 37).lives[0]?.headline).toMatchObject({ order: 2, round: null });
  // The card of the other live was not loaded, so the headline of that live is left out.
  expect(before.lives[1]?.headline).toMatchObject({ order: 2, round: { number: 3 } });
  expect(shownTo('b', 37).lives.map(({ headline }) => headline?.order)).toEqual([2, undefined]);
});

test('shows the current state to a fan whose video is live, and to a fan without a video', () => {
  expect(shownTo('a', 38)).toEqual(home);
  expect(homeAsOf(home, new Map())).toEqual(home);
});
