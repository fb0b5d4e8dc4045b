import { describe, expect, it } from 'vitest';
import { faultOfJudges, isRoundScore, leaderOf, totalOf } from './round-score.ts';

describe('isRoundScore()', () => {
  it.each([
    [10, 10],
    [10, 9],
    [9, 10],
    [10, 7],
  ])('allows %i-%i', (red, blue) => {
    expect(isRoundScore({ red, blue })).toBe(true);
  });

  it.each([
    [9, 9],
    [10, 6],
    [11, 10],
    [8, 9],
  ])('refuses %i-%i', (red, blue) => {
    expect(isRoundScore({ red, blue })).toBe(false);
  });
});

describe('totalOf()', () => {
  it('adds the rounds of both corners', () => {
    const card = [
      { red: 10, blue: 9 },
      { red: 8, blue: 10 },
    ];
    expect(totalOf(card)).toEqual({ red: 18, blue: 19 });
    expect(leaderOf(totalOf(card))).toBe('blue');
    expect(leaderOf(totalOf([]))).toBe('draw');
  });
});

describe('faultOfJudges()', () => {
  const RED = { red: 49, blue: 48 };
  const BLUE = { red: 48, blue: 49 };
  const EVEN = { red: 48, blue: 48 };
  const decision = (winner: string) => ({ winner, method: 'decision', rounds: 5 });

  it('accepts a unanimous, a split and a majority decision', () => {
    expect(faultOfJudges([RED, RED, RED], decision('red'))).toBeNull();
    expect(faultOfJudges([RED, BLUE, BLUE], decision('blue'))).toBeNull();
    expect(faultOfJudges([RED, RED, EVEN], decision('red'))).toBeNull();
  });

  it('accepts a draw in which no corner has two judges', () => {
    const draw = { winner: 'draw', method: 'draw', rounds: 5 };
    expect(faultOfJudges([RED, BLUE, EVEN], draw)).toBeNull();
    expect(faultOfJudges([RED, EVEN, EVEN], draw)).toBeNull();
    expect(faultOfJudges([RED, RED, EVEN], draw)).toContain('another winner');
  });

  it('refuses another winner, impossible totals and a bout that ended early', () => {
    expect(faultOfJudges([BLUE, BLUE, RED], decision('red'))).toContain('another winner');
    expect(faultOfJudges([{ red: 51, blue: 48 }, RED, RED], decision('red'))).toContain('at most');
    expect(
      faultOfJudges([RED, RED, RED], { winner: 'red', method: 'tko', rounds: 5 }),
    ).not.toBeNull();
  });
});
