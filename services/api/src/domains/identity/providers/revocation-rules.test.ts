import { expect, test } from 'vitest';
import { REVOCATION_LIMITS, revocationBackoffMs } from './revocation-rules.ts';

test('the backoff doubles after each attempt, up to its limit', () => {
  expect([1, 2, 3].map(revocationBackoffMs)).toEqual([30_000, 60_000, 120_000]);
  expect(revocationBackoffMs(REVOCATION_LIMITS.attemptsMax)).toBe(REVOCATION_LIMITS.backoffMsMax);
});
