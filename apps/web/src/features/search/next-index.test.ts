import { expect, test } from 'vitest';
import { nextIndex } from './next-index.ts';

test('arrow keys go through the options and round at both ends', () => {
  expect(nextIndex('ArrowDown', -1, 3)).toBe(0);
  expect(nextIndex('ArrowDown', 2, 3)).toBe(0);
  expect(nextIndex('ArrowUp', -1, 3)).toBe(2);
  expect(nextIndex('ArrowUp', 0, 3)).toBe(2);
  expect(nextIndex('ArrowUp', 2, 3)).toBe(1);
});

test('Enter opens an option, and other keys edit the text', () => {
  expect(nextIndex('Enter', -1, 3)).toBe('open');
  expect(nextIndex('Home', 1, 3)).toBe(null);
  expect(nextIndex('a', 1, 3)).toBe(null);
  expect(nextIndex('Enter', -1, 0)).toBe(null);
});
