import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { loadingStore } from '../loading-bar.ts';
import { ApiError, ConnectionError } from './api-error.ts';
import { callApi, configureApi } from './call-api.ts';
import type { CallOptions } from './call-context.ts';

const listener = vi.fn();
let stored: Record<string, string>;

beforeEach(() => {
  vi.useFakeTimers();
  stored = {};
  loadingStore.set('idle');
  listener.mockClear();
  configureApi('app-key', listener);
  vi.stubGlobal('localStorage', { getItem: (key: string) => stored[key] ?? null });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const answer = (status: number, body: unknown) => {
  const fetched = vi.fn(async (_url: string, _init: RequestInit) =>
    Response.json(body, { status }),
  );
  vi.stubGlobal('fetch', fetched);
  return fetched;
};
const headersOf = (fetched: ReturnType<typeof answer>) =>
  new Headers(fetched.mock.calls[0]?.[1].headers);

test('every call sends the app key, and the bearer token if there is one', async () => {
  const fetched = answer(200, { data: [], next_cursor: null });
  await callApi('GET /live', { query: {} });
  expect(headersOf(fetched).get('x-app-key')).toBe('app-key');
  expect(headersOf(fetched).has('authorization')).toBe(false);
  stored.access_token = 'token';
  const again = answer(200, { data: [], next_cursor: null });
  await callApi('GET /live', { query: {} });
  expect(headersOf(again).get('authorization')).toBe('Bearer token');
});

test('an error response rejects with its body and notifies the listener once', async () => {
  answer(404, { status: 'live_not_found', message: 'No live match currently.', request_id: 'r' });
  const call = callApi('GET /live', { query: {} });
  await expect(call).rejects.toMatchObject({
    status: 'live_not_found',
    httpStatus: 404,
    body: { request_id: 'r' },
  });
  await expect(call).rejects.toBeInstanceOf(ApiError);
  expect(listener).toHaveBeenCalledTimes(1);
});

test('every error response is reported with the token of its request', async () => {
  stored.access_token = 'token';
  answer(403, { status: 'member_banned', message: 'x', request_id: 'r' });
  await expect(callApi('GET /gift', {})).rejects.toThrow();
  await expect(callApi('POST /auth/member/logout', {}, { farewell: true })).rejects.toThrow();
  expect(listener.mock.calls.map(([, request]) => request)).toEqual([
    { url: '/api/v1/gift', sentToken: 'token', farewell: false, isOfEndedSession: false },
    {
      url: '/api/v1/auth/member/logout',
      sentToken: 'token',
      farewell: true,
      isOfEndedSession: false,
    },
  ]);
});

test('an error response is reported as one of an ended session if the token was removed meanwhile', async () => {
  const refused = { status: 'token_invalid', message: 'x', request_id: 'r' };
  const isOfEndedSession = async (options: CallOptions) => {
    stored.access_token = 'token';
    answer(401, refused);
    const call = callApi('GET /gift', {}, options);
    delete stored.access_token;
    await expect(call).rejects.toThrow();
    return listener.mock.lastCall?.[1].isOfEndedSession;
  };
  expect(await isOfEndedSession({})).toBe(true);
  expect(await isOfEndedSession({ bearer: 'a session that is not stored' })).toBe(false);
});

test('a body with a message but no code is kept unchanged', async () => {
  const body = { message: 'Your account has been suspended by the gateway.', hint: 7 };
  answer(403, body);
  await expect(callApi('GET /gift', {})).rejects.toMatchObject({
    message: body.message,
    status: '',
    httpStatus: 403,
    body,
  });
});

test('a numeric code is converted to text', async () => {
  answer(403, { status: 403, message: 'Not here.' });
  await expect(callApi('GET /gift', {})).rejects.toMatchObject({
    message: 'Not here.',
    status: '403',
  });
});

test('an error page of a proxy becomes error_occurred', async () => {
  vi.stubGlobal('fetch', async () => new Response('<h1>Bad gateway</h1>', { status: 502 }));
  await expect(callApi('GET /live', { query: {} })).rejects.toMatchObject({
    status: 'error_occurred',
    httpStatus: 502,
  });
});

test('a call without a response times out after 30 seconds and fails the loading bar', async () => {
  vi.stubGlobal(
    'fetch',
    (_url: string, { signal }: RequestInit) =>
      new Promise((_, reject) => signal?.addEventListener('abort', () => reject(signal.reason))),
  );
  const call = callApi('GET /live', { query: {} });
  const seen = call.catch((error: unknown) => error);
  await vi.advanceTimersByTimeAsync(29_999);
  expect(vi.getTimerCount()).toBe(1);
  await vi.advanceTimersByTimeAsync(1);
  const error = await seen;
  expect(error).toBeInstanceOf(ConnectionError);
  expect(error).toMatchObject({ timedOut: true });
  expect(listener).not.toHaveBeenCalled();
  expect(loadingStore.get()).toBe('failed');
});

test('an aborted call is not a connection error', async () => {
  vi.stubGlobal(
    'fetch',
    (_url: string, { signal }: RequestInit) =>
      new Promise((_, reject) => signal?.addEventListener('abort', () => reject(signal.reason))),
  );
  const leaving = new AbortController();
  const seen = callApi('GET /live', { query: {} }, { signal: leaving.signal }).catch(
    (error: unknown) => error,
  );
  leaving.abort();
  expect(await seen).toMatchObject({ name: 'AbortError' });
  expect(loadingStore.get()).toBe('idle');
});

test('a call with the bearer option sends that token, or no token', async () => {
  stored.access_token = 'stored';
  const other = answer(200, { data: {} });
  await callApi('POST /auth/member/logout', {}, { bearer: 'other' });
  expect(headersOf(other).get('authorization')).toBe('Bearer other');
  const none = answer(200, { data: {} });
  await callApi('POST /auth/member/logout', {}, { bearer: null });
  expect(headersOf(none).has('authorization')).toBe(false);
});

test('a purchase on a partner’s account sends the Purchase token if there is one', async () => {
  stored.access_token = 'token';
  // The path is from the specification.
  const purchase = () => callApi('POST /external/member/purchase/coin' as never, {} as never);
  const without = answer(200, { data: {} });
  await purchase();
  expect(headersOf(without).get('authorization')).toBe('Bearer token');
  stored.PURCHASE_TOKEN = 'buys-once';
  const fetched = answer(200, { data: {} });
  await purchase();
  expect(headersOf(fetched).get('authorization')).toBe('Bearer buys-once');
  const elsewhere = answer(200, { data: [], next_cursor: null });
  await callApi('GET /live', { query: {} });
  expect(headersOf(elsewhere).get('authorization')).toBe('Bearer token');
});
