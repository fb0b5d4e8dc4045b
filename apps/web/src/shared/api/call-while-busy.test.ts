import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { configureApi } from './call-api.ts';
import { callWhileBusy } from './call-while-busy.ts';

const onErrorResponse = vi.fn();
const onBusy = vi.fn();
const SIGN_IN = { body: { phone: '0812345678', password: 'a password' } };
let leaving: AbortController;

beforeEach(() => {
  vi.useFakeTimers();
  onErrorResponse.mockClear();
  onBusy.mockClear();
  leaving = new AbortController();
  configureApi('app-key', onErrorResponse);
  vi.stubGlobal('localStorage', { getItem: () => null });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

/** Stubs a server that returns the given responses in order and repeats the last one. */
function answers(...list: readonly [status: number, retryAfterS?: number][]) {
  const fetched = vi.fn(async () => {
    const [status, retryAfterS] = list[Math.min(fetched.mock.calls.length, list.length) - 1] ?? [
      500,
    ];
    const body = status === 200 ? { data: {} } : { status: 'unavailable', message: 'x' };
    const headers = retryAfterS === undefined ? {} : { 'retry-after': String(retryAfterS) };
    return Response.json(body, { status, headers });
  });
  vi.stubGlobal('fetch', fetched);
  return fetched;
}
const signIn = () =>
  callWhileBusy('POST /auth/member/login-v2', SIGN_IN, { onBusy, signal: leaving.signal });

test('the call is retried after the Retry-After of a busy server', async () => {
  const fetched = answers([503, 5], [503, 5], [200]);
  const call = signIn();
  await vi.advanceTimersByTimeAsync(4_999);
  expect(fetched).toHaveBeenCalledTimes(1);
  expect(onBusy).toHaveBeenCalledTimes(1);
  await vi.runAllTimersAsync();
  expect(await call).toEqual({ data: {} });
  expect(fetched).toHaveBeenCalledTimes(3);
  expect(onErrorResponse).toHaveBeenCalledTimes(2);
});

test('the call fails after five attempts', async () => {
  const fetched = answers([503, 5]);
  const call = signIn();
  const failed = expect(call).rejects.toMatchObject({ httpStatus: 503, status: 'unavailable' });
  await vi.runAllTimersAsync();
  await failed;
  expect(fetched).toHaveBeenCalledTimes(5);
  expect(onBusy).toHaveBeenCalledTimes(4);
});

test.each<[string, [status: number, retryAfterS?: number]]>([
  ['another refusal', [401]],
  ['a refusal without a time', [503]],
  ['a long Retry-After', [503, 120]],
])('%s is not retried', async (_reason, answer) => {
  const fetched = answers(answer);
  await expect(signIn()).rejects.toMatchObject({ httpStatus: answer[0] });
  expect(fetched).toHaveBeenCalledTimes(1);
  expect(onBusy).not.toHaveBeenCalled();
});

test('a fan who has left the page is not signed in later', async () => {
  const fetched = answers([503, 5], [200]);
  const call = signIn();
  const failed = expect(call).rejects.toMatchObject({ name: 'AbortError' });
  await vi.advanceTimersByTimeAsync(1_000);
  leaving.abort();
  await failed;
  await vi.runAllTimersAsync();
  expect(fetched).toHaveBeenCalledTimes(1);
});
