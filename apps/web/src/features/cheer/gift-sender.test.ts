import type { Gift, GiftLine } from '@sangwian/contract/endpoints/gifts';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { ApiError, ConnectionError } from '../../shared/api/api-error.ts';
import { type Cheer, GiftSender } from './gift-sender.ts';

const GARLAND = { gift_id: 'garland', coins: 10 } as Gift;
const DRUM = { gift_id: 'drum', coins: 100 } as Gift;
const one: Cheer = { matchLiveId: 'm', corner: 'red', gift: GARLAND, quantity: 1 };

interface Sent {
  readonly body: { gift_id: string; quantity: number; expected_coins: number; corner: string };
  readonly idempotencyKey: string;
}

/** Creates a sender. Its requests get their response when the test calls `answer` or `refuse`. */
function senderOf() {
  const calls: Sent[] = [];
  const open: { resolve: (data: unknown) => void; reject: (error: Error) => void }[] = [];
  const onSent = vi.fn();
  const onRefused = vi.fn();
  const onFailed = vi.fn();
  const call = (_operation: string, request: Sent) => {
    calls.push(request);
    return new Promise((resolve, reject) => open.push({ resolve, reject }));
  };
  const sender = new GiftSender({ call: call as never, onSent, onRefused, onFailed });
  const settle = async (end: (one: (typeof open)[number]) => void) => {
    const next = open.shift();
    if (next === undefined) throw new Error('nothing was sent');
    end(next);
    await vi.advanceTimersByTimeAsync(0);
  };
  return {
    sender,
    calls,
    onSent,
    onRefused,
    onFailed,
    answer: (gift_log_id = 'g1') =>
      settle(({ resolve }) => resolve({ data: { balance: 1, gift_log_id } })),
    refuse: (error: Error) => settle(({ reject }) => reject(error)),
  };
}

const refusal = (status: string, httpStatus = 409, details?: { path: string; message: string }[]) =>
  new ApiError({ status, message: 'no', ...(details ? { details } : {}) }, httpStatus);

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

test('taps during a request are combined into one further request with their total price', async () => {
  const { sender, calls, answer } = senderOf();
  for (let tap = 0; tap < 5; tap += 1) sender.send(one);
  expect(calls).toHaveLength(1);
  expect(sender.snapshot.get()).toMatchObject({ pendingCoins: 50, combo: 5 });
  await answer();
  expect(calls.map(({ body }) => [body.quantity, body.expected_coins])).toEqual([
    [1, 10],
    [4, 40],
  ]);
  expect(calls[1]?.idempotencyKey).not.toBe(calls[0]?.idempotencyKey);
  await answer();
  expect(sender.snapshot.get().pendingCoins).toBe(0);
});

test('a request has at most 99 gifts, and another gift or corner needs another request', async () => {
  const { sender, calls, answer } = senderOf();
  sender.send(one);
  sender.send({ ...one, quantity: 90 });
  sender.send({ ...one, quantity: 20 });
  sender.send({ ...one, corner: 'blue' });
  sender.send({ ...one, corner: 'blue', gift: DRUM });
  for (let call = 0; call < 5; call += 1) await answer();
  expect(calls.map(({ body }) => [body.corner, body.gift_id, body.quantity])).toEqual([
    ['red', 'garland', 1],
    ['red', 'garland', 90],
    ['red', 'garland', 20],
    ['blue', 'garland', 1],
    ['blue', 'drum', 1],
  ]);
});

test('a retry after a lost response uses the same idempotency key', async () => {
  const { sender, calls, answer, refuse, onSent } = senderOf();
  sender.send(one);
  await refuse(new ConnectionError(true, null));
  expect(sender.snapshot.get()).toMatchObject({ canRetry: true, pendingCoins: 0 });
  sender.retry();
  await answer();
  expect(calls[1]).toEqual(calls[0]);
  expect(onSent).toHaveBeenCalledOnce();
  expect(sender.snapshot.get()).toMatchObject({ canRetry: false, refusal: null });
});

