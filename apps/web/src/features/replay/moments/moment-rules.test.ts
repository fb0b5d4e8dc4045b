import type { ReplayMoments } from '@sangwian/contract/endpoints/replay';
import { expect, it } from 'vitest';
import { barAt, momentsUntil, windowAhead, windowAt, windowBefore } from './moment-rules.ts';

const line = (id: string, at_ms: number) => ({ chat_message_id: id, at_ms });
const gift = (id: string, at_ms: number, corner: 'red' | 'blue', coins: number, bout = '1') => ({
  ...{ gift_log_id: id, at_ms, corner, coins, match_live_id: bout },
});
const page = (fields: object) =>
  ({
    from_ms: 0,
    until_ms: 60_000,
    lines: [],
    gifts: [],
    bar: null,
    ...fields,
  }) as unknown as ReplayMoments;
const bar = { match_live_id: '1', red_coins: 100, blue_coins: 50 };

it('shows lines and gifts that the video has reached, in its order, and no later ones', () => {
  const before = page({ lines: [line('a', 50_000)] });
  const now = page({
    lines: [line('c', 61_000), line('e', 63_000)],
    gifts: [gift('b', 60_500, 'red', 5), gift('d', 62_000, 'blue', 5)],
  });
  const ids = (positionMs: number) => momentsUntil([before, now], positionMs).map(({ id }) => id);
  expect(ids(62_500)).toEqual(['a', 'b', 'c', 'd']);
  // After a seek back.
  expect(ids(60_600)).toEqual(['a', 'b']);
  expect(momentsUntil([undefined, undefined], 0)).toEqual([]);
});

it('adds the gifts that the video has reached to the bar', () => {
  const shown = page({ bar, gifts: [gift('a', 1_000, 'red', 20), gift('b', 9_000, 'blue', 7)] });
  expect(barAt(shown, 500)).toEqual(bar);
  expect(barAt(shown, 5_000)).toEqual({ ...bar, red_coins: 120 });
  expect(barAt(shown, 9_000)).toEqual({ ...bar, red_coins: 120, blue_coins: 57 });
  expect(barAt(page({}), 9_000)).toBeNull();
});

it('begins a new bar with the first gift of the next bout', () => {
  const shown = page({
    bar,
    gifts: [gift('a', 1_000, 'red', 20), gift('b', 2_000, 'blue', 7, '2')],
  });
  expect(barAt(shown, 2_000)).toEqual({ match_live_id: '2', red_coins: 0, blue_coins: 7 });
});

it('reads the window of the video, and the next one shortly before', () => {
  expect([windowAt(0), windowAt(59_999), windowAt(60_000), windowAt(-1)]).toEqual([
    0, 0, 60_000, 0,
  ]);
  expect([windowBefore(0), windowBefore(120_000)]).toEqual([null, 60_000]);
  expect([windowAhead(44_999), windowAhead(45_000)]).toEqual([null, 60_000]);
});
