import { expect, test } from 'vitest';
import { REVOCATION_LIMITS, revocationRest } from './revocation-rules.ts';

test('the rest after each attempt doubles, and never grows beyond its limit', () => {
  expect([1, 2, 3].map(revocationRest)).toEqual([30_000, 60_000, 120_000]);
  expect(revocationRest(REVOCATION_LIMITS.attemptsMax)).toBe(REVOCATION_LIMITS.restMsMax);
});
