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
  const snapshot = await paypal.begin(made, never);
  const { orderExpiresAt: expiresAt, ...attempt } = made;
  const ref: AttemptRef = {
    ...attempt,
    expiresAt,
    provider: 'paypal',
    status: 'pending',
    providerRef: snapshot.providerRef,
  };
  return { made, snapshot, ref, id: snapshot.providerRef ?? '' };
}

test('waits for the payer, and captures an approved payment once under concurrent polls', async () => {
  const { snapshot, ref, id, made } = await begin();
  expect(snapshot).toMatchObject({ state: 'pending', satang: null });
  expect(snapshot.authorizeUrl).toContain(`checkoutnow?token=${id}`);
  expect(await paypal.poll(ref, never)).toMatchObject({ state: 'pending' });
  await payments.act(id, 'pay');
  const snapshots = await Promise.all(Array.from({ length: 5 }, () => paypal.poll(ref, never)));
  for (const look of snapshots) {
    expect(look).toMatchObject({ state: 'succeeded', satang: 19_950, currency: 'THB' });
  }
  // A second `begin` creates no second order.
  expect((await paypal.begin(made, never)).providerRef).toBe(id);
});

test('does not capture a closed attempt, even if its payer approves it later', async () => {
  const { ref, id } = await begin();
  await payments.act(id, 'pay');
  for (const status of ['failed', 'expired'] as const) {
    expect(await paypal.poll({ ...ref, status }, never)).toMatchObject({ state: 'pending' });
  }
  expect((await payments.find(id)).status).toBe('APPROVED');
});

test('reports an empty wallet as declined', async () => {
  const { ref, id } = await begin();
  await payments.act(id, 'pay');
  await payments.act(id, 'fail');
  expect(await paypal.poll(ref, never)).toMatchObject({ state: 'failed', reason: 'declined' });
});

test('does not treat an expired, unknown or another attempt’s order as paid', async () => {
  const { ref, id } = await begin();
  await payments.act(id, 'expire');
  expect(await paypal.poll(ref, never)).toMatchObject({ state: 'expired' });
  const other = await begin();
  for (const providerRef of [null, 'NONE', other.id]) {
    expect(await paypal.poll({ ...ref, providerRef }, never), `${providerRef}`).toBeNull();
  }
});

test('finds a payment after the response to its capture was lost', async () => {
  const { ref, id } = await begin();
  await payments.act(id, 'pay');
  const fault = { provider: 'paypal', call: 'order.capture', accepts: true, answer: 'cut' };
  await payments.addFault(fault);
  await expect(paypal.poll(ref, never)).rejects.toThrow('did not answer');
  expect(await paypal.poll(ref, never)).toMatchObject({ state: 'succeeded', satang: 19_950 });
});

test('reports a wrong amount as paid', async () => {
  const { ref, id } = await begin();
  await payments.act(id, 'pay', { amount_satang: 5_000 });
  expect(await paypal.poll(ref, never)).toMatchObject({ state: 'succeeded', satang: 5_000 });
});

test('renews a rejected access token', async () => {
  const { ref } = await begin();
  await payments.addFault({ provider: 'paypal', call: 'order.get', status: 401 });
  expect(await paypal.poll(ref, never)).toMatchObject({ state: 'pending' });
});

test('makes each refund once, even in parts, and reports a closed dispute', async () => {
  const { ref: waiting, id } = await begin();
  await payments.act(id, 'pay');
  await paypal.poll(waiting, never);
  const ref = { ...waiting, status: 'succeeded' } as const;
  const refund = { refundId: randomUUID(), satang: 950 };
  const first = await paypal.refund?.(ref, refund, never);
  expect(first).toMatchObject({ state: 'done' });
  expect(await paypal.refund?.(ref, refund, never)).toEqual(first);
  expect(await paypal.poll(ref, never)).toMatchObject({ refundedSatang: 950, disputed: null });
  await payments.act(id, 'dispute');
  expect(await paypal.poll(ref, never)).toMatchObject({ disputed: 'open' });
  await payments.act(id, 'dispute_close', { outcome: 'lost' });
  expect(await paypal.poll(ref, never)).toMatchObject({ disputed: 'lost', refundedSatang: 950 });
  const late = { refundId: randomUUID(), satang: 19_000 };
  expect(await paypal.refund?.(ref, late, never)).toEqual({ state: 'failed', providerRef: null });
});

test('lists events page by page, and finds the attempt of each', async () => {
  const { ref, id, made } = await begin();
  const from = new Date(Date.now() - 1_000);
  await payments.act(id, 'pay');
  await paypal.poll(ref, never);
  await payments.act(id, 'refund', { amount_satang: 100 });
  await payments.act(id, 'dispute');
  const kinds: string[] = [];
  for await (const page of events.listEvents({ from, to: new Date() })) {
    for (const event of page) {
      const ids = await events.findPaymentIds(event, never);
      if (ids?.attemptId !== made.attemptId) continue;
      expect(ids.providerRef).toBe(id);
      kinds.push(events.parse(event)?.kind ?? '');
    }
  }
  expect(kinds.sort()).toEqual([
    'CHECKOUT.ORDER.APPROVED',
    'CUSTOMER.DISPUTE.CREATED',
    'PAYMENT.CAPTURE.COMPLETED',
    'PAYMENT.CAPTURE.REFUNDED',
  ]);
});

test('reports a signature as unknown while PayPal is down, and as invalid without its headers', async () => {
  const delivery = { headers: {}, body: Buffer.from('{}'), receivedAt: new Date() };
  expect(await events.verify(delivery, never)).toBe('invalid');
  const headers = Object.fromEntries(events.headerNames.map((name) => [name, 'x']));
  expect(await events.verify({ ...delivery, headers }, never)).toBe('invalid');
  const torn = Buffer.from('{');
  expect(await events.verify({ ...delivery, headers, body: torn }, never)).toBe('invalid');
  await payments.addFault({ provider: 'paypal', call: 'webhook.verify', status: 500 });
  expect(await events.verify({ ...delivery, headers }, never)).toBe('unknown');
});
