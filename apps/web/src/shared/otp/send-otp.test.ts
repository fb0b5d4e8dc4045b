import { expect, test } from 'vitest';
import { resendTime } from './send-otp.ts';

test('the wait for another OTP is the server’s, whatever the clock of this device says', () => {
  const answer = {
    expires_at: '2026-11-21T10:05:00.000Z',
    resend_after: '2026-11-21T10:01:00.000Z',
  };
  for (const now of ['2026-11-21T10:00:00.000Z', '2026-11-21T07:12:00.000Z']) {
    expect(resendTime(answer, Date.parse(now))).toBe(Date.parse(now) + 60_000);
  }
});

test('where another OTP may be asked for at once, there is no wait', () => {
  const answer = {
    expires_at: '2026-11-21T10:05:00.000Z',
    resend_after: '2026-11-21T09:59:00.000Z',
  };
  expect(resendTime(answer, 0)).toBe(0);
});
