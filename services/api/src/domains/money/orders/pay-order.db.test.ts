import { randomUUID } from 'node:crypto';
import { type OrderBench, startOrderBench } from '@sangwian/testkit/start-order-bench';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';

let bench: OrderBench;
beforeAll(async () => {
  bench = await startOrderBench();
});
beforeEach(() => {
  Object.assign(bench.omise, { beginMishap: null, onBegin: null, isDown: false });
  bench.now = new Date();
});
afterAll(async () => {
  expect(await bench.wallet.findFaults()).toEqual([]);
  await bench.close();
});

const balanceOf = ({ memberId }: { memberId: Parameters<typeof bench.wallet.readBalance>[0] }) =>
  bench.wallet.readBalance(memberId);

test('an order is paid by its provider, and its coins and bonus are there with that', async () => {
  const buyer = await bench.makeBuyer();
  const order = await bench.order(buyer);
  expect(order).toMatchObject({ status: 'waiting', base_coins: 300, bonus_coins: 5 });
  expect(order).toMatchObject({ satang: 30_000, attempt: null, method: null });
  const { status, body } = await bench.pay(buyer, order);
  expect(status).toBe(200);
  const attemptId = await bench.attemptOf(order);
  expect(body.data).toMatchObject({
    status: 'pending',
    method: 'promptpay',
    attempt: {
      attempt_id: attemptId,
      status: 'pending',
      authorize_url: `https://pay.example/${attemptId}`,
      reference: order.number,
    },
  });
  expect(bench.omise.charges.get(attemptId)?.attempt).toMatchObject({
    orderNumber: order.number,
    satang: 30_000,
    returnUrl: `http://localhost/wallet/confirm-order?order=${order.order_id}`,
  });
  bench.omise.pay(attemptId);
  // Who looks has the provider asked, but not with every look.
  expect(await bench.find(buyer, order)).toMatchObject({ status: 'pending' });
  bench.pass(0.5);
  expect(await bench.find(buyer, order)).toMatchObject({
    status: 'paid',
    reason: null,
    attempt: { status: 'succeeded' },
  });
  expect(await bench.wallet.readWallet(buyer.memberId)).toEqual({ balance: 305, owed: 0 });
  expect(await bench.eventsOf(order)).toEqual([
    'ordered',
    'attempt_created',
    'attempt_pending',
    'paid',
  ]);
});

describe('the same key', () => {
  test('fifty times at once makes one charge', async () => {
    const buyer = await bench.makeBuyer();
    const order = await bench.order(buyer);
    const key = randomUUID();
    const before = bench.omise.begun.length;
    const answers = await Promise.all(
      Array.from({ length: 50 }, () => bench.pay(buyer, order, { key })),
    );
    expect(bench.omise.begun).toHaveLength(before + 1);
    const attemptId = await bench.attemptOf(order);
    for (const { status, body } of answers) {
      if (status === 200) expect(body.data.attempt.attempt_id).toBe(attemptId);
      else expect(body.status).toBe('idempotency_in_progress');
    }
    expect((await bench.pay(buyer, order, { key })).body.data.attempt).toMatchObject({
      attempt_id: attemptId,
      status: 'pending',
    });
  });

  test('is refused with another method', async () => {
    const buyer = await bench.makeBuyer();
    const order = await bench.order(buyer);
    const key = randomUUID();
    await bench.pay(buyer, order, { key });
    const { body } = await bench.pay(buyer, order, { key, method: 'bank_transfer' });
    expect(body.status).toBe('idempotency_conflict');
  });

  test.each([
    ['answer_lost', 1],
    ['no_answer', 2],
  ] as const)('goes on after %s, with one charge after %i calls', async (mishap, calls) => {
    const buyer = await bench.makeBuyer();
    const order = await bench.order(buyer);
    const key = randomUUID();
    const before = bench.omise.begun.length;
    bench.omise.beginMishap = mishap;
    const { status, body } = await bench.pay(buyer, order, { key });
    expect([status, body.status]).toEqual([502, 'qr_failed']);
    expect(await bench.find(buyer, order)).toMatchObject({
      status: 'pending',
      attempt: { status: 'created' },
    });
    const again = await bench.pay(buyer, order, { key });
    expect(again.body.data).toMatchObject({ status: 'pending', attempt: { status: 'pending' } });
    const begun = bench.omise.begun.slice(before);
    expect(begun).toHaveLength(calls);
    expect(new Set(begun).size).toBe(1);
  });
});

