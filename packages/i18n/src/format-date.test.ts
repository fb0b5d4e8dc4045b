import { describe, expect, test } from 'vitest';
import {
  bangkokDaysBetween,
  formatClock,
  formatCountdown,
  formatDate,
  formatDateTime,
  formatTime,
  isoDateInBangkok,
  nameDay,
  remainingUntil,
} from './format-date.ts';

test('a date is DD/MM/YYYY of Bangkok in the Gregorian year', () => {
  expect(formatDate('2026-11-21T16:59:59.000Z')).toBe('21/11/2026');
  expect(formatDate('2026-11-21T17:00:00.000Z')).toBe('22/11/2026');
  expect(formatDate('2026-12-31T18:30:00.000Z')).toBe('01/01/2027');
});

test('today is the day in Bangkok', () => {
  expect(isoDateInBangkok('2026-11-21T16:59:59.000Z')).toBe('2026-11-21');
  expect(isoDateInBangkok('2026-11-21T17:00:00.000Z')).toBe('2026-11-22');
});

test('a time is HH:mm:ss of Bangkok', () => {
  expect(formatTime('2026-11-21T17:05:09.000Z')).toBe('00:05:09');
  expect(formatClock('2026-11-21T02:05:09.000Z')).toBe('09:05');
  expect(formatDateTime('2026-02-28T17:00:00.000Z')).toBe('01/03/2026 00:00:00');
});

test('dates agree with Intl in every month of a year', () => {
  const intl = new Intl.DateTimeFormat('en-GB', { timeZone: 'Asia/Bangkok' });
  for (let month = 0; month < 12; month += 1) {
    const instant = Date.UTC(2026, month, 28, 20, 30);
    expect(formatDate(instant)).toBe(intl.format(instant));
  }
});

test('days are counted at midnight in Bangkok, not in UTC', () => {
  expect(bangkokDaysBetween('2026-11-21T16:00:00Z', '2026-11-21T17:00:00Z')).toBe(1);
  expect(bangkokDaysBetween('2026-11-21T17:00:00Z', '2026-11-22T16:00:00Z')).toBe(0);
});

describe('the name of a day', () => {
  const SHOW = '2026-11-21T13:00:00Z'; // 20:00 on 21 November in Bangkok.

  test('changes at midnight in Bangkok', () => {
    expect(nameDay(SHOW, '2026-11-18T16:59:59.999Z')).toBe(3);
    expect(nameDay(SHOW, '2026-11-18T17:00:00Z')).toBe(2);
    expect(nameDay(SHOW, '2026-11-19T16:59:59.999Z')).toBe(2);
    expect(nameDay(SHOW, '2026-11-19T17:00:00Z')).toBe('tomorrow');
    expect(nameDay(SHOW, '2026-11-20T16:59:59.999Z')).toBe('tomorrow');
    expect(nameDay(SHOW, '2026-11-20T17:00:00Z')).toBe('tonight');
    expect(nameDay(SHOW, '2026-11-21T16:59:59.999Z')).toBe('tonight');
    expect(nameDay(SHOW, '2026-11-21T17:00:00Z')).toBe(null);
  });

  test('is tomorrow for a show after midnight, however soon it starts', () => {
    expect(nameDay('2026-11-21T17:30:00Z', '2026-11-21T16:45:00Z')).toBe('tomorrow');
  });

  test('is tonight from 17:00 on', () => {
    const now = '2026-11-21T01:00:00Z';
    expect(nameDay('2026-11-21T09:59:59Z', now)).toBe('today');
    expect(nameDay('2026-11-21T10:00:00Z', now)).toBe('tonight');
    expect(nameDay('2026-11-21T16:59:59Z', now)).toBe('tonight');
  });
});

test('a countdown shows the remaining time and stops at zero', () => {
  const now = '2026-11-21T10:00:00.000Z';
  const left = remainingUntil('2026-11-22T12:03:04.000Z', now);
  expect(left).toEqual({ days: 1, hours: 2, minutes: 3, seconds: 4 });
  expect(formatCountdown(left)).toBe('2:03:04');
  expect(remainingUntil('2026-11-21T09:00:00.000Z', now)).toEqual({
    days: 0,
    hours: 0,
    minutes: 0,
    seconds: 0,
  });
});
