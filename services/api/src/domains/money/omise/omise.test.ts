import { randomUUID } from 'node:crypto';
import { readPayloadSatang } from '@sangwian/money/promptpay-payload';
import { createLogger } from '@sangwian/node-kit/logger';
import { startTestPayments, type TestPayments } from '@sangwian/testkit/start-test-payments';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { AttemptRef, AttemptToBegin, PaymentProvider } from '../orders/orders.module.ts';
import { createOmise } from './omise.module.ts';

const RETURN_URL = 'http://localhost/wallet/result?order=1';
const never = new AbortController().signal;

let payments: TestPayments;
let omise: PaymentProvider;
beforeAll(async () => {
  payments = await startTestPayments();
  const settings = payments.config.payments.omise;
  if (settings === null) throw new Error('there is no Omise');
  omise = createOmise(settings, createLogger('test', 'silent')).provider;
});
afterAll(() => payments.close());

function makeAttempt(attempt: Partial<AttemptToBegin> = {}): AttemptToBegin {
  return {
    attemptId: randomUUID(),
    orderId: randomUUID(),
    orderNumber: 'TEST2345',
    method: 'alipay',
    satang: 19_900,
    cardToken: null,
    returnUrl: RETURN_URL,
    createdAt: new Date(),
    orderExpiresAt: new Date(Date.now() + 3_600_000),
    ...attempt,
  };
}

const refOf = (
  { orderExpiresAt, ...attempt }: AttemptToBegin,
  providerRef: string | null,
): AttemptRef => ({
  ...attempt,
  provider: 'omise',
  status: 'pending',
  providerRef,
  expiresAt: orderExpiresAt,
});

async function begin(attempt: Partial<AttemptToBegin>) {
  const made = makeAttempt(attempt);
  const snapshot = await omise.begin(made, never);
  return { made, snapshot, ref: refOf(made, snapshot.providerRef) };
}

test('sends a card payer to the bank’s page, and has the payment when the payer returns', async () => {
  const cardToken = await payments.createCardToken();
  const { snapshot, ref } = await begin({ method: 'card', cardToken });
  expect(snapshot).toMatchObject({ state: 'pending', satang: null, qrPayload: null });
  expect(snapshot.authorizeUrl).toContain('/sandbox/omise/payments/');
  await payments.act(snapshot.providerRef ?? '', 'pay');
  expect(await omise.poll(ref, never)).toMatchObject({
    state: 'succeeded',
    satang: 19_900,
    currency: 'THB',
    authorizeUrl: null,
    refundedSatang: 0,
    disputed: null,
  });
});

test.each([
  ['4111111111140011', 'insufficient_funds'],
  ['4111111111130012', 'declined'],
])('a failed card has its reason: %s', async (number, reason) => {
  const cardToken = await payments.createCardToken(number);
  const { snapshot, ref } = await begin({ method: 'card', cardToken });
  await payments.act(snapshot.providerRef ?? '', 'pay');
  expect(await omise.poll(ref, never)).toMatchObject({ state: 'failed', reason });
});

test('reports a used or unknown token as a failed payment', async () => {
  const cardToken = await payments.createCardToken();
  await begin({ method: 'card', cardToken });
  for (const token of [cardToken, 'tokn_test_nobodys', null]) {
    const { snapshot } = await begin({ method: 'card', cardToken: token });
    expect(snapshot).toMatchObject({ state: 'failed', reason: 'declined', providerRef: null });
  }
});

test('reads the exact PromptPay payload from Omise’s image', async () => {
  for (const satang of [2_000, 5_000_000]) {
    const { snapshot, made } = await begin({ method: 'promptpay', satang });
    expect(snapshot).toMatchObject({ state: 'pending', authorizeUrl: null });
    const { qr_payload } = await payments.find(made.attemptId);
    expect(snapshot.qrPayload).toBe(qr_payload);
    expect(readPayloadSatang(snapshot.qrPayload ?? '')).toBe(satang);
    expect(snapshot.expiresAt?.getTime()).toBeGreaterThan(Date.now());
  }
});

test.each(['truemoney', 'alipay', 'wechat_pay'] as const)(
  '%s goes to its own page',
  async (method) => {
    const { snapshot, ref } = await begin({ method });
    expect(snapshot.authorizeUrl).toContain('/sandbox/omise/payments/');
    await payments.act(snapshot.providerRef ?? '', 'fail', { code: 'payment_cancelled' });
    expect(await omise.poll(ref, never)).toMatchObject({
      state: 'failed',
      reason: 'not_authorised',
    });
  },
);

