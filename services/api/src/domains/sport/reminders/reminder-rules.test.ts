import { describe, expect, test } from 'vitest';
import {
  changeOf,
  isForgotten,
  LEADS,
  leadsAhead,
  type TargetState,
  tellUntil,
} from './reminder-rules.ts';

const START = new Date('2026-11-21T11:30:00Z');
const at = (minutes: number) => new Date(START.getTime() + minutes * 60_000);
const DAY = 24 * 60;
const state = (more: Partial<TargetState> = {}): TargetState => ({
  startsAt: START,
  begun: false,
  over: false,
  cancelled: false,
  sealed: false,
  ...more,
});

describe('what is told', () => {
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
    // The show is late.
    ['start', 20, false],
    ['moved', -60, true],
    ['moved', 0, false],
    ['restored', -60, true],
    ['restored', 0, false],
    ['cancelled', -60, false],
  ] as const)('%s at minute %i: %s', (kind, minute, isTold) => {
    expect(tellUntil(kind, state(), at(minute)) !== null).toBe(isTold);
  });

  test('that it begins is told as it does, early or late, and not after its end', () => {
    expect(tellUntil('start', state({ begun: true }), at(-5))).toEqual(at(25));
    expect(tellUntil('start', state({ begun: true }), at(200))).toEqual(at(230));
    expect(tellUntil('start', state({ begun: true, over: true }), at(5))).toBeNull();
  });

  test('of what nobody shows live the clock decides', () => {
    expect(tellUntil('start', state({ begun: null }), at(-1))).toBeNull();
    expect(tellUntil('start', state({ begun: null }), at(0))).toEqual(at(30));
    expect(tellUntil('start', state({ begun: null }), at(30))).toBeNull();
  });

  test('nothing is told of what has begun or was called off, but that', () => {
    for (const kind of ['day', 'hour', 'moved', 'restored'] as const) {
      expect(tellUntil(kind, state({ begun: true }), at(-30))).toBeNull();
      expect(tellUntil(kind, state({ cancelled: true }), at(-30))).toBeNull();
    }
    expect(tellUntil('start', state({ begun: true, cancelled: true }), at(0))).toBeNull();
    expect(tellUntil('cancelled', state({ cancelled: true, over: true }), at(0))).toEqual(at(DAY));
    expect(tellUntil('cancelled', state({ cancelled: true }), at(DAY))).toBeNull();
  });
});

test('what is past is not planned, and a late show may still begin', () => {
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

describe('news', () => {
  const told = { startsAt: START, cancelled: false };
  test.each([
    ['nothing', state(), null],
    ['some minutes', state({ startsAt: at(5) }), 'shifted'],
    ['an hour later', state({ startsAt: at(60) }), 'moved'],
    ['an hour earlier', state({ startsAt: at(-60) }), 'moved'],
    ['moved, and on already', state({ startsAt: at(60), begun: true }), 'shifted'],
    ['called off', state({ cancelled: true, over: true }), 'cancelled'],
  ] as const)('%s', (_, now, change) => {
    expect(changeOf(told, now, at(-120))).toBe(change);
  });

  test('what was told is none, and what was called off may be put back', () => {
    const calledOff = { startsAt: START, cancelled: true };
    expect(changeOf(calledOff, state({ cancelled: true }), at(-120))).toBeNull();
    expect(changeOf(calledOff, state(), at(-120))).toBe('restored');
  });
});

test('reminders go with the end of what cannot come back, else a day after it should have begun', () => {
  const over = state({ over: true, begun: true });
  expect(isForgotten(state(), at(2 * DAY))).toBe(false);
  expect(isForgotten(over, at(DAY - 1))).toBe(false);
  expect(isForgotten(over, at(DAY))).toBe(true);
  expect(isForgotten({ ...over, sealed: true }, at(1))).toBe(true);
  expect(isForgotten(state({ cancelled: true }), at(-60))).toBe(false);
  expect(isForgotten(state({ cancelled: true }), at(DAY))).toBe(true);
});
