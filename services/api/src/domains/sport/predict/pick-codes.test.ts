import type { MatchResult } from '@sangwian/contract/endpoints/live';
import { markPick, PICK_METHODS, type Pick } from '@sangwian/contract/rules/predict-pick';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { CODES_END, CODES_OF, packPick, pointsByCode, unpackPick } from './pick-codes.ts';

const round = fc.option(fc.integer({ min: 1, max: 12 }), { nil: null });
const pickArbitrary: fc.Arbitrary<Pick> = fc
  .record({
    winner: fc.constantFrom('red' as const, 'blue' as const, 'draw' as const),
    method: fc.option(fc.constantFrom(...PICK_METHODS), { nil: null }),
    round,
  })
  .map(({ winner, method, round: rounds }) => ({
    winner,
    method: winner === 'draw' ? null : method,
    round: winner !== 'draw' && (method === 'tko' || method === 'disqualification') ? rounds : null,
  }));
const resultArbitrary: fc.Arbitrary<MatchResult | null> = fc.oneof(
  fc.constant(null),
  fc.constant({ winner: 'none' as const, method: 'cancelled' as const, round: null }),
  fc.constant({ winner: 'draw' as const, method: 'draw' as const, round: null }),
  fc.record({
    winner: fc.constantFrom('red' as const, 'blue' as const),
    method: fc.constantFrom(...PICK_METHODS),
    round,
  }),
);

test('packs and unpacks every pick, within the code range of its winner', () => {
  fc.assert(
    fc.property(pickArbitrary, (pick) => {
      const code = packPick(pick);
      expect(unpackPick(code)).toEqual(pick);
      const [from, to] = CODES_OF[pick.winner];
      expect(code >= from && code <= to && code < CODES_END).toBe(true);
    }),
  );
});

test('gives every code the points of the mark of its pick', () => {
  fc.assert(
    fc.property(pickArbitrary, resultArbitrary, (pick, result) => {
      expect(pointsByCode(result)[packPick(pick)]).toBe(markPick(pick, result).points);
    }),
  );
});

test('keeps the meaning of stored codes', () => {
  expect(unpackPick(1)).toEqual({ winner: 'draw', method: null, round: null });
  expect(unpackPick(2)).toEqual({ winner: 'red', method: null, round: null });
  expect(unpackPick(3)).toEqual({ winner: 'red', method: 'decision', round: null });
  expect(unpackPick(7)).toEqual({ winner: 'red', method: 'tko', round: 3 });
  expect(unpackPick(31)).toEqual({ winner: 'blue', method: null, round: null });
  expect([CODES_END, unpackPick(0), unpackPick(CODES_END)]).toEqual([60, null, null]);
  expect(() => packPick({ winner: 'draw', method: 'tko', round: null })).toThrow(RangeError);
});
