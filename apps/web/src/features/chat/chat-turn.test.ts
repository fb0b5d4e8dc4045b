import { expect, it } from 'vitest';
import { formatLeft, secondsTo, turnAfterRefusal } from './chat-turn.ts';

const refusal = (status: string, retry?: string) => ({
  status,
  message: '',
  request_id: 'r',
  ...(retry === undefined ? {} : { details: [{ path: 'retry_after_s', message: retry }] }),
});
const FREE = { freeAtMs: 0, outUntilMs: 0 };

it('a refusal by slow mode or of a time-out says when the next line may go, by this clock', () => {
  expect(turnAfterRefusal(FREE, refusal('chat_slow_mode', '26'), 1_000)).toEqual({
    freeAtMs: 27_000,
    outUntilMs: 0,
  });
  expect(turnAfterRefusal(FREE, refusal('chat_timed_out', '600'), 1_000)).toEqual({
    freeAtMs: 0,
    outUntilMs: 601_000,
  });
});

it('any other refusal, and one that says nothing of time, keeps nobody waiting', () => {
  expect(turnAfterRefusal(FREE, refusal('chat_link', '9'), 1_000)).toEqual(FREE);
  expect(secondsTo(turnAfterRefusal(FREE, refusal('chat_slow_mode'), 1_000).freeAtMs, 1_000)).toBe(
    0,
  );
  expect(
    secondsTo(turnAfterRefusal(FREE, refusal('chat_slow_mode', 'x'), 1_000).freeAtMs, 1_000),
  ).toBe(0);
});

it.each([
  [9, '0:09'],
  [598, '9:58'],
  [3_723, '1:02:03'],
  [86_400, '24:00:00'],
])('%d seconds are left as %s', (seconds, text) => {
  expect(formatLeft(seconds)).toBe(text);
});
