import { expect, test } from 'vitest';
import type { Home, LiveCard, LiveSummary } from './home.ts';
import { mergeHome } from './merge-home.ts';

/** Of a live only what merging looks at. */
const live = (id: string, revision: number, viewers = 0) =>
  ({ program_live_id: id, revision, viewers }) as unknown as LiveSummary & LiveCard;
const home = (lives: readonly LiveSummary[], card: LiveCard | null = null): Home => ({
  lives,
  card,
});

test('an older answer of another node does not take a result back, and its viewers are shown', () => {
  const known = home([live('a', 7, 10), live('b', 2)], live('a', 7, 10));
  const merged = mergeHome(known, home([live('a', 6, 12), live('b', 3)], live('a', 5, 13)));
  expect(merged.lives).toEqual([live('a', 7, 12), live('b', 3)]);
  expect(merged.card).toEqual(live('a', 7, 13));
});

test('the first answer, lives that are new, and another card are taken as they are', () => {
  const told = home([live('b', 1), live('c', 1)], live('c', 1));
  expect(mergeHome(null, told)).toBe(told);
  expect(mergeHome(home([live('a', 9)], live('a', 9)), told)).toEqual(told);
});

test('a live that is no longer listed is gone', () => {
  expect(mergeHome(home([live('a', 9)], live('a', 9)), home([]))).toEqual(home([]));
});
