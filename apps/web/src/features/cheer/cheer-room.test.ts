import type { EncouragementBar, GiftLine } from '@sangwian/contract/endpoints/gifts';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { BURST_MS, CheerRoom } from './cheer-room.ts';

const gift = (id: string, coins: number) => ({ gift_log_id: id, coins }) as GiftLine;
const bar = (match: string, gifts: number) =>
  ({
    match_live_id: match,
    red: { coins: gifts, gifts, supporters: 1 },
    blue: { coins: 0, gifts: 0, supporters: 0 },
  }) as EncouragementBar;

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

test('of gifts that come together the greatest bursts, and no other until it is over', () => {
  const room = new CheerRoom();
  room.applyGifts([gift('small', 1), gift('great', 500), gift('middle', 20)]);
  expect(room.burst.get()?.gift.gift_log_id).toBe('great');
  room.applyGifts([gift('meanwhile', 900)]);
  expect(room.burst.get()?.gift.gift_log_id).toBe('great');
  vi.advanceTimersByTime(BURST_MS);
  expect(room.burst.get()).toBeNull();
  room.applyGifts([gift('next', 1)]);
  expect(room.burst.get()).toMatchObject({ gift: { gift_log_id: 'next' }, turn: 2 });
});

test('another bout begins with no corner chosen and an empty bar', () => {
  const room = new CheerRoom();
  room.enterMatch('m1');
  room.applyBar(bar('m1', 3));
  room.choice.set({ corner: 'red', gift: null, quantity: 5 });
  room.enterMatch('m1');
  expect(room.choice.get().corner).toBe('red');
  room.enterMatch('m2');
  expect(room.choice.get()).toMatchObject({ corner: null, quantity: 1 });
  expect(room.bar.get()).toBeNull();
});

test('a bar of another bout is not taken for this one’s', () => {
  const room = new CheerRoom();
  room.enterMatch('m1');
  room.applyBar(bar('m0', 9));
  expect(room.bar.get()).toBeNull();
  room.applyBar(bar('m1', 2));
  expect(room.bar.get()?.red.gifts).toBe(2);
});
