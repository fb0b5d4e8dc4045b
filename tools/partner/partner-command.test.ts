import { expect, test } from 'vitest';
import { UsageError } from '../operator/command-line.ts';
import { readCommand } from './partner-command.ts';

/** 01:30 on the first of December in Bangkok. */
const read = (...args: string[]) => readCommand(args, new Date('2026-11-30T18:30:00Z'));

test('an account covers this month in Bangkok, or the given days', () => {
  expect(read('account', 'lumphu-play')).toEqual({
    path: '/partners/account',
    query: { partner: 'lumphu-play', from: '2026-12-01', to: '2026-12-01' },
  });
  const command = read('account', 'lumphu-play', '--from', '2026-11-01', '--to', '2026-11-30');
  expect(command.query).toMatchObject({ from: '2026-11-01', to: '2026-11-30' });
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
