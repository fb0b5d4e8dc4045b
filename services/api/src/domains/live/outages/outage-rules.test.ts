import { expect, it } from 'vitest';
import { gapsOf, measureOutage } from './outage-rules.ts';

const MINUTE = 60_000;
const span = (from: number, to: number) => ({ fromMs: from * MINUTE, toMs: to * MINUTE });
const NIGHT = span(0, 60);

it('finds the gaps before, between and after time ranges with video in any order', () => {
  expect(gapsOf([span(30, 50), span(5, 20), span(10, 25)], NIGHT)).toEqual([
    span(0, 5),
    span(25, 30),
    span(50, 60),
  ]);
  expect(gapsOf([], NIGHT)).toEqual([NIGHT]);
  expect(gapsOf([span(-10, 70)], NIGHT)).toEqual([]);
});

it('ignores gaps that players bridge and time outside the live', () => {
  const pictures = [
    { fromMs: -50_000, toMs: 20_000 },
    { fromMs: 23_000, toMs: 65 * MINUTE },
  ];
  expect(gapsOf(pictures, NIGHT)).toEqual([]);
});

it('offers a refund from five minutes of outage in total', () => {
  const night = (missing: number) => measureOutage([span(missing, 60)], NIGHT, []);
  expect(night(4.99)).toMatchObject({ isOffered: false });
  expect(night(5)).toMatchObject({ isOffered: true, missingMs: 5 * MINUTE });
});

it('offers a refund from an outage of a tenth of one bout', () => {
  const bout = { matchLiveId: 'a', ...span(10, 30) };
  const night = (missing: number) =>
    measureOutage([span(0, 20), span(20 + missing, 60)], NIGHT, [bout]);
  expect(night(1.9).isOffered).toBe(false);
  expect(night(2)).toMatchObject({ isOffered: true, bouts: [{ share: 0.1 }] });
  const before = measureOutage([span(3, 60)], NIGHT, [bout]);
  expect(before).toMatchObject({ isOffered: false, bouts: [{ missingMs: 0, share: 0 }] });
});

it('adds confirmed reports of players to the gaps, once and within the window', () => {
  const window = { fromMs: 0, toMs: 600_000 };
  const pictures = [
    { fromMs: 0, toMs: 100_000 },
    { fromMs: 160_000, toMs: 600_000 },
  ];
  const confirmed = [
    { fromMs: 150_000, toMs: 200_000 },
    { fromMs: 590_000, toMs: 700_000 },
  ];
  const { gaps, missingMs } = measureOutage(pictures, window, [], confirmed);
  expect(gaps).toEqual([
    { fromMs: 100_000, toMs: 200_000 },
    { fromMs: 590_000, toMs: 600_000 },
  ]);
  expect(missingMs).toBe(110_000);
  expect(measureOutage(null, window, []).missingMs).toBe(0);
});
