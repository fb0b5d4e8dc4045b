import { expect, test } from 'vitest';
import { choicePath, fighterPath, readChoice } from './fighter-paths.ts';

const NONE = readChoice(new URLSearchParams());

test('reads a choice back from its own URL', () => {
  for (const path of [
    '/history',
    '/history?q=%E0%B9%80%E0%B8%9E%E0%B8%8A%E0%B8%A3&division=a&gym=b&province=Trang&cursor=x',
    '/history?view=ranking&division=a&cursor=x',
  ]) {
    const choice = readChoice(new URL(path, 'http://localhost').searchParams);
    expect(choicePath(NONE, choice)).toBe(path);
  }
});

test('keeps only the division of a ranking, and starts a changed choice at its first page', () => {
  const choice = { ...NONE, q: 'phet', division: 'a', cursor: 'x' };
  expect(choicePath(choice, { view: 'ranking' })).toBe('/history?view=ranking&division=a');
  expect(choicePath(choice, { gym: 'b' })).toBe('/history?q=phet&division=a&gym=b');
});

test('links to a fighter, and to the comparison of two fighters', () => {
  expect(fighterPath('a')).toBe('/history/boxer_detail?id=a');
  expect(fighterPath('a', 'b')).toBe('/history/boxer_detail?id=a&versus=b#tape');
});
