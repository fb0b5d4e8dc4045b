import { type PaymentBench, startPaymentBench } from '@sangwian/testkit/start-payment-bench';
import { TEST_OWNER_TOKEN } from '@sangwian/testkit/start-test-api';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';

const SOON = { timeout: 20_000, interval: 20 };
const SATANG = 30_000;

let bench: PaymentBench;
beforeAll(async () => {
  bench = await startPaymentBench();
});
afterEach(() => bench.reset());
afterAll(async () => {
  expect(await bench.wallet.findFaults()).toEqual([]);
  await bench.close();
});

const attemptsOf = ({ order_id }: { order_id: string }) =>
  bench.api.db
    .selectFrom('payment_attempt')
    .select(['payment_attempt_id', 'status', 'second_of', 'provider_ref', 'refunded_satang'])
    .where('coin_order_id', '=', order_id)
    .orderBy('payment_attempt_id')
    .execute();

const operate = async (path: string) =>
  (await bench.api.call(`GET /operator${path}`, { token: TEST_OWNER_TOKEN })).body.data;
/** Returns an order that waits for an operator. */
async function listed({ number, order_id: id }: { number: string; order_id: string }) {
  const waiting = await operate(`/order?attention=1&number=${number}`);
  return waiting.length === 0 ? undefined : operate(`/order/${id}`);
}

/** Returns the net amount of these payments at the provider: paid minus refunded. */
async function heldSatang(ids: readonly string[]): Promise<number> {
  const payments = (await bench.payments.list()).filter(({ payment_id }) =>
    ids.includes(payment_id),
  );
  return payments
    .filter(({ status }) => status === 'successful')
    .reduce((sum, one) => sum + one.amount_satang - one.refunded_satang, 0);
}

test('stores a second payment of a paid attempt, lists it for operators and refunds it automatically', async () => {
  const { buyer, order, attemptId, paymentId } = await bench.begin('alipay');
  await bench.payments.act(paymentId, 'pay');
  await bench.until(order, 'paid');
  const second = await bench.payments.addCharge(attemptId, SATANG, 'alipay');
  await expect.poll(async () => (await attemptsOf(order)).length, SOON).toBe(2);
  await expect
    .poll(() => listed(order), SOON)
    .toMatchObject({
      attention: ['second_payment'],
      attempts: [{ provider_ref: second, status: 'pending', second: true }, {}],
    });
  await bench.payments.act(second, 'pay');
  await expect
    .poll(async () => {
      await bench.reconcile();
      return attemptsOf(order);
    }, SOON)
    .toMatchObject([
      { payment_attempt_id: attemptId, status: 'succeeded', second_of: null, refunded_satang: 0 },
      { status: 'refunded', second_of: attemptId, provider_ref: second, refunded_satang: SATANG },
    ]);
  expect(await listed(order)).toBeUndefined();
  expect(await bench.look(order)).toMatchObject({ status: 'paid' });
  expect(await heldSatang([paymentId, second])).toBe(SATANG);
  expect(await bench.wallet.readBalance(buyer.memberId)).toBe(305);
});

test('lets a second payment that arrives first pay the order, and refunds the first payment', async () => {
  const { buyer, order, attemptId, paymentId } = await bench.begin('alipay');
  const second = await bench.payments.addCharge(attemptId, SATANG, 'alipay');
  await bench.payments.act(second, 'pay');
  await bench.until(order, 'paid');
  // The member's page still shows the attempt that the member began.
  const { body } = await bench.api.call(`GET /order/${order.order_id}`, { token: buyer.token });
  expect(body.data.attempt.attempt_id).toBe(attemptId);
  await bench.payments.act(paymentId, 'pay');
  await expect
    .poll(async () => {
      await bench.reconcile();
      return (await attemptsOf(order)).map(({ status }) => status);
    }, SOON)
    .toEqual(['refunded', 'succeeded']);
  expect(await heldSatang([paymentId, second])).toBe(SATANG);
  expect(await bench.wallet.readBalance(buyer.memberId)).toBe(305);
});

test('lets one payment pay and refunds the other, for repeated reports in any order', async () => {
  const { buyer, order, attemptId, paymentId } = await bench.begin('alipay');
  const second = await bench.payments.addCharge(attemptId, SATANG, 'alipay');
  await bench.payments.setWeather({ copies: 4 });
  await Promise.all([
    bench.payments.act(paymentId, 'pay'),
    bench.payments.act(second, 'pay'),
    bench.payments.act(second, 'webhook', { copies: 5 }),
    bench.payments.act(paymentId, 'webhook', { copies: 5 }),
  ]);
  await expect
    .poll(async () => {
      await bench.reconcile();
      return (await attemptsOf(order)).map(({ status }) => status).toSorted();
    }, SOON)
    .toEqual(['refunded', 'succeeded']);
  await bench.untilHandled();
  expect(await heldSatang([paymentId, second])).toBe(SATANG);
  expect(await bench.wallet.readBalance(buyer.memberId)).toBe(305);
});

test('ignores an unpaid second payment and a payment of another attempt', async () => {
  const { buyer, order, attemptId, paymentId } = await bench.begin('alipay');
  const second = await bench.payments.addCharge(attemptId, SATANG, 'alipay');
  await expect.poll(async () => (await attemptsOf(order)).length, SOON).toBe(2);
  await bench.payments.act(second, 'fail');
  await bench.payments.act(paymentId, 'pay');
  await bench.until(order, 'paid');
  await expect
    .poll(async () => {
      await bench.reconcile();
      return (await attemptsOf(order)).map(({ status }) => status);
    }, SOON)
    .toEqual(['succeeded', 'failed']);
  expect(await listed(order)).toBeUndefined();
  expect(await bench.refundOf(order)).toBeUndefined();
  expect(await bench.wallet.readBalance(buyer.memberId)).toBe(305);
});

test('leaves a second payment that its provider cannot refund to an operator', async () => {
  const { order, attemptId, paymentId } = await bench.begin('promptpay');
  await bench.payments.act(paymentId, 'pay');
  await bench.until(order, 'paid');
  const second = await bench.payments.addCharge(attemptId, SATANG, 'promptpay');
  await bench.payments.act(second, 'pay');
  await expect
    .poll(async () => {
      await bench.reconcile();
      return listed(order);
    }, SOON)
    .toMatchObject({
      refunds: [{ status: 'by_hand', satang: SATANG }],
      attempts: [{ provider_ref: second, status: 'succeeded', paid_satang: SATANG }, {}],
    });
  expect(await bench.look(order)).toMatchObject({ status: 'paid' });
});
