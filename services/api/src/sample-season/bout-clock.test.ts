import { describe, expect, it } from 'vitest';
import { nextTurn, type RoundState, roundAt } from './bout-clock.ts';

const began = new Date('2026-11-21T12:00:00Z');
const minute = (minutes: number) => new Date(began.getTime() + minutes * 60_000);
const at = (minutes: number) => roundAt(began, 5, minute(minutes));

describe('the clock of a bout', () => {
  it('has rounds of three minutes with two minutes of rest between them', () => {
    expect(at(0)).toEqual({ number: 1, startedAt: began, resting: false });
    expect(at(3)).toEqual({ number: 1, startedAt: minute(3), resting: true });
    expect(at(10.75)).toEqual({ number: 3, startedAt: minute(10), resting: false });
  });

  it('stays in the last round', () => {
    const last = { number: 5, startedAt: minute(20), resting: false };
    for (const late of [20, 23, 24.9, 25, 1_000]) expect(at(late)).toEqual(last);
  });

  it('advances from bell to bell to the end of the last round', () => {
    const turns: (readonly [number, number, boolean])[] = [];
    let round: RoundState | null = at(0);
    let end = began;
    while (round !== null) {
      turns.push([
        round.number,
        (round.startedAt.getTime() - began.getTime()) / 60_000,
        round.resting,
      ]);
      const next = nextTurn(round, 3, null);
      end = next.at;
      round = next.round;
    }
    expect(turns).toEqual([
      [1, 0, false],
      [1, 3, true],
      [2, 5, false],
      [2, 8, true],
      [3, 10, false],
    ]);
    expect(end).toEqual(minute(13));
  });

  it('ends in the round of a stoppage', () => {
    expect(nextTurn(at(5), 5, 2)).toEqual({
      at: new Date(minute(5).getTime() + 100_000),
      round: null,
    });
    expect(nextTurn(at(3), 5, 1).round).toMatchObject({ number: 2 });
  });
});
