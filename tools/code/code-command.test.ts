import { expect, test } from 'vitest';
import { UsageError } from '../operator/command-line.ts';
import { readCommand, toCsv } from './code-command.ts';

const read = (...args: string[]) => readCommand(args, 'somsri');

test('creates a named code with its limits', () => {
  const order = read(
    ...['create', 'coin', '--coins', '100', '--code', 'SAWASDEE', '--limit', '1000'],
    ...['--per-day', '50', '--expires', '2026-12-01T00:00+07:00', '--note', 'งานวัด'],
  );
  expect(order).toEqual({
    csv: false,
    call: {
      path: '/codes',
      body: {
        code: 'SAWASDEE',
        kind: 'coin',
        coins: 100,
        expires_at: '2026-11-30T17:00:00.000Z',
        uses_max: 1000,
        uses_per_day_max: 50,
        per_member: 'once',
        note: 'งานวัด',
        by: 'somsri',
      },
    },
  });
});

test('creates many one-time codes for a live, as CSV', () => {
  const order = read('create', 'live', '--prefix', 'kick', '--count', '500', '--one-time', '--csv');
  expect(order.csv).toBe(true);
  expect(order.call.body).toMatchObject({
    prefix: 'KICK',
    count: 500,
    uses_max: 1,
    kind: 'live',
  });
});

test('lists and disables codes by code or batch', () => {
  expect(read('list').call).toEqual({ path: '/codes', query: {} });
  expect(read('list', '--batch', 'expo').call.query).toEqual({ batch: 'expo' });
  expect(read('disable', '--code', 'X', '--reason', 'leaked', '--by', 'Anong').call).toEqual({
    path: '/codes/disable',
    body: { code: 'X', reason: 'leaked', by: 'Anong' },
  });
});

test.each([
  [[]],
  [['make']],
  [['create']],
  [['create', 'gift', '--code', 'ABCD']],
  [['create', 'coin', '--code', 'ABCD']],
  [['create', 'coin', '--coins', '5']],
  [['create', 'coin', '--coins', '5.5', '--code', 'ABCD']],
  [['create', 'coin', '--coins', '5', '--code', 'ABCD', '--prefix', 'A', '--count', '2']],
  [['create', 'coin', '--coins', '5', '--prefix', 'A']],
  [['create', 'coin', '--coins', '5', '--code', 'ABCD', '--live', 'x']],
  [['create', 'live', '--coins', '5', '--code', 'ABCD']],
  [['create', 'live', '--code', 'ABCD', '--one-time', '--limit', '5']],
  [['create', 'live', '--code', 'ABCD', '--expires', '2026-12-01']],
  [['list', 'all']],
  [['list', '--code', 'A', '--batch', 'B']],
  [['disable', '--reason', 'x']],
  [['disable', '--code', 'X']],
  [['disable', '--code', 'X', '--reason', ' ']],
])('refuses %j with the usage', (args) => {
  expect(() => read(...args)).toThrow(UsageError);
});

test('CSV quotes where needed and contains no formula', () => {
  expect(toCsv(['A-1', 'A-2'])).toBe('code\r\nA-1\r\nA-2');
  expect(toCsv([{ code: 'A', note: '=1+1, "x"', limit: null }])).toBe(
    `code,note,limit\r\nA,"'=1+1, ""x""",`,
  );
  expect(toCsv([])).toBe('code');
});
