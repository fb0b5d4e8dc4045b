import type { EncouragementBar, Gift } from '@sangwian/contract/endpoints/gifts';
import { expect, test } from 'vitest';
import {
  type Choice,
  clampQuantity,
  costOf,
  findObstacle,
  laterBar,
  redShare,
  tapGift,
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

test('the same gift tapped again is counted up, another one begins anew', () => {
  const once = tapGift({ corner: 'red', gift: null, quantity: 7 }, gift(10));
  expect(once).toMatchObject({ corner: 'red', quantity: 1 });
  const twice = tapGift(once, gift(10));
  expect(twice.quantity).toBe(2);
  expect(costOf(twice)).toBe(20);
  expect(tapGift(twice, gift(50))).toMatchObject({ gift: { coins: 50 }, quantity: 1 });
  expect(tapGift({ ...twice, quantity: 99 }, gift(10)).quantity).toBe(99);
});

test('a quantity stays between 1 and 99, whatever was typed', () => {
  expect([0, -4, 1, 99, 100, 2.9, Number.NaN].map(clampQuantity)).toEqual([1, 1, 1, 99, 99, 2, 1]);
});

test('what is missing is said in the order of choosing: bout, corner, gift, coins', () => {
  const nothing: Choice = { corner: null, gift: null, quantity: 1 };
  const status = (...args: Parameters<typeof findObstacle>) => findObstacle(...args)?.status;
  expect(status(nothing, null, 0)).toBe('live_none');
  expect(status(nothing, { status: 'not_started' }, 0)).toBe('live_none');
  expect(status(nothing, { status: 'ended' }, 0)).toBe('match_ended');
  expect(status(nothing, ON, 0)).toBe('gift_corner_required');
  expect(status({ ...nothing, corner: 'blue' }, ON, 0)).toBe('gift_required');
  expect(status(chosen, ON, 29)).toBe('gift_balance_insufficient');
  expect(status(chosen, ON, 30)).toBeUndefined();
});

test('a balance that is not known yet keeps nobody from cheering', () => {
  expect(findObstacle(chosen, ON, null)).toBeNull();
});

test('a bar never goes back, and another bout’s replaces it', () => {
  const known = bar(3, 2);
  expect(laterBar(null, known)).toBe(known);
  expect(laterBar(known, bar(2, 2))).toBe(known);
  expect(laterBar(known, bar(3, 3))).toEqual(bar(3, 3));
  expect(laterBar(known, bar(0, 0, 'm2'))).toEqual(bar(0, 0, 'm2'));
});

test('a bar stands in the middle until somebody cheers', () => {
  expect(redShare(bar(0, 0))).toBe(0.5);
  expect(redShare(bar(3, 1))).toBe(0.75);
  expect(redShare(bar(0, 1))).toBe(0);
});
