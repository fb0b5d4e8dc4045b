import { describe, expect, test } from 'vitest';
import {
  changeOf,
  expiryOf,
  isRemovable,
  LEADS,
  leadsAhead,
  type TargetState,
} from './reminder-rules.ts';

const START = new Date('2026-11-21T11:30:00Z');
const at = (minutes: number) => new Date(START.getTime() + minutes * 60_000);
const DAY = 24 * 60;
const state = (more: Partial<TargetState> = {}): TargetState => ({
  startsAt: START,
  begun: false,
  over: false,
  cancelled: false,
  final: false,
  ...more,
});

describe('a reminder is due', () => {
  test.each([
    ['day', -DAY - 1, false],
    ['day', -DAY, true],
    ['day', -121, true],
    ['day', -120, false],
    ['hour', -61, false],
    ['hour', -60, true],
    ['hour', -1, true],
    ['hour', 0, false],
    ['start', -1, false],
    // The card has not begun although its start has passed.
    ['start', 20, false],
    ['moved', -60, true],
    ['moved', 0, false],
    ['restored', -60, true],
    ['restored', 0, false],
    ['cancelled', -60, false],
  ] as const)('%s at minute %i: %s', (kind, minute, isDue) => {
    expect(expiryOf(kind, state(), at(minute)) !== null).toBe(isDue);
  });

  test('at the real start, early or late, and not after the end', () => {
    expect(expiryOf('start', state({ begun: true }), at(-5))).toEqual(at(25));
    expect(expiryOf('start', state({ begun: true }), at(200))).toEqual(at(230));
    expect(expiryOf('start', state({ begun: true, over: true }), at(5))).toBeNull();
  });

  test('by the planned time, if there is no live', () => {
    expect(expiryOf('start', state({ begun: null }), at(-1))).toBeNull();
    expect(expiryOf('start', state({ begun: null }), at(0))).toEqual(at(30));
    expect(expiryOf('start', state({ begun: null }), at(30))).toBeNull();
  });

  test('only for the start after it has begun, and only for the cancellation after it was cancelled', () => {
    for (const kind of ['day', 'hour', 'moved', 'restored'] as const) {
      expect(expiryOf(kind, state({ begun: true }), at(-30))).toBeNull();
      expect(expiryOf(kind, state({ cancelled: true }), at(-30))).toBeNull();
    }
    expect(expiryOf('start', state({ begun: true, cancelled: true }), at(0))).toBeNull();
    expect(expiryOf('cancelled', state({ cancelled: true, over: true }), at(0))).toEqual(at(DAY));
    expect(expiryOf('cancelled', state({ cancelled: true }), at(DAY))).toBeNull();
  });
});

test('plans lead times in the future only, and the start of a late card', () => {
  const ahead = (minute: number, more: Partial<TargetState> = {}) =>
    leadsAhead(['start', 'hour', 'day'], state(more), at(minute));
  expect(ahead(-DAY - 1)).toEqual(LEADS);
  expect(ahead(-DAY)).toEqual(['hour', 'start']);
  expect(ahead(-60)).toEqual(['start']);
  expect(ahead(10)).toEqual(['start']);
  expect(ahead(0, { begun: null })).toEqual([]);
  expect(ahead(-90, { begun: true })).toEqual([]);
  expect(ahead(-90, { cancelled: true })).toEqual([]);
  expect(leadsAhead(['day'], state(), at(-90))).toEqual([]);
});

describe('a change of a card', () => {
  const notified = { startsAt: START, cancelled: false };
  test.each([
    ['nothing', state(), null],
    ['some minutes', state({ startsAt: at(5) }), 'shifted'],
    ['an hour later', state({ startsAt: at(60) }), 'moved'],
    ['an hour earlier', state({ startsAt: at(-60) }), 'moved'],
    ['moved, and already begun', state({ startsAt: at(60), begun: true }), 'shifted'],
    ['cancelled', state({ cancelled: true, over: true }), 'cancelled'],
  ] as const)('%s', (_, now, change) => {
    expect(changeOf(notified, now, at(-120))).toBe(change);
  });

  test('is reported once, and a cancelled card can be restored', () => {
    const cancelled = { startsAt: START, cancelled: true };
    expect(changeOf(cancelled, state({ cancelled: true }), at(-120))).toBeNull();
    expect(changeOf(cancelled, state(), at(-120))).toBe('restored');
  });
});

test('removes reminders when the end is final, or else a day after the planned start', () => {
  const over = state({ over: true, begun: true });
  expect(isRemovable(state(), at(2 * DAY))).toBe(false);
  expect(isRemovable(over, at(DAY - 1))).toBe(false);
  expect(isRemovable(over, at(DAY))).toBe(true);
  expect(isRemovable({ ...over, final: true }, at(1))).toBe(true);
  expect(isRemovable(state({ cancelled: true }), at(-60))).toBe(false);
  expect(isRemovable(state({ cancelled: true }), at(DAY))).toBe(true);
});
