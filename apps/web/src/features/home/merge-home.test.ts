import { expect, test } from 'vitest';
import type { Home, LiveCard, LiveSummary } from './home.ts';
import { mergeHome } from './merge-home.ts';

/** Creates a live with the fields that the merge reads. */
const live = (id: string, revision: number, viewers = 0) =>
  ({ program_live_id: id, revision, viewers }) as unknown as LiveSummary & LiveCard;
const home = (lives: readonly LiveSummary[], card: LiveCard | null = null): Home => ({
  lives,
  card,
});

test('keeps a result against an older response of another node, but takes over its number of viewers', () => {
  const known = home([live('a', 7, 10), live('b', 2)], live('a', 7, 10));
  const merged = mergeHome(known, home([live('a', 6, 12), live('b', 3)], live('a', 5, 13)));
  expect(merged.lives).toEqual([live('a', 7, 12), live('b', 3)]);
  expect(merged.card).toEqual(live('a', 7, 13));
});

test('takes over new lives and another card unchanged', () => {
  const answer = home([live('b', 1), live('c', 1)], live('c', 1));
  expect(mergeHome(home([live('a', 9)], live('a', 9)), answer)).toEqual(answer);
});

test('drops a live that is no longer listed', () => {
  expect(mergeHome(home([live('a', 9)], live('a', 9)), home([]))).toEqual(home([]));
});
