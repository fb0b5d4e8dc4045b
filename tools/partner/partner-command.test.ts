import { expect, test } from 'vitest';
import { UsageError } from '../operator/command-line.ts';
import { recordCalls } from '../operator/testing/record-calls.ts';
import { readCommand } from './partner-command.ts';

/** 01:30 on the first of December in Bangkok. */
const read = (...args: string[]) => readCommand(args, new Date('2026-11-30T18:30:00Z'));

const periodOf = (...args: string[]) => recordCalls(read('account', 'lumphu-play', ...args));

test('reports the current month in Bangkok, or the given days', async () => {
  const account = (from: string, to: string) => [
    [
      'GET /operator/partner/{map_system_id}/account',
      { params: { map_system_id: 'lumphu-play' }, query: { from, to } },
    ],
  ];
  expect(await periodOf()).toEqual(account('2026-12-01', '2026-12-01'));
  expect(await periodOf('--from', '2026-11-01', '--to', '2026-11-30')).toEqual(
    account('2026-11-01', '2026-11-30'),
  );
});

test.each([
  [[]],
  [['account']],
  [['bill', 'lumphu-play']],
  [['account', 'a', 'b']],
  [['account', 'a', '--from', '1 November']],
  [['account', 'a', '--until', '2026-11-01']],
])('refuses %j with the usage', (args) => {
  expect(() => read(...args)).toThrow(UsageError);
});
