import { describe, expect, it } from 'vitest';
import {
  DECISION_S,
  lengthS,
  nextTurn,
  type RoundState,
  roundAt,
  STOPPAGE_S,
} from './bout-clock.ts';

const USUAL = { rounds: 5, round_s: 180, rest_s: 120 };
const SHORT = { rounds: 3, round_s: 40, rest_s: 10 };
const began = new Date('2026-11-21T12:00:00Z');
const second = (seconds: number) => new Date(began.getTime() + seconds * 1_000);
const minute = (minutes: number) => second(minutes * 60);
const at = (minutes: number) => roundAt(began, USUAL, minute(minutes));

describe('the clock of a bout', () => {
  it('has rounds with rests between them', () => {
    expect(at(0)).toEqual({ number: 1, startedAt: began, resting: false });
    expect(at(3)).toEqual({ number: 1, startedAt: minute(3), resting: true });
    expect(at(10.75)).toEqual({ number: 3, startedAt: minute(10), resting: false });
    expect(roundAt(began, SHORT, second(45))).toEqual({
      number: 1,
      startedAt: second(40),
      resting: true,
    });
  });

  it('stays in the last round', () => {
    const last = { number: 5, startedAt: minute(20), resting: false };
    for (const late of [20, 23, 24.9, 25, 1_000]) expect(at(late)).toEqual(last);
  });

  it('advances from bell to bell to the decision after the last round', () => {
    const turns: (readonly [string, number])[] = [];
    let round: RoundState = roundAt(began, SHORT, began);
    for (;;) {
      const { at: due, turn } = nextTurn(round, SHORT, null);
      turns.push([turn.action, (due.getTime() - began.getTime()) / 1_000]);
      if (turn.action === 'result') break;
      const number = turn.action === 'round' ? turn.number : round.number;
      round = { number, startedAt: due, resting: turn.action === 'rest' };
    }
    expect(turns).toEqual([
      ['rest', 40],
      ['round', 50],
      ['rest', 90],
      ['round', 100],
      ['result', 140 + DECISION_S],
    ]);
    expect(lengthS(SHORT, null)).toBe(140 + DECISION_S);
  });

  it('ends in the round of a stoppage', () => {
    const second2 = { number: 2, startedAt: second(50), resting: false };
    const { at: due, turn } = nextTurn(second2, SHORT, 2);
    expect(turn).toEqual({ action: 'result' });
    expect(due).toEqual(second(50 + STOPPAGE_S));
    expect(lengthS(SHORT, 2)).toBe(50 + STOPPAGE_S);
    const rest = { number: 1, startedAt: second(40), resting: true };
    expect(nextTurn(rest, SHORT, 1).turn).toEqual({ action: 'round', number: 2 });
  });
});
