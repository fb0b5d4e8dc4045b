import { beforeEach, expect, test, vi } from 'vitest';
import { ApiError, ConnectionError } from '../../../shared/api/api-error.ts';
import { forgetIntents } from '../../../shared/ids/intent-key.ts';
import { newCoinsOf } from './told-coins.ts';
import { unlockLive } from './unlock-live.ts';

const LIVE = '0193f0aa-1111-7000-8000-000000000001';

beforeEach(() => forgetIntents(''));

/** An API that answers in turn, and the keys it was called with. */
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

test('an answer that was lost is asked for again under the same key', async () => {
  const { call, keys } = apiOf(new ConnectionError(false, null), { coins: 99, balance: 1 });
  await expect(unlockLive(call, LIVE, 99)).rejects.toThrow(ConnectionError);
  await expect(unlockLive(call, LIVE, 99)).resolves.toEqual({ coins: 99, balance: 1 });
  expect(keys[1]).toBe(keys[0]);
});

test('a refusal ends the intent: the next try is another one', async () => {
  const short = new ApiError({ status: 'balance_insufficient', message: '' }, 402);
  const { call, keys } = apiOf(short, { coins: 99, balance: 1 });
  await expect(unlockLive(call, LIVE, 99)).rejects.toThrow(short);
  await unlockLive(call, LIVE, 99);
  expect(keys[1]).not.toBe(keys[0]);
});

test('another price is another intent, and a changed one is told by the refusal', async () => {
  const details = [{ path: 'expected_coins', message: '120' }];
  const changed = new ApiError({ status: 'price_changed', message: '', details }, 409);
  expect(newCoinsOf(changed)).toBe(120);
  expect(newCoinsOf(new ApiError({ status: 'price_changed', message: '' }, 409))).toBeNull();
  expect(newCoinsOf(new Error('no'))).toBeNull();
  const { call, keys } = apiOf(new ConnectionError(false, null), { coins: 120, balance: 0 });
  await unlockLive(call, LIVE, 99).catch(() => {});
  await unlockLive(call, LIVE, 120);
  expect(keys[1]).not.toBe(keys[0]);
});
