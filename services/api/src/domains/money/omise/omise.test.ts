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
  const view = await omise.begin(made, never);
  return { made, view, ref: refOf(made, view.providerRef) };
}

test('a card goes to its bank’s page, and is paid when its owner comes back', async () => {
  const cardToken = await payments.createCardToken();
  const { view, ref } = await begin({ method: 'card', cardToken });
  expect(view).toMatchObject({ state: 'pending', satang: null, qrPayload: null });
  expect(view.authorizeUrl).toContain('/sandbox/omise/payments/');
  await payments.act(view.providerRef ?? '', 'pay');
  expect(await omise.look(ref, never)).toMatchObject({
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
])('a card that fails says why: %s', async (number, reason) => {
  const cardToken = await payments.createCardToken(number);
  const { view, ref } = await begin({ method: 'card', cardToken });
  await payments.act(view.providerRef ?? '', 'pay');
  expect(await omise.look(ref, never)).toMatchObject({ state: 'failed', reason });
});

test('a token that was used, or that nobody made, is a card that failed', async () => {
  const cardToken = await payments.createCardToken();
  await begin({ method: 'card', cardToken });
  for (const token of [cardToken, 'tokn_test_nobodys', null]) {
    const { view } = await begin({ method: 'card', cardToken: token });
    expect(view).toMatchObject({ state: 'failed', reason: 'declined', providerRef: null });
  }
});

test('the code of PromptPay is read out of Omise’s picture, to the letter', async () => {
  for (const satang of [2_000, 5_000_000]) {
    const { view, made } = await begin({ method: 'promptpay', satang });
    expect(view).toMatchObject({ state: 'pending', authorizeUrl: null });
    const { qr_payload } = await payments.find(made.attemptId);
    expect(view.qrPayload).toBe(qr_payload);
    expect(readPayloadSatang(view.qrPayload ?? '')).toBe(satang);
    expect(view.expiresAt?.getTime()).toBeGreaterThan(Date.now());
  }
});

test.each(['truemoney', 'alipay', 'wechat_pay'] as const)(
  '%s goes to its own page',
  async (method) => {
    const { view, ref } = await begin({ method });
    expect(view.authorizeUrl).toContain('/sandbox/omise/payments/');
    await payments.act(view.providerRef ?? '', 'fail', { code: 'payment_cancelled' });
    expect(await omise.look(ref, never)).toMatchObject({
      state: 'failed',
      reason: 'not_authorised',
    });
  },
);

test('a charge that was accepted and never answered is found by its attempt, with its code', async () => {
  await payments.addFault({
    provider: 'omise',
    call: 'charge.create',
    accepts: true,
    answer: 'cut',
  });
  const made = makeAttempt({ method: 'promptpay' });
  await expect(omise.begin(made, never)).rejects.toThrow('did not answer');
  const view = await omise.look(refOf(made, null), never);
  expect(view?.providerRef).toMatch(/^chrg_test_/);
  expect(readPayloadSatang(view?.qrPayload ?? '')).toBe(19_900);
  // Begun again it is still one charge.
  expect((await omise.begin(made, never)).providerRef).toBe(view?.providerRef);
});

test('of a charge that never came, or is another’s, nothing is known', async () => {
  await payments.addFault({ provider: 'omise', call: 'charge.create', answer: 'cut' });
  const made = makeAttempt();
  await expect(omise.begin(made, never)).rejects.toThrow();
  expect(await omise.look(refOf(made, null), never)).toBeNull();
  const { view } = await begin({});
  expect(await omise.look(refOf(made, view.providerRef), never)).toBeNull();
  expect(await omise.look(refOf(made, 'chrg_test_none'), never)).toBeNull();
});

test('a provider that fails, or refuses our keys, says nothing of the payment', async () => {
  const { ref } = await begin({});
  for (const status of [500, 503, 429, 401]) {
    await payments.addFault({ provider: 'omise', call: 'charge.get', status });
    await expect(omise.look(ref, never), String(status)).rejects.toThrow(String(status));
  }
  expect(await omise.look(ref, never)).toMatchObject({ state: 'pending' });
});

test('another amount is told as it came, and so are time that is over and a dispute', async () => {
  const other = await begin({});
  await payments.act(other.view.providerRef ?? '', 'pay', { amount_satang: 5_000 });
  expect(await omise.look(other.ref, never)).toMatchObject({ state: 'succeeded', satang: 5_000 });
  const late = await begin({});
  await payments.act(late.view.providerRef ?? '', 'expire');
  expect(await omise.look(late.ref, never)).toMatchObject({ state: 'expired', reason: null });
  await payments.act(late.view.providerRef ?? '', 'pay', { late: true });
  await payments.act(late.view.providerRef ?? '', 'dispute');
  expect(await omise.look(late.ref, never)).toMatchObject({ state: 'succeeded', disputed: 'open' });
  await payments.act(late.view.providerRef ?? '', 'dispute_close', { outcome: 'lost' });
  expect(await omise.look(late.ref, never)).toMatchObject({ disputed: 'lost' });
});

test('what waits is ended where Omise can', async () => {
  const alipay = await begin({ method: 'alipay' });
  expect(await omise.end?.(alipay.ref, never)).toMatchObject({ state: 'expired' });
  const wallet = await begin({ method: 'truemoney' });
  expect(await omise.end?.(wallet.ref, never)).toMatchObject({ state: 'pending' });
});

test('baht go back once, however often they are asked for, and not where Omise cannot', async () => {
  const cardToken = await payments.createCardToken();
  const card = await begin({ method: 'card', cardToken });
  await payments.act(card.view.providerRef ?? '', 'pay');
  const refund = { refundId: randomUUID(), satang: 19_900 };
  const first = await omise.refund?.(card.ref, refund, never);
  expect(first).toMatchObject({ state: 'done' });
  expect(await omise.refund?.(card.ref, refund, never)).toEqual(first);
  expect(await omise.look(card.ref, never)).toMatchObject({ refundedSatang: 19_900 });
  const promptpay = await begin({ method: 'promptpay' });
  await payments.act(promptpay.view.providerRef ?? '', 'pay');
  const other = { refundId: randomUUID(), satang: 19_900 };
  expect(await omise.refund?.(promptpay.ref, other, never)).toEqual({
    state: 'failed',
    providerRef: null,
  });
});

test('cards are tokenised by Omise’s script, and each method has its limits', () => {
  const [card, ...others] = omise.options();
  expect(card).toMatchObject({ method: 'card', tokeniser: { public_key: 'pkey_test_of_a_test' } });
  expect(others.map(({ tokeniser }) => tokeniser)).toEqual([null, null, null, null]);
  for (const { satang_min, satang_max } of omise.options()) {
    expect(satang_min).toBe(2_000);
    expect(satang_max).toBeGreaterThanOrEqual(5_000_000);
  }
});
