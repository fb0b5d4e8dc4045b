import { afterAll, beforeAll, expect, test } from 'vitest';
import { type OrderBench, startOrderBench } from './testing/order-bench.ts';

let bench: OrderBench;
beforeAll(async () => {
  bench = await startOrderBench();
});
afterAll(async () => {
  expect(await bench.wallet.findFaults()).toEqual([]);
  await bench.close();
});

test('an order is paid by its provider, and its coins and bonus are there with that', async () => {
  const buyer = await bench.makeBuyer();
  const order = await bench.order(buyer);
  expect(order).toMatchObject({
    status: 'waiting',
    base_coins: 300,
    bonus_coins: 5,
    satang: 30_000,
    attempt: null,
  });
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
  bench.now = new Date(bench.now.getTime() + 10_000);
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
