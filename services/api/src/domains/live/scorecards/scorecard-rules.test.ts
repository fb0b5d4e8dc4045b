import { describe, expect, it } from 'vitest';
import {
  type BoutRounds,
  crowdCardOf,
  GRACE_MS,
  isLocked,
  lockMsOf,
  refusalOf,
  seesCrowd,
} from './scorecard-rules.ts';

const T0 = Date.parse('2026-11-29T12:00:00Z');
const at = (seconds: number) => new Date(T0 + seconds * 1_000);
const ROUND_S = 300;

/** A bout of five rounds, with the bells of the first `begun` rounds. */
const bout = (begun: number, rest: Partial<BoutRounds> = {}): BoutRounds => ({
  rounds: 5,
  restMs: 120_000,
  status: 'in_progress',
  restingRound: null,
  endedAt: null,
  resultAt: null,
  method: null,
  resultRound: null,
  bells: new Map(Array.from({ length: begun }, (_, index) => [index + 1, at(index * ROUND_S)])),
  isReplaced: false,
  ...rest,
});
const ended = (begun: number, rest: Partial<BoutRounds> = {}) =>
  bout(begun, { status: 'ended', endedAt: at(2_000), ...rest });

describe('the lock of a round', () => {
  it('comes 30 seconds after the next bell', () => {
    const second = bout(2);
    expect(refusalOf(second, 1, at(ROUND_S + 29.999))).toBeNull();
    expect(refusalOf(second, 1, at(ROUND_S + 30))).toBe('score_locked');
    expect(refusalOf(second, 2, at(ROUND_S + 30))).toBeNull();
  });

  it('does not come while the round is the newest, however long it lasts', () => {
    expect(lockMsOf(bout(2), 2)).toBeNull();
    expect(refusalOf(bout(2), 2, at(100_000))).toBeNull();
  });

  it('follows the next bell that rang if an operator skipped a round', () => {
    const skipped = bout(1, {
      bells: new Map([
        [1, at(0)],
        [3, at(400)],
      ]),
    });
    expect(lockMsOf(skipped, 1)).toBe(at(400).getTime() + GRACE_MS);
  });

  it('comes after the last round when a rest has passed, or with an earlier result', () => {
    expect(lockMsOf(ended(5), 5)).toBe(at(2_150).getTime());
    expect(lockMsOf(ended(5, { resultAt: at(2_060) }), 5)).toBe(at(2_090).getTime());
    expect(lockMsOf(ended(5, { resultAt: at(2_500) }), 5)).toBe(at(2_150).getTime());
  });

  it('also holds for a bout that was replaced', () => {
    expect(isLocked(bout(1, { isReplaced: true }), 1, at(1))).toBe(true);
  });

  it('refuses a round that has not begun, or that the bout does not have', () => {
    expect(refusalOf(bout(1), 2, at(10))).toBe('score_not_open');
    expect(refusalOf(bout(0, { status: 'not_started' }), 1, at(0))).toBe('score_not_open');
    expect(refusalOf(bout(5), 6, at(10))).toBe('score_not_open');
  });
});

describe('the crowd’s card', () => {
  const scored = { hasScored: true, now: at(200) };
  const notScored = { hasScored: false, now: at(200) };

  it('appears after the own score once the round is over', () => {
    expect(seesCrowd(bout(1), 1, scored)).toBe(false);
    expect(seesCrowd(bout(1, { restingRound: 1 }), 1, scored)).toBe(true);
    expect(seesCrowd(bout(1, { restingRound: 1 }), 1, notScored)).toBe(false);
  });

  it('appears to all members once the round is locked', () => {
    const later = { hasScored: false, now: at(ROUND_S + 30) };
    expect(seesCrowd(bout(2), 1, later)).toBe(true);
    expect(seesCrowd(bout(2), 2, later)).toBe(false);
  });

  it('has no round of a stoppage', () => {
    const stopped = ended(3, { method: 'tko', resultRound: 3, resultAt: at(2_000) });
    const later = { hasScored: true, now: at(9_000) };
    expect([1, 2, 3].map((round) => seesCrowd(stopped, round, later))).toEqual([true, true, false]);
  });

  it('waits for the result if a bout ended early, because the last round may be a stoppage', () => {
    expect(seesCrowd(ended(3), 3, { hasScored: true, now: at(2_010) })).toBe(false);
    expect(seesCrowd(ended(5), 5, { hasScored: true, now: at(2_010) })).toBe(true);
  });

  it('is hidden below five cards', () => {
    expect(crowdCardOf([{ red: 10, blue: 9, cards: 4 }])).toBeNull();
    expect(crowdCardOf([])).toBeNull();
  });

  it('counts corners and even rounds, and rounds the mean to a tenth', () => {
    expect(
      crowdCardOf([
        { red: 10, blue: 9, cards: 3 },
        { red: 10, blue: 8, cards: 1 },
        { red: 9, blue: 10, cards: 1 },
        { red: 10, blue: 10, cards: 1 },
      ]),
    ).toEqual({ cards: 6, red: 4, blue: 1, even: 1, red_points: 9.8, blue_points: 9.2 });
  });
});
