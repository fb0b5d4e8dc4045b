import { expect, test } from 'vitest';
import { formatTyped, isComplete, readTyped, showDay } from './typed-day.ts';

test.each([
  ['2', '2'],
  ['2211', '22/11'],
  ['22112026', '22/11/2026'],
  ['22/11/20267', '22/11/2026'],
  ['๒๒๑๑๒๕๖๙', '22/11/2569'],
  ['no day', ''],
])('%s is shown as %s while it is typed', (typed, shown) => {
  expect(formatTyped(typed)).toBe(shown);
});

test.each([
  ['22/11/2026', '2026-11-22'],
  ['22/11/2569', '2026-11-22'],
  ['29/02/2024', '2024-02-29'],
  ['29/02/2026', null],
  ['11/22/2026', null],
  ['22/11/26', null],
  ['', null],
])('%s is read as %s', (text, iso) => {
  expect(readTyped(text)).toBe(iso);
});

test('a day is shown as DD/MM/YYYY', () => {
  expect(showDay('2026-11-22')).toBe('22/11/2026');
  expect(showDay(null)).toBe('');
});

test('a complete date counts as complete even if that day does not exist, and a partial date does not', () => {
  expect(isComplete('31/02/2026')).toBe(true);
  expect(isComplete('31/02')).toBe(false);
});
