import { randomUUID } from 'node:crypto';
import { createLogger } from '@sangwian/node-kit/logger';
import { startTestPayments, type TestPayments } from '@sangwian/testkit/start-test-payments';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { AttemptRef, AttemptToBegin, PaymentProvider } from '../orders/orders.module.ts';
import type { EventSource } from '../payments/payments.module.ts';
import { createPayPal } from './paypal.module.ts';

const never = new AbortController().signal;

let payments: TestPayments;
let paypal: PaymentProvider;
let events: EventSource;
beforeAll(async () => {
  payments = await startTestPayments();
  const settings = payments.config.payments.paypal;
  if (settings === null) throw new Error('there is no PayPal');
  ({ provider: paypal, events } = createPayPal(settings, createLogger('test', 'silent')));
});
afterAll(() => payments.close());

async function begin() {
  const made: AttemptToBegin = {
    attemptId: randomUUID(),
    orderId: randomUUID(),
    orderNumber: 'TEST2345',
    method: 'paypal',
    satang: 19_950,
    cardToken: null,
    returnUrl: 'http://localhost/wallet/result?order=1',
    createdAt: new Date(),
    orderExpiresAt: new Date(Date.now() + 3_600_000),
  };
  const view = await paypal.begin(made, never);
  const { orderExpiresAt: expiresAt, ...attempt } = made;
  const ref: AttemptRef = {
    ...attempt,
    expiresAt,
    provider: 'paypal',
    status: 'pending',
    providerRef: view.providerRef,
  };
  return { made, view, ref, id: view.providerRef ?? '' };
}

test('an order waits for its payer, and what the payer approved is taken once, whoever asks', async () => {
  const { view, ref, id, made } = await begin();
  expect(view).toMatchObject({ state: 'pending', satang: null });
  expect(view.authorizeUrl).toContain(`checkoutnow?token=${id}`);
  expect(await paypal.look(ref, never)).toMatchObject({ state: 'pending' });
  await payments.act(id, 'pay');
  const looks = await Promise.all(Array.from({ length: 5 }, () => paypal.look(ref, never)));
  for (const look of looks) {
    expect(look).toMatchObject({ state: 'succeeded', satang: 19_950, currency: 'THB' });
  }
  // Begun again it is still one order.
  expect((await paypal.begin(made, never)).providerRef).toBe(id);
});

test('what ended here is not taken, though its payer approves it later', async () => {
  const { ref, id } = await begin();
  await payments.act(id, 'pay');
  for (const status of ['failed', 'expired'] as const) {
    expect(await paypal.look({ ...ref, status }, never)).toMatchObject({ state: 'pending' });
  }
  expect((await payments.find(id)).status).toBe('APPROVED');
});

test('a wallet that has nothing is declined', async () => {
  const { ref, id } = await begin();
  await payments.act(id, 'pay');
  await payments.act(id, 'fail');
  expect(await paypal.look(ref, never)).toMatchObject({ state: 'failed', reason: 'declined' });
});

test('an order that is over, unknown, another’s, or that nobody heard of, is not paid', async () => {
  const { ref, id } = await begin();
  await payments.act(id, 'expire');
  expect(await paypal.look(ref, never)).toMatchObject({ state: 'expired' });
  const other = await begin();
  for (const providerRef of [null, 'NONE', other.id]) {
    expect(await paypal.look({ ...ref, providerRef }, never), `${providerRef}`).toBeNull();
  }
});

test('a capture that was made and never answered is found as paid', async () => {
  const { ref, id } = await begin();
  await payments.act(id, 'pay');
  const fault = { provider: 'paypal', call: 'order.capture', accepts: true, answer: 'cut' };
  await payments.addFault(fault);
  await expect(paypal.look(ref, never)).rejects.toThrow('did not answer');
  expect(await paypal.look(ref, never)).toMatchObject({ state: 'succeeded', satang: 19_950 });
});

test('another amount is told as it came', async () => {
  const { ref, id } = await begin();
  await payments.act(id, 'pay', { amount_satang: 5_000 });
  expect(await paypal.look(ref, never)).toMatchObject({ state: 'succeeded', satang: 5_000 });
});

test('a token that ended before its time is replaced', async () => {
  const { ref } = await begin();
  await payments.addFault({ provider: 'paypal', call: 'order.get', status: 401 });
  expect(await paypal.look(ref, never)).toMatchObject({ state: 'pending' });
});

test('baht go back once, in parts too, and a dispute is told when it ends', async () => {
  const { ref: waiting, id } = await begin();
  await payments.act(id, 'pay');
  await paypal.look(waiting, never);
  const ref = { ...waiting, status: 'succeeded' } as const;
  const refund = { refundId: randomUUID(), satang: 950 };
  const first = await paypal.refund?.(ref, refund, never);
  expect(first).toMatchObject({ state: 'done' });
  expect(await paypal.refund?.(ref, refund, never)).toEqual(first);
  expect(await paypal.look(ref, never)).toMatchObject({ refundedSatang: 950, disputed: null });
  await payments.act(id, 'dispute');
  expect(await paypal.look(ref, never)).toMatchObject({ disputed: 'open' });
  await payments.act(id, 'dispute_close', { outcome: 'lost' });
  expect(await paypal.look(ref, never)).toMatchObject({ disputed: 'lost', refundedSatang: 950 });
  const late = { refundId: randomUUID(), satang: 19_000 };
  expect(await paypal.refund?.(ref, late, never)).toEqual({ state: 'failed', providerRef: null });
});

test('what happened is listed, page by page, and each event leads to its attempt', async () => {
  const { ref, id, made } = await begin();
  const from = new Date(Date.now() - 1_000);
  await payments.act(id, 'pay');
  await paypal.look(ref, never);
  await payments.act(id, 'refund', { amount_satang: 100 });
  await payments.act(id, 'dispute');
  const kinds: string[] = [];
  for await (const page of events.listEvents({ from, to: new Date() })) {
    for (const event of page) {
      const trace = await events.trace(event, never);
      if (trace?.attemptId !== made.attemptId) continue;
      expect(trace.providerRef).toBe(id);
      kinds.push(events.read(event)?.kind ?? '');
    }
  }
  expect(kinds.sort()).toEqual([
    'CHECKOUT.ORDER.APPROVED',
    'CUSTOMER.DISPUTE.CREATED',
    'PAYMENT.CAPTURE.COMPLETED',
    'PAYMENT.CAPTURE.REFUNDED',
  ]);
});

test('who signed something nobody can say while PayPal is away, and without its headers it is forged', async () => {
  const delivery = { headers: {}, body: Buffer.from('{}'), receivedAt: new Date() };
  expect(await events.verify(delivery, never)).toBe('invalid');
  const headers = Object.fromEntries(events.headerNames.map((name) => [name, 'x']));
  expect(await events.verify({ ...delivery, headers }, never)).toBe('invalid');
  const torn = Buffer.from('{');
  expect(await events.verify({ ...delivery, headers, body: torn }, never)).toBe('invalid');
  await payments.addFault({ provider: 'paypal', call: 'webhook.verify', status: 500 });
  expect(await events.verify({ ...delivery, headers }, never)).toBe('unknown');
});
