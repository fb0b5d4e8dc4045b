import type { EncouragementBar, Gift } from '@sangwian/contract/endpoints/gifts';
import { expect, test } from 'vitest';
import {
  type Choice,
  clampQuantity,
  costOf,
  findRefusal,
  laterBar,
  redShare,
  tapGift,
  withPresentGift,
} from './cheer-rules.ts';

const gift = (coins: number) => ({ gift_id: `gift-of-${coins}`, coins }) as Gift;
const ON = { status: 'in_progress' } as const;
const chosen: Choice = { corner: 'red', gift: gift(10), quantity: 3 };

const bar = (red: number, blue: number, match = 'm1') =>
  ({
    match_live_id: match,
    red: { coins: red * 10, gifts: red, supporters: red },
    blue: { coins: blue * 10, gifts: blue, supporters: blue },
  }) as EncouragementBar;

test('a tap on the same gift increases the quantity, and a tap on another gift resets the quantity', () => {
  const once = tapGift({ corner: 'red', gift: null, quantity: 7 }, gift(10));
  expect(once).toMatchObject({ corner: 'red', quantity: 1 });
  const twice = tapGift(once, gift(10));
  expect(twice.quantity).toBe(2);
  expect(costOf(twice)).toBe(20);
  expect(tapGift(twice, gift(50))).toMatchObject({ gift: { coins: 50 }, quantity: 1 });
  expect(tapGift({ ...twice, quantity: 99 }, gift(10)).quantity).toBe(99);
});

test('a choice takes over a changed price of its gift, and drops a gift that is no longer offered', () => {
  const dearer = { ...gift(10), coins: 12 };
  expect(costOf(withPresentGift(chosen, [gift(5), dearer]))).toBe(36);
  expect(withPresentGift(chosen, [gift(5)]).gift).toBeNull();
  expect(withPresentGift(chosen, null)).toBe(chosen);
});

test('a typed quantity is clamped between 1 and 99', () => {
  expect([0, -4, 1, 99, 100, 2.9, Number.NaN].map(clampQuantity)).toEqual([1, 1, 1, 99, 99, 2, 1]);
});

test('the checks run in the order bout, corner, gift, coins', () => {
  const nothing: Choice = { corner: null, gift: null, quantity: 1 };
  const status = (...args: Parameters<typeof findRefusal>) => findRefusal(...args)?.status;
  expect(status(nothing, null, 0)).toBe('live_none');
  expect(status(nothing, { status: 'not_started' }, 0)).toBe('live_none');
  expect(status(nothing, { status: 'ended' }, 0)).toBe('match_ended');
  expect(status(nothing, ON, 0)).toBe('gift_corner_required');
  expect(status({ ...nothing, corner: 'blue' }, ON, 0)).toBe('gift_required');
  expect(status(chosen, ON, 29)).toBe('gift_balance_insufficient');
  expect(status(chosen, ON, 30)).toBeUndefined();
});

test('an unknown balance does not block cheering', () => {
  expect(findRefusal(chosen, ON, null)).toBeNull();
});

test('a bar never decreases, and the bar of another bout always replaces it', () => {
  const known = bar(3, 2);
  expect(laterBar(null, known)).toBe(known);
  expect(laterBar(known, bar(2, 2))).toBe(known);
  expect(laterBar(known, bar(3, 3))).toEqual(bar(3, 3));
  expect(laterBar(known, bar(0, 0, 'm2'))).toEqual(bar(0, 0, 'm2'));
});

test('a bar is in the middle until the first gift', () => {
  expect(redShare(bar(0, 0))).toBe(0.5);
  expect(redShare(bar(3, 1))).toBe(0.75);
  expect(redShare(bar(0, 1))).toBe(0);
});
