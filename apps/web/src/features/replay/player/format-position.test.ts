import { expect, it } from 'vitest';
import { formatPosition } from './format-position.ts';

it('formats positions below and above an hour', () => {
  expect([0, 5.9, 754, 3_723].map(formatPosition)).toEqual(['0:00', '0:05', '12:34', '1:02:03']);
});
