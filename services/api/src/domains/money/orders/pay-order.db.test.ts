import { randomUUID } from 'node:crypto';
import { type OrderBench, startOrderBench } from '@sangwian/testkit/start-order-bench';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';

let bench: OrderBench;
beforeAll(async () => {
  bench = await startOrderBench();
});
beforeEach(() => {
  Object.assign(bench.omise, { beginFailure: null, onBegin: null, isDown: false });
  bench.now = new Date();
});
afterAll(async () => {
  expect(await bench.wallet.findFaults()).toEqual([]);
  await bench.close();
});

const balanceOf = ({ memberId }: { memberId: Parameters<typeof bench.wallet.readBalance>[0] }) =>
  bench.wallet.readBalance(memberId);

test('credits coins and bonus for an order that is paid at its provider', async () => {
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
  // Reading a pending order polls the provider, but not on every request.
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
  test('used by fifty concurrent requests creates one charge', async () => {
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
  ] as const)('continues after %s, with one charge after %i calls', async (failure, calls) => {
    const buyer = await bench.makeBuyer();
    const order = await bench.order(buyer);
    const key = randomUUID();
    const before = bench.omise.begun.length;
    bench.omise.beginFailure = failure;
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

test('refuses another key while the first request to the provider is in progress', async () => {
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

test('finds an attempt by reconciliation after a crash between the provider’s response and the commit', async () => {
  const buyer = await bench.makeBuyer();
  const order = await bench.order(buyer);
  const { attemptId: otherId } = await bench.begin(await bench.makeBuyer());
  const setRef = (attemptId: string, providerRef: string | null) =>
    bench.api.db
      .updateTable('payment_attempt')
      .set({ provider_ref: providerRef })
      .where('payment_attempt_id', '=', attemptId)
      .execute();
  // Another attempt has the same provider reference, so the transaction that saves the response fails.
  bench.omise.onBegin = async () => {
    bench.omise.onBegin = null;
    await setRef(otherId, `chrg_${bench.omise.begun.at(-1)}`);
  };
  expect((await bench.pay(buyer, order)).status).toBe(502);
  await setRef(otherId, `chrg_${otherId}`);
  const attemptId = await bench.attemptOf(order);
  bench.omise.pay(attemptId);
  bench.pass(3);
  const due = await bench.orders.claimPendingAttempts(new Date(bench.now.getTime() - 120_000), 50);
  const found = due.find((one) => one.attemptId === attemptId);
  expect(found).toMatchObject({ status: 'created', providerRef: null });
  if (found !== undefined) await bench.orders.poll(found, 'reconciliation');
  expect(await bench.find(buyer, order)).toMatchObject({ status: 'paid' });
  expect(await balanceOf(buyer)).toBe(305);
});

test('leaves nothing payable at the provider if the order is cancelled during the request', async () => {
  const buyer = await bench.makeBuyer();
  const order = await bench.order(buyer);
  bench.omise.onBegin = async () => {
    bench.omise.onBegin = null;
    const { token } = buyer;
    await bench.api.call(`POST /order/${order.order_id}/cancel`, { token, body: {} });
  };
  expect((await bench.pay(buyer, order)).body.data).toMatchObject({ status: 'cancelled' });
  const attemptId = await bench.attemptOf(order);
  expect(bench.omise.charges.get(attemptId)?.snapshot.state).toBe('expired');
});

test('counts orders and attempts by status and method, and measures the time to payment', async () => {
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

test('lets one job at a time claim a waiting attempt, and another job after the lease', async () => {
  const { attemptId } = await bench.begin(await bench.makeBuyer());
  bench.pass(3);
  const olderThan = new Date(bench.now.getTime() - 120_000);
  const claim = async () => {
    const claimed = await Promise.all(
      Array.from({ length: 4 }, () => bench.orders.claimPendingAttempts(olderThan, 1_000)),
    );
    return claimed.flat().filter((one) => one.attemptId === attemptId).length;
  };
  expect(await claim()).toBe(1);
  expect(await claim()).toBe(0);
  bench.pass(1.1);
  expect(await claim()).toBe(1);
});

test('refuses a declined payment as purchase_unsuccessful and allows a retry', async () => {
  const buyer = await bench.makeBuyer();
  const order = await bench.order(buyer);
  const key = randomUUID();
  bench.omise.beginFailure = 'declined';
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

test('stores a provider’s refusal as the order’s reason, and a second attempt may succeed', async () => {
  const buyer = await bench.makeBuyer();
  const { order, attemptId } = await bench.begin(buyer);
  const snapshot = bench.omise.update(attemptId, { state: 'failed', reason: 'insufficient_funds' });
  await bench.orders.applySnapshot(attemptId, snapshot, 'webhook');
  expect(await bench.find(buyer, order)).toMatchObject({
    status: 'failed',
    reason: 'insufficient_funds',
    attempt: { status: 'failed' },
  });
  expect((await bench.pay(buyer, order)).body.data.status).toBe('pending');
  const secondId = await bench.attemptOf(order);
  expect(secondId).not.toBe(attemptId);
  await bench.orders.applySnapshot(secondId, bench.omise.pay(secondId), 'webhook');
  expect(await bench.find(buyer, order)).toMatchObject({ status: 'paid', reason: null });
  expect(await balanceOf(buyer)).toBe(305);
});

describe('another method while the first is pending', () => {
  test('cancels the first', async () => {
    const buyer = await bench.makeBuyer();
    const { order, attemptId } = await bench.begin(buyer);
    const { body } = await bench.pay(buyer, order, { method: 'bank_transfer' });
    expect(body.data).toMatchObject({ status: 'pending', method: 'bank_transfer' });
    expect(bench.omise.charges.get(attemptId)?.snapshot.state).toBe('expired');
  });

  test('is not begun if the first method has been paid in the meantime', async () => {
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
])('refuses %j and begins no attempt', async (wish, status, code) => {
  const buyer = await bench.makeBuyer();
  const order = await bench.order(buyer);
  const answer = await bench.pay(buyer, order, wish);
  expect([answer.status, answer.body.status]).toEqual([status, code]);
  expect(await bench.find(buyer, order)).toMatchObject({ status: 'waiting', attempt: null });
});

test('keeps the query and the fragment of the return URL', async () => {
  const buyer = await bench.makeBuyer();
  const order = await bench.order(buyer);
  await bench.pay(buyer, order, { return_path: '/wallet/confirm-order?from=live&order=x#top' });
  const attemptId = await bench.attemptOf(order);
  expect(bench.omise.charges.get(attemptId)?.attempt.returnUrl).toBe(
    `http://localhost/wallet/confirm-order?from=live&order=${order.order_id}#top`,
  );
});

test('sends a card token to the provider and does not store it', async () => {
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
