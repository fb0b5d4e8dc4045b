import { expect, test } from 'vitest';
import { isCancelled, statusOfBout, statusOfProgram } from './program-rules.ts';

const now = new Date('2026-11-21T12:00:00Z');
const at = (hours: number) => new Date(now.getTime() + hours * 3_600_000);
const open = { winner: null, match_status: null };
const red = { winner: 'red' as const, match_status: 'ended' as const };

test.each([
  [{ winner: null, match_status: null }, 'not_started'],
  [{ winner: null, match_status: 'in_progress' as const }, 'in_progress'],
  [{ winner: null, match_status: 'ended' as const }, 'ended'],
  [{ winner: 'red' as const, match_status: null }, 'ended'],
  [{ winner: 'none' as const, match_status: 'not_started' as const }, 'ended'],
])('a bout that is %o is %s', (bout, status) => {
  expect(statusOfBout(bout)).toBe(status);
});

test('a card has the status of its live at any time', () => {
  for (const live_status of ['not_started', 'in_progress', 'ended'] as const) {
    expect(statusOfProgram({ live_status, starts_at: at(5) }, [open], now)).toBe(live_status);
  }
});

test.each([
  ['coming', at(1), [open, open], 'not_started'],
  ['begun by the clock', at(0), [open, open], 'in_progress'],
  ['begun by a result', at(1), [red, open], 'in_progress'],
  ['over', at(-3), [red, red], 'ended'],
  ['forgotten', at(-12), [red, open], 'ended'],
  ['without bouts', at(1), [], 'not_started'],
])('a card without a live that is %s', (_, starts_at, bouts, status) => {
  expect(statusOfProgram({ live_status: null, starts_at }, bouts, now)).toBe(status);
});

test('a card is cancelled if its live or all its bouts are cancelled', () => {
  const none = { winner: 'none' as const, match_status: null };
  expect(isCancelled({ cancelled: true }, [open])).toBe(true);
  expect(isCancelled({ cancelled: false }, [none, none])).toBe(true);
  expect(isCancelled({ cancelled: false }, [none, red])).toBe(false);
  expect(isCancelled({ cancelled: false }, [])).toBe(false);
});