test('finds a charge by its attempt, with its QR code, after the response was lost', async () => {
  await payments.addFault({
    provider: 'omise',
    call: 'charge.create',
    accepts: true,
    answer: 'cut',
  });
  const made = makeAttempt({ method: 'promptpay' });
  await expect(omise.begin(made, never)).rejects.toThrow('did not answer');
  const snapshot = await omise.poll(refOf(made, null), never);
  expect(snapshot?.providerRef).toMatch(/^chrg_test_/);
  expect(readPayloadSatang(snapshot?.qrPayload ?? '')).toBe(19_900);
  // A second `begin` creates no second charge.
  expect((await omise.begin(made, never)).providerRef).toBe(snapshot?.providerRef);
});

test('does not find an unknown charge or another attempt’s charge', async () => {
  await payments.addFault({ provider: 'omise', call: 'charge.create', answer: 'cut' });
  const made = makeAttempt();
  await expect(omise.begin(made, never)).rejects.toThrow();
  expect(await omise.poll(refOf(made, null), never)).toBeNull();
  const { snapshot } = await begin({});
  expect(await omise.poll(refOf(made, snapshot.providerRef), never)).toBeNull();
  expect(await omise.poll(refOf(made, 'chrg_test_none'), never)).toBeNull();
});

test('treats the outcome as unknown after a provider error or a refused key', async () => {
  const { ref } = await begin({});
  for (const status of [500, 503, 429, 401]) {
    await payments.addFault({ provider: 'omise', call: 'charge.get', status });
    await expect(omise.poll(ref, never), String(status)).rejects.toThrow(String(status));
  }
  expect(await omise.poll(ref, never)).toMatchObject({ state: 'pending' });
});

test('reports a wrong amount, an expiry and a dispute in the snapshot', async () => {
  const other = await begin({});
  await payments.act(other.snapshot.providerRef ?? '', 'pay', { amount_satang: 5_000 });
  expect(await omise.poll(other.ref, never)).toMatchObject({ state: 'succeeded', satang: 5_000 });
  const late = await begin({});
  await payments.act(late.snapshot.providerRef ?? '', 'expire');
  expect(await omise.poll(late.ref, never)).toMatchObject({ state: 'expired', reason: null });
  await payments.act(late.snapshot.providerRef ?? '', 'pay', { late: true });
  await payments.act(late.snapshot.providerRef ?? '', 'dispute');
  expect(await omise.poll(late.ref, never)).toMatchObject({ state: 'succeeded', disputed: 'open' });
  await payments.act(late.snapshot.providerRef ?? '', 'dispute_close', { outcome: 'lost' });
  expect(await omise.poll(late.ref, never)).toMatchObject({ disputed: 'lost' });
});

test('cancels a waiting charge if Omise supports it', async () => {
  const alipay = await begin({ method: 'alipay' });
  expect(await omise.cancel?.(alipay.ref, never)).toMatchObject({ state: 'expired' });
  const wallet = await begin({ method: 'truemoney' });
  expect(await omise.cancel?.(wallet.ref, never)).toMatchObject({ state: 'pending' });
});

test('makes a refund once, however often it is requested, and reports a failure if Omise does not support it', async () => {
  const cardToken = await payments.createCardToken();
  const card = await begin({ method: 'card', cardToken });
  await payments.act(card.snapshot.providerRef ?? '', 'pay');
  const refund = { refundId: randomUUID(), satang: 19_900 };
  const first = await omise.refund?.(card.ref, refund, never);
  expect(first).toMatchObject({ state: 'done' });
  expect(await omise.refund?.(card.ref, refund, never)).toEqual(first);
  expect(await omise.poll(card.ref, never)).toMatchObject({ refundedSatang: 19_900 });
  const promptpay = await begin({ method: 'promptpay' });
  await payments.act(promptpay.snapshot.providerRef ?? '', 'pay');
  const other = { refundId: randomUUID(), satang: 19_900 };
  expect(await omise.refund?.(promptpay.ref, other, never)).toEqual({
    state: 'failed',
    providerRef: null,
  });
});

test('offers cards with Omise’s tokeniser script, and each method with its limits', () => {
  const [card, ...others] = omise.options();
  expect(card).toMatchObject({ method: 'card', tokeniser: { public_key: 'pkey_test_of_a_test' } });
  expect(others.map(({ tokeniser }) => tokeniser)).toEqual([null, null, null, null]);
  for (const { satang_min, satang_max } of omise.options()) {
    expect(satang_min).toBe(2_000);
    expect(satang_max).toBeGreaterThanOrEqual(5_000_000);
  }
});