test('a refusal drops the later taps and reports the reason', async () => {
  const { sender, calls, refuse } = senderOf();
  sender.send(one);
  sender.send(one);
  await refuse(refusal('match_ended'));
  expect(calls).toHaveLength(1);
  expect(sender.snapshot.get()).toMatchObject({
    refusal: { status: 'match_ended' },
    canRetry: false,
    pendingCoins: 0,
    combo: 0,
  });
  sender.retry();
  expect(calls).toHaveLength(1);
});

test('a changed price is reported, and paid only after another tap', async () => {
  const { sender, calls, refuse, onRefused } = senderOf();
  sender.send(one);
  await refuse(refusal('price_changed', 409, [{ path: 'expected_coins', message: '12' }]));
  expect(onRefused).toHaveBeenCalledWith('price_changed');
  expect(calls).toHaveLength(1);
});

test('a request that is still in progress on the server is retried with the same key', async () => {
  const { sender, calls, answer, refuse } = senderOf();
  sender.send(one);
  await refuse(refusal('idempotency_in_progress'));
  await vi.advanceTimersByTimeAsync(600);
  expect(calls).toHaveLength(2);
  expect(calls[1]?.idempotencyKey).toBe(calls[0]?.idempotencyKey);
  await answer();
  expect(sender.snapshot.get().refusal).toBeNull();
});

test('a combo ends after a pause', async () => {
  const { sender, answer } = senderOf();
  sender.send(one);
  await answer();
  sender.send(one);
  await answer();
  expect(sender.snapshot.get().combo).toBe(2);
  await vi.advanceTimersByTimeAsync(6_000);
  expect(sender.snapshot.get().combo).toBe(0);
});

test('clearShortage clears the refusal for a low balance and no other', async () => {
  const { sender, refuse } = senderOf();
  sender.send(one);
  await refuse(refusal('gift_balance_insufficient', 402));
  expect(sender.snapshot.get().refusal?.status).toBe('gift_balance_insufficient');
  sender.clearShortage();
  expect(sender.snapshot.get().refusal).toBe(null);
  sender.send(one);
  await refuse(refusal('match_ended'));
  sender.clearShortage();
  expect(sender.snapshot.get().refusal?.status).toBe('match_ended');
});

const lineOf = (id: string, more: Partial<GiftLine> = {}): GiftLine =>
  ({
    gift_log_id: id,
    match_live_id: 'm',
    corner: 'red',
    gift_id: 'garland',
    quantity: 1,
    ...more,
  }) as GiftLine;

test('the event of an own gift is claimed once, after its response', async () => {
  const { sender, answer } = senderOf();
  sender.send(one);
  await answer('g1');
  expect([sender.claims(lineOf('g1')), sender.claims(lineOf('g1'))]).toEqual([true, false]);
});

test('the event of an own gift is claimed once, before its response', async () => {
  const { sender, answer } = senderOf();
  sender.send(one);
  expect(sender.claims(lineOf('g1'))).toBe(true);
  expect(sender.claims(lineOf('g2'))).toBe(false);
  await answer('g1');
  expect(sender.claims(lineOf('g1'))).toBe(false);
});

test('a gift of the same member in another tab is not claimed', async () => {
  const { sender, answer } = senderOf();
  expect(sender.claims(lineOf('g0'))).toBe(false);
  sender.send(one);
  expect(sender.claims(lineOf('g0', { quantity: 2 }))).toBe(false);
  await answer('g1');
  expect(sender.claims(lineOf('g0'))).toBe(false);
});

test('a gift that fails reports the reason, so that its effect can be withdrawn', async () => {
  const { sender, refuse, onFailed } = senderOf();
  sender.send(one);
  await refuse(refusal('match_ended'));
  sender.send(one);
  await refuse(new Error('no network'));
  expect(onFailed.mock.calls.map(([{ status }]) => status)).toEqual(['match_ended', 'unavailable']);
});