test('another key while the first is on its way to the provider waits for it', async () => {
  const buyer = await bench.makeBuyer();
  const order = await bench.order(buyer);
  let meanwhile: unknown;
  bench.omise.onBegin = async () => {
    bench.omise.onBegin = null;
    meanwhile = (await bench.pay(buyer, order)).body.status;
  };
  await bench.pay(buyer, order);
  expect(meanwhile).toBe('idempotency_in_progress');
});

test('a crash between the provider’s answer and our commit leaves what reconciliation finds', async () => {
  const buyer = await bench.makeBuyer();
  const order = await bench.order(buyer);
  const { attemptId: otherId } = await bench.begin(await bench.makeBuyer());
  const setRef = (attemptId: string, providerRef: string | null) =>
    bench.api.db
      .updateTable('payment_attempt')
      .set({ provider_ref: providerRef })
      .where('payment_attempt_id', '=', attemptId)
      .execute();
  // The reference that the answer brings is taken, so the transaction that keeps the answer fails.
  bench.omise.onBegin = async () => {
    bench.omise.onBegin = null;
    await setRef(otherId, `chrg_${bench.omise.begun.at(-1)}`);
  };
  expect((await bench.pay(buyer, order)).status).toBe(502);
  await setRef(otherId, `chrg_${otherId}`);
  const attemptId = await bench.attemptOf(order);
  bench.omise.pay(attemptId);
  bench.pass(3);
  const due = await bench.orders.pendingAttempts(new Date(bench.now.getTime() - 120_000), 50);
  const found = due.find((one) => one.attemptId === attemptId);
  expect(found).toMatchObject({ status: 'created', providerRef: null });
  if (found !== undefined) await bench.orders.ask(found, 'reconciliation');
  expect(await bench.find(buyer, order)).toMatchObject({ status: 'paid' });
  expect(await balanceOf(buyer)).toBe(305);
});

test('an order that is cancelled while its provider is called leaves nothing to be paid there', async () => {
  const buyer = await bench.makeBuyer();
  const order = await bench.order(buyer);
  bench.omise.onBegin = async () => {
    bench.omise.onBegin = null;
    const { token } = buyer;
    await bench.api.call(`POST /order/${order.order_id}/cancel`, { token, body: {} });
  };
  expect((await bench.pay(buyer, order)).body.data).toMatchObject({ status: 'cancelled' });
  const attemptId = await bench.attemptOf(order);
  expect(bench.omise.charges.get(attemptId)?.view.state).toBe('expired');
});

test('orders and attempts are counted by status and method, with the time until they are paid', async () => {
  const buyer = await bench.makeBuyer();
  const { order, attemptId } = await bench.begin(buyer);
  bench.omise.pay(attemptId);
  bench.pass(1);
  await bench.find(buyer, order);
  const { payload } = await bench.api.api.internal.inject({ method: 'GET', url: '/metrics' });
  for (const line of [
    /^order_status_total\{status="paid",method="promptpay"\} [1-9]/m,
    /^payment_attempt_status_total\{status="succeeded",method="promptpay"\} [1-9]/m,
    /^order_paid_seconds_bucket\{le="60",method="promptpay"\} [1-9]/m,
    /^orders_open\{status="pending",method="promptpay"\} [1-9]/m,
  ]) {
    expect(payload).toMatch(line);
  }
});

test('attempts that wait are given to one job at a time, and again after a while', async () => {
  const { attemptId } = await bench.begin(await bench.makeBuyer());
  bench.pass(3);
  const olderThan = new Date(bench.now.getTime() - 120_000);
  const claim = async () => {
    const claimed = await Promise.all(
      Array.from({ length: 4 }, () => bench.orders.pendingAttempts(olderThan, 1_000)),
    );
    return claimed.flat().filter((one) => one.attemptId === attemptId).length;
  };
  expect(await claim()).toBe(1);
  expect(await claim()).toBe(0);
  bench.pass(1.1);
  expect(await claim()).toBe(1);
});

test('a payment that the provider declines is refused in the words of the catalogue, and may be tried again', async () => {
  const buyer = await bench.makeBuyer();
  const order = await bench.order(buyer);
  const key = randomUUID();
  bench.omise.beginMishap = 'declined';
  for (const answer of [
    await bench.pay(buyer, order, { key }),
    await bench.pay(buyer, order, { key }),
  ]) {
    const { status, message } = answer.body;
    expect([answer.status, status, message]).toEqual([
      402,
      'purchase_unsuccessful',
      'Purchase unsuccessful.',
    ]);
  }
  expect(await bench.find(buyer, order)).toMatchObject({ status: 'failed', reason: 'declined' });
  expect((await bench.pay(buyer, order)).body.data.status).toBe('pending');
});

