import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { COMBO_EXTENSION_MS, EFFECT_MS, type EffectGift, GiftLanes, tierOf } from './gift-lanes.ts';

const gift = (memberId: string, coins: number, more: Partial<EffectGift> = {}): EffectGift => ({
  memberId,
  memberName: memberId,
  corner: 'red',
  giftId: `gift of ${coins}`,
  quantity: 1,
  coins,
  isOwn: false,
  ...more,
});
const own = (coins: number): EffectGift => gift('me', coins, { isOwn: true });
const shownBy = (lanes: GiftLanes) =>
  lanes.shown.get().map(({ memberName, quantity, tier }) => `${tier} ${memberName} ×${quantity}`);

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

test('the coins of a press decide the tier', () => {
  expect([1, 29, 58, 59, 199, 398, 399].map(tierOf)).toEqual([
    'rise',
    'rise',
    'rise',
    'banner',
    'banner',
    'banner',
    'storm',
  ]);
});

test('one effect of a tier runs at a time, and the next follows at its end', () => {
  const lanes = new GiftLanes();
  lanes.add([gift('a', 1), gift('b', 5), gift('c', 59)]);
  expect(shownBy(lanes)).toEqual(['banner c ×1', 'rise a ×1']);
  vi.advanceTimersByTime(EFFECT_MS);
  expect(shownBy(lanes)).toEqual(['rise b ×1']);
  vi.advanceTimersByTime(EFFECT_MS);
  expect(shownBy(lanes)).toEqual([]);
});

test('a combo counts up on the running effect and extends it once', () => {
  const lanes = new GiftLanes();
  lanes.add([gift('a', 1)]);
  lanes.add([gift('a', 1), gift('a', 1)]);
  expect(shownBy(lanes)).toEqual(['rise a ×3']);
  vi.advanceTimersByTime(EFFECT_MS);
  expect(shownBy(lanes)).toEqual(['rise a ×3']);
  vi.advanceTimersByTime(COMBO_EXTENSION_MS);
  expect(shownBy(lanes)).toEqual([]);
});

test('no effect starts while the highest tier runs', () => {
  const lanes = new GiftLanes();
  lanes.add([gift('a', 1), gift('b', 399), gift('c', 99)]);
  expect(shownBy(lanes)).toEqual(['storm b ×1']);
  vi.advanceTimersByTime(EFFECT_MS);
  expect(shownBy(lanes)).toEqual(['banner c ×1', 'rise a ×1']);
});

test('more than three waiting icons are combined into one icon with their sum', () => {
  const lanes = new GiftLanes();
  lanes.add(Array.from({ length: 200 }, (_, index) => gift(`fan ${index}`, 5)));
  expect(lanes.shown.get()).toEqual([
    expect.objectContaining({ isSum: true, memberName: '', quantity: 200, coins: 1_000 }),
  ]);
  vi.advanceTimersByTime(EFFECT_MS);
  expect(lanes.shown.get()).toEqual([]);
});

test('the effect of a press is shown at once, even during other effects', () => {
  const lanes = new GiftLanes();
  lanes.add([gift('a', 399), gift('b', 1)]);
  lanes.echo(own(1));
  expect(shownBy(lanes)).toEqual(['storm a ×1', 'rise me ×1']);
  lanes.echo(own(399));
  expect(shownBy(lanes)).toEqual(['storm me ×1', 'rise me ×1']);
});

test('the effect of a refused press is withdrawn with a reason, and waiting effects follow', () => {
  const lanes = new GiftLanes();
  lanes.echo(own(1));
  lanes.add([gift('a', 5)]);
  lanes.withdraw({ status: 'match_ended', message: 'Selected match has ended.' });
  expect(shownBy(lanes)).toEqual(['rise a ×1']);
  expect(lanes.refusal.get()?.status).toBe('match_ended');
  vi.advanceTimersByTime(4_000);
  expect(lanes.refusal.get()).toBeNull();
});
