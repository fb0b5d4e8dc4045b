import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { configureApi } from './call-api.ts';
import { callWhileBusy } from './call-while-busy.ts';

const told = vi.fn();
const onBusy = vi.fn();
const SIGN_IN = { body: { phone: '0812345678', password: 'a password' } };
let leaving: AbortController;

beforeEach(() => {
  vi.useFakeTimers();
  told.mockClear();
  onBusy.mockClear();
  leaving = new AbortController();
  configureApi('app-key', told);
  vi.stubGlobal('localStorage', { getItem: () => null });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

/** A server that answers so, one answer after the other; the last one for ever. */
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

test('a busy server is asked again after its Retry-After', async () => {
  const fetched = answers([503, 5], [503, 5], [200]);
  const call = signIn();
  await vi.advanceTimersByTimeAsync(4_999);
  expect(fetched).toHaveBeenCalledTimes(1);
  expect(onBusy).toHaveBeenCalledTimes(1);
  await vi.runAllTimersAsync();
  expect(await call).toEqual({ data: {} });
  expect(fetched).toHaveBeenCalledTimes(3);
  expect(told).toHaveBeenCalledTimes(2);
});

test('a server that stays busy is asked five times, and then the call is refused', async () => {
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
  ['a server that is away for long', [503, 120]],
])('%s is final at once', async (_what, answer) => {
  const fetched = answers(answer);
  await expect(signIn()).rejects.toMatchObject({ httpStatus: answer[0] });
  expect(fetched).toHaveBeenCalledTimes(1);
  expect(onBusy).not.toHaveBeenCalled();
});

test('a fan who goes elsewhere is not signed in later', async () => {
  const fetched = answers([503, 5], [200]);
  const call = signIn();
  const failed = expect(call).rejects.toMatchObject({ name: 'AbortError' });
  await vi.advanceTimersByTimeAsync(1_000);
  leaving.abort();
  await failed;
  await vi.runAllTimersAsync();
  expect(fetched).toHaveBeenCalledTimes(1);
});
