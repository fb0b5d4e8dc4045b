import type { MatchResult } from '@sangwian/contract/endpoints/live';
import { describe, expect, it, test } from 'vitest';
import {
  finalByOf,
  fingerprintOf,
  type GameBout,
  isClosed,
  isFinalDue,
  isSlotOf,
  monthOf,
  NEW_GAME,
  resultFor,
  STEP_MS,
  statusOf,
  stepAfter,
} from './predict-rules.ts';

const at = (text: string) => new Date(text);
const red: MatchResult = { winner: 'red', method: 'decision', round: null };
const cancelled: MatchResult = { winner: 'none', method: 'cancelled', round: null };
/** 18:30 in Bangkok. */
const START = at('2026-11-21T11:30:00Z');
const bout = (more: Partial<GameBout> = {}): GameBout => ({
  boutId: 'a',
  startsAt: START,
  redFighterId: 'r',
  blueFighterId: 'b',
  substitutions: 0,
  hasBegun: false,
  result: null,
  resultAt: null,
  ...more,
});
const over = (resultAt: string, result = red) =>
  bout({ hasBegun: true, result, resultAt: at(resultAt) });

test.each([
  ['in the evening', '2026-11-21T11:30:00Z', '2026-11-22T05:00:00Z'],
  ['a minute before midnight in Bangkok', '2026-11-21T16:59:00Z', '2026-11-22T05:00:00Z'],
  ['at midnight in Bangkok', '2026-11-21T17:00:00Z', '2026-11-23T05:00:00Z'],
  ['on the last day of a month', '2026-11-30T12:00:00Z', '2026-12-01T05:00:00Z'],
  ['at New Year', '2026-12-31T16:00:00Z', '2027-01-01T05:00:00Z'],
])('scores of a card that begins %s are final by 12:00 of the next day there', (_, start, due) => {
  expect(finalByOf(at(start))).toEqual(at(due));
});

test.each([
  ['2026-11-30T16:59:59.999Z', '2026-11'],
  ['2026-11-30T17:00:00Z', '2026-12'],
  ['2026-12-31T17:00:00Z', '2027-01'],
])('a card of %s counts for %s', (start, month) => {
  expect(monthOf(at(start))).toBe(month);
});

describe('sheets close', () => {
  const before = at('2026-11-21T11:29:59.999Z');
  it.each([
    ['by the plan', NEW_GAME, [bout()], START, true],
    ['not a millisecond earlier', NEW_GAME, [bout()], before, false],
    ['when a bout begins before its time', NEW_GAME, [bout({ hasBegun: true })], before, true],
    ['when that was recorded', { ...NEW_GAME, closedAt: before }, [bout()], before, true],
    [
      'by the plan where the first bout is late',
      NEW_GAME,
      [bout(), bout()],
      at('2026-11-21T12:00:00Z'),
      true,
    ],
    [
      'when every bout is called off',
      NEW_GAME,
      [over('2026-11-20T10:00:00Z', cancelled)].map((one) => ({ ...one, hasBegun: false })),
      before,
      true,
    ],
    ['where there is no bout', NEW_GAME, [], before, true],
  ])('%s', (_, state, bouts, now, closed) => {
    expect(isClosed(state, bouts, now)).toBe(closed);
  });
});

describe('scores are final', () => {
  it.each([
    ['when every result has rested', [over('2026-11-21T12:00:00Z')], '2026-11-21T12:05:00Z', true],
    [
      'not while one may be taken back',
      [over('2026-11-21T12:00:00Z')],
      '2026-11-21T12:04:59Z',
      false,
    ],
    [
      'not while a bout has none',
      [over('2026-11-21T12:00:00Z'), bout()],
      '2026-11-22T04:59:59.999Z',
      false,
    ],
    [
      'at 12:00 whatever is missing',
      [over('2026-11-21T12:00:00Z'), bout()],
      '2026-11-22T05:00:00Z',
      true,
    ],
    [
      'not before the first bout',
      [bout({ result: red, resultAt: at('2026-11-20T00:00:00Z') }), bout()],
      '2026-11-21T11:00:00Z',
      false,
    ],
  ])('%s', (_, bouts, now, due) => {
    expect(isFinalDue(NEW_GAME, bouts, at(now))).toBe(due);
  });

  it('goes from open over scoring to final', () => {
    const scored = { closedAt: START, scoredAt: at('2026-11-22T05:00:00Z') };
    expect(statusOf(NEW_GAME, [bout()], at('2026-11-21T11:00:00Z'))).toBe('open');
    expect(statusOf(NEW_GAME, [bout()], START)).toBe('scoring');
    expect(statusOf(scored, [bout()], at('2026-11-22T05:00:00Z'))).toBe('final');
  });
});

describe('a pick', () => {
  const slot = { slot: 1, boutId: 'a', redFighterId: 'r', blueFighterId: 'b', substitutions: 0 };
  it('counts for the pairing that it was made of, and for no other', () => {
    expect(isSlotOf(slot, bout())).toBe(true);
    expect(isSlotOf(slot, bout({ redFighterId: 'other', substitutions: 1 }))).toBe(false);
    // Substituted twice: the same two again, and yet another bout.
    expect(isSlotOf(slot, bout({ substitutions: 2 }))).toBe(false);
    expect(resultFor(slot, [over('2026-11-21T12:00:00Z')])).toEqual(red);
    expect(resultFor(slot, [{ ...over('2026-11-21T12:00:00Z'), substitutions: 1 }])).toBeNull();
  });

  it('is scored anew where the fingerprint of the results is another', () => {
    const first = fingerprintOf([slot], [over('2026-11-21T12:00:00Z')]);
    expect(fingerprintOf([slot], [over('2026-11-21T13:00:00Z')])).toBe(first);
    expect(fingerprintOf([slot], [over('2026-11-21T12:00:00Z', cancelled)])).not.toBe(first);
    expect(fingerprintOf([slot], [bout()])).not.toBe(first);
  });
});

test.each([
  ['grows at most to twice as many', 500, STEP_MS / 10, 1_000],
  ['comes to as many as are scored in a moment', 1_000, STEP_MS / 1.5, 1_500],
  ['shrinks at once where the machine is busy', 2_000, STEP_MS * 8, 250],
  ['never stands still', 20, STEP_MS * 100, 10],
  ['bears a clock without a difference', 20, 0, 40],
])('the next step of scoring %s', (_, sheets, tookMs, next) => {
  expect(stepAfter(sheets, tookMs)).toBe(next);
});
