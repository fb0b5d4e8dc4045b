import { expect, test } from 'vitest';
import { localTimeOf } from './local-time-of.ts';

test('follows the change of clocks in New York', () => {
  // The clocks go back on 1 November 2026 and forward on 14 March 2027.
  expect(localTimeOf('2026-10-31T13:00:00Z', 'America/New_York')).toEqual({
    clock: '09:00',
    date: null,
  });
  expect(localTimeOf('2026-11-01T13:00:00Z', 'America/New_York').clock).toBe('08:00');
  expect(localTimeOf('2027-03-13T13:00:00Z', 'America/New_York').clock).toBe('08:00');
  expect(localTimeOf('2027-03-14T13:00:00Z', 'America/New_York').clock).toBe('09:00');
});

test('has the date where the day differs from the day in Bangkok', () => {
  // 00:30 on 30 November in Bangkok.
  expect(localTimeOf('2026-11-29T17:30:00Z', 'America/New_York')).toEqual({
    clock: '12:30',
    date: '29/11',
  });
  expect(localTimeOf('2026-11-29T13:00:00Z', 'Australia/Sydney')).toEqual({
    clock: '00:00',
    date: '30/11',
  });
  expect(localTimeOf('2026-12-31T17:00:00Z', 'Europe/London').date).toBe('31/12');
});

test('midnight is 00:00, and zones with half hours are exact', () => {
  expect(localTimeOf('2026-11-29T18:30:00Z', 'Asia/Kolkata')).toEqual({
    clock: '00:00',
    date: null,
  });
  expect(localTimeOf('2026-11-29T13:00:00Z', 'Asia/Kathmandu').clock).toBe('18:45');
});
