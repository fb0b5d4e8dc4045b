import { expect, test } from 'vitest';
import { resendTime } from './send-otp.ts';

test('the wait for another OTP does not depend on this device’s clock', () => {
  const answer = {
    expires_at: '2026-11-21T10:05:00.000Z',
    resend_after: '2026-11-21T10:01:00.000Z',
  };
  for (const now of ['2026-11-21T10:00:00.000Z', '2026-11-21T07:12:00.000Z']) {
    expect(resendTime(answer, Date.parse(now))).toBe(Date.parse(now) + 60_000);
  }
});

test('there is no wait if the server allows another OTP at once', () => {
  const answer = {
    expires_at: '2026-11-21T10:05:00.000Z',
    resend_after: '2026-11-21T09:59:00.000Z',
  };
  expect(resendTime(answer, 0)).toBe(0);
});
