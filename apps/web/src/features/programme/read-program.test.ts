import { expect, test } from 'vitest';
import { choicePath, readChoice } from './read-program.ts';

const NONE = { day: null, past: false, promotion: null, cursor: null, card: null, bout: null };

test('reads a choice back from its own URL', () => {
  for (const path of [
    '/program',
    '/program?day=2026-11-21&promotion=a',
    '/program?past=1&cursor=x',
    '/program?card=a&bout=b',
  ]) {
    const choice = readChoice(new URL(path, 'http://localhost').searchParams);
    expect(choicePath(NONE, choice)).toBe(path);
  }
});

test('ignores an invalid day', () => {
  expect(readChoice(new URLSearchParams('day=tomorrow&past=yes'))).toEqual(NONE);
});

test('starts a changed choice at its first page, and keeps the other filters', () => {
  const choice = { ...NONE, past: true, promotion: 'a', cursor: 'x', card: 'c', bout: 'b' };
  expect(choicePath(choice, { promotion: null })).toBe('/program?past=1');
  expect(choicePath(choice, { past: false, day: '2026-11-21' })).toBe(
    '/program?day=2026-11-21&promotion=a',
  );
});
