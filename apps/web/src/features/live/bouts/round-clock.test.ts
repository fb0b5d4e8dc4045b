import { describe, expect, it } from 'vitest';
import { formatRoundClock, isAfterLastRound } from './round-clock.ts';

const started_at = '2026-11-21T12:00:00.000Z';
const at = (seconds: number) => Date.parse(started_at) + seconds * 1000;
const LENGTHS = { round_s: 180, rest_s: 120 };
const clock = (seconds: number, resting = false, stoppedS?: number, lengths = LENGTHS) =>
  formatRoundClock(
    {
      ...lengths,
      round: { number: 3, started_at, resting },
      clock_stopped_at: stoppedS === undefined ? null : new Date(at(stoppedS)).toISOString(),
    },
    at(seconds),
  );

describe('the clock of a round', () => {
  it('counts down the length of the bout’s rounds and rests', () => {
    const short = { round_s: 40, rest_s: 10 };
    expect([clock(0, false, undefined, short), clock(4, true, undefined, short)]).toEqual([
      '0:40',
      '0:06',
    ]);
  });

  it('counts down from three minutes', () => {
    expect([clock(0), clock(46), clock(46.2), clock(179.5)]).toEqual([
      '3:00',
      '2:14',
      '2:14',
      '0:01',
    ]);
  });

  it('counts a rest down from two', () => {
    expect([clock(0, true), clock(61, true)]).toEqual(['2:00', '0:59']);
  });

  it('stops when the video reaches the moment at which the operator stopped it', () => {
    expect([clock(20, false, 30), clock(30, false, 30), clock(95, false, 30)]).toEqual([
      '2:40',
      '2:30',
      '2:30',
    ]);
  });

  it('stays at zero if the bell is late, and at three minutes if the viewer’s clock is slow', () => {
    expect([clock(181), clock(9_999), clock(-5)]).toEqual(['0:00', '0:00', '3:00']);
  });
});

describe('the end of the last round', () => {
  const isOver = (seconds: number, number: number, resting = false) =>
    isAfterLastRound(
      { ...LENGTHS, round: { number, started_at, resting }, rounds: 5, clock_stopped_at: null },
      at(seconds),
    );

  it('is reached when the clock of the last round shows zero', () => {
    expect([isOver(179, 5), isOver(180, 5), isOver(500, 5)]).toEqual([false, true, true]);
  });

  it('is neither reached in a rest nor in an earlier round', () => {
    expect([isOver(5, 5, true), isOver(5, 4, true), isOver(500, 4)]).toEqual([true, false, false]);
  });
});
