import type { MatchResult } from '@sangwian/contract/endpoints/live';
import { describe, expect, it, test } from 'vitest';
import {
  finalDeadline,
  type GameBout,
  isClosed,
  isFinalDue,
  isSlotOf,
  monthOf,
  NEW_GAME,
  nextStepSize,
  resultFor,
  resultsFingerprint,
  STEP_MS,
  statusOf,
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
])(
  'scores of a card that begins %s are final by 12:00 of the next day in Bangkok',
  (_, start, due) => {
    expect(finalDeadline(at(start))).toEqual(at(due));
  },
);

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
    ['at the planned start', NEW_GAME, [bout()], START, true],
    ['not a millisecond earlier', NEW_GAME, [bout()], before, false],
    ['when a bout begins before its time', NEW_GAME, [bout({ hasBegun: true })], before, true],
    ['when the closing was recorded', { ...NEW_GAME, closedAt: before }, [bout()], before, true],
    [
      'at the planned start if the first bout is late',
      NEW_GAME,
      [bout(), bout()],
      at('2026-11-21T12:00:00Z'),
      true,
    ],
    [
      'when every bout is cancelled',
      NEW_GAME,
      [over('2026-11-20T10:00:00Z', cancelled)].map((one) => ({ ...one, hasBegun: false })),
      before,
      true,
    ],
    ['without bouts', NEW_GAME, [], before, true],
  ])('%s', (_, state, bouts, now, closed) => {
    expect(isClosed(state, bouts, now)).toBe(closed);
  });
});

describe('scores are final', () => {
  it.each([
    [
      'when every result is old enough',
      [over('2026-11-21T12:00:00Z')],
      '2026-11-21T12:05:00Z',
      true,
    ],
    [
      'not while a result may be withdrawn',
      [over('2026-11-21T12:00:00Z')],
      '2026-11-21T12:04:59Z',
      false,
    ],
    [
      'not while a bout has no result',
      [over('2026-11-21T12:00:00Z'), bout()],
      '2026-11-22T04:59:59.999Z',
      false,
    ],
    [
      'at 12:00 even with missing results',
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

  it('change from open to scoring to final', () => {
    const scored = { closedAt: START, scoredAt: at('2026-11-22T05:00:00Z'), finalisedAt: null };
    expect(statusOf(NEW_GAME, [bout()], at('2026-11-21T11:00:00Z'))).toBe('open');
    expect(statusOf(NEW_GAME, [bout()], START)).toBe('scoring');
    expect(statusOf(scored, [bout()], at('2026-11-22T05:00:00Z'))).toBe('final');
  });
});

describe('a pick', () => {
  const slot = { slot: 1, boutId: 'a', redFighterId: 'r', blueFighterId: 'b', substitutions: 0 };
  it('counts only for the pairing that the fan picked', () => {
    expect(isSlotOf(slot, bout())).toBe(true);
    expect(isSlotOf(slot, bout({ redFighterId: 'other', substitutions: 1 }))).toBe(false);
    // Two substitutions restored the same two fighters, but this is another pairing.
    expect(isSlotOf(slot, bout({ substitutions: 2 }))).toBe(false);
    expect(resultFor(slot, [over('2026-11-21T12:00:00Z')])).toEqual(red);
    expect(resultFor(slot, [{ ...over('2026-11-21T12:00:00Z'), substitutions: 1 }])).toBeNull();
  });

  it('is scored again when the fingerprint of the results changes', () => {
    const first = resultsFingerprint([slot], [over('2026-11-21T12:00:00Z')]);
    expect(resultsFingerprint([slot], [over('2026-11-21T13:00:00Z')])).toBe(first);
    expect(resultsFingerprint([slot], [over('2026-11-21T12:00:00Z', cancelled)])).not.toBe(first);
    expect(resultsFingerprint([slot], [bout()])).not.toBe(first);
  });
});

test.each([
  ['at most doubles', 500, STEP_MS / 10, 1_000],
  ['approaches the time of a step', 1_000, STEP_MS / 1.5, 1_500],
  ['shrinks at once on a busy machine', 2_000, STEP_MS * 8, 250],
  ['never stops', 20, STEP_MS * 100, 10],
  ['tolerates a clock difference of zero', 20, 0, 40],
])('the next step of scoring %s', (_, sheets, tookMs, next) => {
  expect(nextStepSize(sheets, tookMs)).toBe(next);
});
