import type { EncouragementBar, GiftLine } from '@sangwian/contract/endpoints/gifts';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { heldCoins } from '../../shared/session/shown-balance.ts';
import { createStore } from '../../shared/store.ts';
import { CheerState } from './cheer-state.ts';

const gift = (id: string, coins: number) => ({ gift_log_id: id, coins }) as GiftLine;
const bar = (match: string, gifts: number) =>
  ({
    match_live_id: match,
    red: { coins: gifts, gifts, supporters: 1 },
    blue: { coins: 0, gifts: 0, supporters: 0 },
  }) as EncouragementBar;

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

test('gifts reach the effects once their code is loaded', () => {
  const cheer = new CheerState();
  cheer.applyGifts([gift('early', 1)]);
  const add = vi.fn();
  cheer.effects = { HoldToSend: () => null, add, echo: vi.fn(), withdraw: vi.fn() };
  cheer.applyGifts([gift('one', 5)]);
  expect(add).toHaveBeenCalledExactlyOnceWith([gift('one', 5)]);
});

test('a corner that was chosen for the next bout is selected at that bout’s bell', () => {
  const cheer = new CheerState();
  cheer.enterMatch('m1');
  cheer.keepCorner('m2', 'blue');
  cheer.enterMatch('m2');
  expect(cheer.choice.get().corner).toBe('blue');
  cheer.enterMatch('m3');
  expect(cheer.choice.get().corner).toBeNull();
});

test('a new bout starts without a chosen corner and with an empty bar', () => {
  const cheer = new CheerState();
  cheer.enterMatch('m1');
  cheer.applyBar(bar('m1', 3));
  cheer.choice.set({ corner: 'red', gift: null, quantity: 5 });
  cheer.enterMatch('m1');
  expect(cheer.choice.get().corner).toBe('red');
  cheer.enterMatch('m2');
  expect(cheer.choice.get()).toMatchObject({ corner: null, quantity: 1 });
  expect(cheer.bar.get()).toBeNull();
});

test('a choice that was made before the first bout was known is kept', () => {
  const cheer = new CheerState();
  cheer.choice.set({ corner: 'red', gift: null, quantity: 5 });
  cheer.enterMatch('m1');
  expect(cheer.choice.get()).toMatchObject({ corner: 'red', quantity: 5 });
});

test('the bar of another bout is not shown', () => {
  const cheer = new CheerState();
  cheer.enterMatch('m1');
  cheer.applyBar(bar('m0', 9));
  expect(cheer.bar.get()).toBeNull();
  cheer.applyBar(bar('m1', 2));
  expect(cheer.bar.get()?.red.gifts).toBe(2);
});

test('the bar and the refund notice follow the video forwards and backwards', () => {
  const reachedMs = createStore(0);
  let nowMs = 10_000;
  const cheer = new CheerState({ reachedMs, nowMs: () => nowMs });
  cheer.enterMatch('m1');
  cheer.applyBar(bar('m1', 3));
  expect(cheer.bar.get()).toBeNull();
  nowMs = 20_000;
  cheer.applyBar(bar('m1', 8));
  // The next bout has started at the stadium, but not in the video.
  cheer.applyBar(bar('m2', 1));
  cheer.applyRefund({ match_live_id: 'm1', title: { th: '', en: '' }, coins: 5 } as never);
  reachedMs.set(12_000);
  expect(cheer.bar.get()?.red.gifts).toBe(3);
  expect(cheer.refunds.get()).toEqual([]);
  expect(heldCoins.get()).toBe(5);
  reachedMs.set(20_000);
  expect(cheer.bar.get()?.red.gifts).toBe(8);
  expect(cheer.refunds.get().at(-1)?.coins).toBe(5);
  expect(heldCoins.get()).toBe(0);
  nowMs = 30_000;
  cheer.applyRefund({ match_live_id: 'm1', title: { th: '', en: '' }, coins: 7 } as never);
  expect(heldCoins.get()).toBe(7);
  reachedMs.set(11_000);
  expect(cheer.bar.get()?.red.gifts).toBe(3);
  reachedMs.set(Number.POSITIVE_INFINITY);
  cheer.enterMatch('m2');
  expect(cheer.bar.get()?.red.gifts).toBe(1);
  cheer.close();
  expect(heldCoins.get()).toBe(0);
});