test('a refusal of the provider is the order’s own, and another try may succeed', async () => {
  const buyer = await bench.makeBuyer();
  const { order, attemptId } = await bench.begin(buyer);
  const view = bench.omise.turn(attemptId, { state: 'failed', reason: 'insufficient_funds' });
  await bench.orders.applyView(attemptId, view, 'webhook');
  expect(await bench.find(buyer, order)).toMatchObject({
    status: 'failed',
    reason: 'insufficient_funds',
    attempt: { status: 'failed' },
  });
  expect((await bench.pay(buyer, order)).body.data.status).toBe('pending');
  const secondId = await bench.attemptOf(order);
  expect(secondId).not.toBe(attemptId);
  await bench.orders.applyView(secondId, bench.omise.pay(secondId), 'webhook');
  expect(await bench.find(buyer, order)).toMatchObject({ status: 'paid', reason: null });
  expect(await balanceOf(buyer)).toBe(305);
});

describe('another method while the first is pending', () => {
  test('ends the first', async () => {
    const buyer = await bench.makeBuyer();
    const { order, attemptId } = await bench.begin(buyer);
    const { body } = await bench.pay(buyer, order, { method: 'bank_transfer' });
    expect(body.data).toMatchObject({ status: 'pending', method: 'bank_transfer' });
    expect(bench.omise.charges.get(attemptId)?.view.state).toBe('expired');
  });

  test('is not begun where the first was paid meanwhile', async () => {
    const buyer = await bench.makeBuyer();
    const { order, attemptId } = await bench.begin(buyer);
    bench.omise.pay(attemptId);
    const before = bench.transfer.begun.length;
    const { body } = await bench.pay(buyer, order, { method: 'bank_transfer' });
    expect(body.data).toMatchObject({ status: 'paid' });
    expect(bench.transfer.begun).toHaveLength(before);
    expect(await balanceOf(buyer)).toBe(305);
    expect((await bench.pay(buyer, order)).body.status).toBe('order_paid');
  });
});

test.each([
  [{ method: 'paypal' }, 409, 'payment_method_unavailable'],
  [{ method: 'card' }, 400, 'request_invalid'],
  [{ expected_satang: 29_999 }, 409, 'price_changed'],
  [{ return_path: 'https://evil.example/' }, 400, 'target_invalid'],
  [{ return_path: '//evil.example' }, 400, 'target_invalid'],
])('%j is refused, and nothing is begun', async (wish, status, code) => {
  const buyer = await bench.makeBuyer();
  const order = await bench.order(buyer);
  const answer = await bench.pay(buyer, order, wish);
  expect([answer.status, answer.body.status]).toEqual([status, code]);
  expect(await bench.find(buyer, order)).toMatchObject({ status: 'waiting', attempt: null });
});

test('the way back keeps the query of its page', async () => {
  const buyer = await bench.makeBuyer();
  const order = await bench.order(buyer);
  await bench.pay(buyer, order, { return_path: '/wallet/confirm-order?from=live&order=x#top' });
  const attemptId = await bench.attemptOf(order);
  expect(bench.omise.charges.get(attemptId)?.attempt.returnUrl).toBe(
    `http://localhost/wallet/confirm-order?from=live&order=${order.order_id}#top`,
  );
});

test('a card goes to the provider and nowhere else', async () => {
  const buyer = await bench.makeBuyer();
  const order = await bench.order(buyer);
  const { token } = buyer;
  await bench.api.call(`POST /order/${order.order_id}/pay`, {
    token,
    body: {
      method: 'card',
      card_token: 'tokn_test_secret',
      return_path: '/wallet',
      expected_satang: 30_000,
    },
  });
  const attemptId = await bench.attemptOf(order);
  expect(bench.omise.charges.get(attemptId)?.attempt.cardToken).toBe('tokn_test_secret');
  const rows = await bench.api.db.selectFrom('payment_attempt').selectAll().execute();
  const events = await bench.api.db.selectFrom('order_event').selectAll().execute();
  expect(JSON.stringify([rows, events])).not.toContain('tokn_test_secret');
});
