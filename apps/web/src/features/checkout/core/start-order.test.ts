import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { ApiError } from '../../../shared/api/api-error.ts';
import { forgetIntents } from '../../../shared/ids/intent-key.ts';
import { changedPriceOf, payOrder, startOrder } from './start-order.ts';

interface Sent {
  readonly url: string;
  readonly key: string | null;
  readonly body: unknown;
}

/** Stubs a server that returns the given responses in order: an order, a refusal with a code, or no response. */
function createServer(...answers: ('order' | 'lost' | string)[]): Sent[] {
  const sent: Sent[] = [];
  vi.stubGlobal('fetch', async (url: string, init: RequestInit) => {
    const key = new Headers(init.headers).get('idempotency-key');
    sent.push({ url, key, body: JSON.parse(String(init.body)) });
    const answer = answers.shift() ?? 'order';
    if (answer === 'lost') throw new TypeError('no network');
    if (answer === 'order') return Response.json({ data: { order_id: 'o' } }, { status: 201 });
    return Response.json({ status: answer, message: answer, request_id: 'r' }, { status: 409 });
  });
  return sent;
}

const choice = { package_id: 6, satang: 50_000 };
const payment = {
  order: { order_id: '0193f0aa-1111-7000-8000-000000000001', satang: 50_000 },
  method: 'promptpay',
  returnPath: '/wallet/payment-options/payment-result',
} as const;

beforeEach(() => forgetIntents(''));
afterEach(() => {
  vi.unstubAllGlobals();
});

test('the same choice uses the same idempotency key and sends the shown price', async () => {
  const sent = createServer();
  await startOrder(choice);
  await startOrder(choice);
  expect(sent[0]?.body).toEqual({ package_id: 6, expected_satang: 50_000 });
  expect(sent[1]?.key).toBe(sent[0]?.key);
});

test('the idempotency key is kept after a lost response, and replaced after a refusal', async () => {
  const sent = createServer('lost', 'buyer_too_young', 'order');
  await expect(startOrder(choice)).rejects.toThrow('could not be sent');
  await expect(startOrder(choice)).rejects.toThrow('buyer_too_young');
  await startOrder(choice);
  expect(sent[1]?.key).toBe(sent[0]?.key);
  expect(sent[2]?.key).not.toBe(sent[1]?.key);
});

test('a payment in progress keeps its idempotency key, and the next payment has a new one', async () => {
  const sent = createServer('idempotency_in_progress', 'order', 'order');
  await expect(payOrder(payment)).rejects.toThrow('idempotency_in_progress');
  await payOrder(payment);
  await payOrder(payment);
  expect(sent[1]?.key).toBe(sent[0]?.key);
  expect(sent[2]?.key).not.toBe(sent[1]?.key);
  expect(sent[0]?.body).toEqual({
    method: 'promptpay',
    return_path: '/wallet/payment-options/payment-result',
    expected_satang: 50_000,
  });
});

test('changedPriceOf reads the new price from a price_changed refusal only', () => {
  const refusal = (status: string, message: string) =>
    new ApiError({ status, message: '', details: [{ path: 'expected_satang', message }] }, 409);
  expect(changedPriceOf(refusal('price_changed', '4200'))).toBe(4_200);
  expect(changedPriceOf(refusal('price_changed', 'much'))).toBeNull();
  expect(changedPriceOf(refusal('order_closed', '4200'))).toBeNull();
  expect(changedPriceOf(new Error('price_changed'))).toBeNull();
});
