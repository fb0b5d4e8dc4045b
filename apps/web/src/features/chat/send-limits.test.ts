import { expect, it } from 'vitest';
import { formatLeft, limitsAfterRefusal, secondsTo } from './send-limits.ts';

const refusal = (status: string, retry?: string) => ({
  status,
  message: '',
  request_id: 'r',
  ...(retry === undefined ? {} : { details: [{ path: 'retry_after_s', message: retry }] }),
});
const FREE = { nextSendAtMs: 0, timedOutUntilMs: 0 };

it('a refusal by slow mode or a time-out sets the time at which the member can send again', () => {
  expect(limitsAfterRefusal(FREE, refusal('chat_slow_mode', '26'), 1_000)).toEqual({
    nextSendAtMs: 27_000,
    timedOutUntilMs: 0,
  });
  expect(limitsAfterRefusal(FREE, refusal('chat_timed_out', '600'), 1_000)).toEqual({
    nextSendAtMs: 0,
    timedOutUntilMs: 601_000,
  });
});

it('any other refusal, and a refusal without a time, sets no wait', () => {
  expect(limitsAfterRefusal(FREE, refusal('chat_link', '9'), 1_000)).toEqual(FREE);
  expect(
    secondsTo(limitsAfterRefusal(FREE, refusal('chat_slow_mode'), 1_000).nextSendAtMs, 1_000),
  ).toBe(0);
  expect(
    secondsTo(limitsAfterRefusal(FREE, refusal('chat_slow_mode', 'x'), 1_000).nextSendAtMs, 1_000),
  ).toBe(0);
});

it.each([
  [9, '0:09'],
  [598, '9:58'],
  [3_723, '1:02:03'],
  [86_400, '24:00:00'],
])('formatLeft shows %d seconds as %s', (seconds, text) => {
  expect(formatLeft(seconds)).toBe(text);
});
