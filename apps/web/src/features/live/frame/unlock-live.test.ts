import { beforeEach, expect, test, vi } from 'vitest';
import { ApiError, ConnectionError } from '../../../shared/api/api-error.ts';
import { forgetIntents } from '../../../shared/ids/intent-key.ts';
import { changedPriceOf, unlockLive } from './unlock-live.ts';

const LIVE = '0193f0aa-1111-7000-8000-000000000001';

beforeEach(() => forgetIntents(''));

/** Creates an API client that returns the given responses in order and records the idempotency keys. */
function apiOf(...answers: (Error | { coins: number; balance: number })[]) {
  const keys: (string | undefined)[] = [];
  const call = vi.fn(async (_operation: string, request: { idempotencyKey?: string }) => {
    keys.push(request.idempotencyKey);
    const answer = answers.shift();
    if (answer instanceof Error) throw answer;
    return { data: answer };
  });
  return { call: call as never, keys };
}

test('a retry after a lost response uses the same idempotency key', async () => {
  const { call, keys } = apiOf(new ConnectionError(false, null), { coins: 99, balance: 1 });
  await expect(unlockLive(call, LIVE, 99)).rejects.toThrow(ConnectionError);
  await expect(unlockLive(call, LIVE, 99)).resolves.toEqual({ coins: 99, balance: 1 });
  expect(keys[1]).toBe(keys[0]);
});

test('a new attempt after a refusal uses a new key', async () => {
  const insufficient = new ApiError({ status: 'balance_insufficient', message: '' }, 402);
  const { call, keys } = apiOf(insufficient, { coins: 99, balance: 1 });
  await expect(unlockLive(call, LIVE, 99)).rejects.toThrow(insufficient);
  await unlockLive(call, LIVE, 99);
  expect(keys[1]).not.toBe(keys[0]);
});

test('a refusal with a new price contains that price, and the next attempt uses a new key', async () => {
  const details = [{ path: 'expected_coins', message: '120' }];
  const changed = new ApiError({ status: 'price_changed', message: '', details }, 409);
  expect(changedPriceOf(changed)).toBe(120);
  expect(changedPriceOf(new ApiError({ status: 'price_changed', message: '' }, 409))).toBeNull();
  expect(changedPriceOf(new Error('no'))).toBeNull();
  const { call, keys } = apiOf(new ConnectionError(false, null), { coins: 120, balance: 0 });
  await unlockLive(call, LIVE, 99).catch(() => {});
  await unlockLive(call, LIVE, 120);
  expect(keys[1]).not.toBe(keys[0]);
});
