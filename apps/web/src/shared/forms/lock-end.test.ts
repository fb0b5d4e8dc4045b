import { expect, test } from 'vitest';
import { ApiError } from '../api/api-error.ts';
import { codeWithEnd, formatLockEnd, readCode } from './lock-end.ts';

const NOW = Date.parse('2026-11-21T12:00:30Z');
const refusal = (status: string, details?: { path: string; message: string }[]) =>
  new ApiError({ status, message: '', ...(details ? { details } : {}) }, 429);

test('the code of a rate limit includes its end, and any other refusal is only its code', () => {
  const code = codeWithEnd(
    refusal('rate_limited', [{ path: 'retry_after_s', message: '900' }]),
    NOW,
  );
  expect(readCode(code)).toEqual({ status: 'rate_limited', ends_ms: NOW + 900_000 });
  for (const other of [
    refusal('rate_limited'),
    refusal('rate_limited', [{ path: 'retry_after_s', message: 'soon' }]),
    refusal('password_invalid', [{ path: 'reason', message: '5' }]),
  ]) {
    expect(readCode(codeWithEnd(other, NOW))).toEqual({ status: other.status, ends_ms: null });
  }
});

test('the end of a rate limit is formatted in Bangkok’s time zone, rounded up, with the date if it is far away', () => {
  expect(formatLockEnd(NOW + 900_000, NOW)).toBe('19:16');
  expect(formatLockEnd(NOW + 20 * 3_600_000, NOW)).toBe('22/11/2026 15:00:30');
});
