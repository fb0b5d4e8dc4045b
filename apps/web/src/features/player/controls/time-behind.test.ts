import { expect, it } from 'vitest';
import { formatBehind } from './time-behind.ts';

it('formatBehind counts back from live', () => {
  expect([0, 4.6, 65, 754, 3723, -3].map(formatBehind)).toEqual([
    '-0:00',
    '-0:05',
    '-1:05',
    '-12:34',
    '-1:02:03',
    '-0:00',
  ]);
});
