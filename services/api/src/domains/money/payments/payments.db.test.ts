import { randomUUID } from 'node:crypto';
import { type PaymentBench, startPaymentBench } from '@sangwian/testkit/start-payment-bench';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { PaymentsStore } from './payments.store.ts';

let bench: PaymentBench;
beforeAll(async () => {
  bench = await startPaymentBench();
});
afterEach(() => bench.reset());
afterAll(async () => {
  expect(await bench.wallet.findFaults()).toEqual([]);
  await bench.close();
});

const SOON = { timeout: 10_000, interval: 20 };
const METHODS = ['card', 'promptpay', 'truemoney', 'alipay', 'wechat_pay', 'paypal'] as const;

const beginBy = async (method: (typeof METHODS)[number], cardNumber?: string) =>
  bench.begin(
    method,
    method === 'card' ? await bench.payments.createCardToken(cardNumber) : undefined,
  );

describe.each(METHODS)('%s', (method) => {
  test('is paid after its webhook, even if no page polls', async () => {
    const { buyer, order, paymentId } = await beginBy(method);
    expect(order).toMatchObject({ status: 'pending', method });
    await bench.payments.act(paymentId, 'pay');
    await bench.until(order, 'paid');
    expect(await bench.wallet.readBalance(buyer.memberId)).toBe(305);
  });

  test('that fails is recognised by its webhook or by a poll', async () => {
    const { buyer, order, paymentId } = await beginBy(method);
    // PayPal declines an empty wallet only when the payment is captured.
    if (method === 'paypal') await bench.payments.setWeather({ lose: true });
    if (method === 'paypal') await bench.payments.act(paymentId, 'pay');
    await bench.payments.act(paymentId, 'fail');
    if (method === 'paypal') {
      bench.pass(3);
      await bench.reconcile();
    }
    await bench.until(order, 'failed');
    expect(await bench.look(order)).toMatchObject({ reason: expect.any(String) });
    expect(await bench.wallet.readBalance(buyer.memberId)).toBe(0);
  });
});

test('sends the member to the provider’s page, and shows Omise’s code for PromptPay', async () => {
  const { order, attemptId } = await beginBy('promptpay');
  const { qr_payload } = await bench.payments.find(attemptId);
  expect(order.attempt).toMatchObject({ qr_payload, authorize_url: null });
  const card = await beginBy('card');
  expect(card.order.attempt?.authorize_url).toContain('/sandbox/omise/payments/');
  const paypal = await beginBy('paypal');
  expect(paypal.order.attempt?.authorize_url).toContain('/sandbox/paypal/checkoutnow');
});

test('exports webhook bodies, which name payers, and erases them with the account or after their retention', async () => {
  const { buyer, order, attemptId, paymentId } = await beginBy('card');
  await bench.payments.act(paymentId, 'pay');
  await bench.until(order, 'paid');
  await bench.payments.act(paymentId, 'webhook', { copies: 3 });
  const { db } = bench.api;
  const kept = async () =>
    (
      await db.selectFrom('payment_webhook').select(['body', 'kind', 'forgotten_at']).execute()
    ).filter(({ body }) => body.includes(attemptId));
  await expect.poll(async () => (await kept()).length, SOON).toBeGreaterThan(3);
  await bench.untilHandled();
  const { token, memberId, password } = buyer;
  const { body } = await bench.api.call('GET /auth/member/export', { token });
  expect(JSON.stringify(body.data.payment_messages)).toContain('SOMYING SANDBOX');
  const { balance } = await bench.wallet.readWallet(memberId);
  const gone = await bench.api.call(`DELETE /auth/member/${memberId}`, {
    token,
    body: { password, expected_coins: balance },
  });
  expect(gone.status, gone.text).toBe(200);
  expect(await kept()).toEqual([]);
  // The other columns are kept.
  const rows = await db
    .selectFrom('payment_webhook')
    .select('kind')
    .where('payment_attempt_id', '=', attemptId)
    .execute();
  expect(rows.length).toBeGreaterThan(0);

  const other = await beginBy('card');
  await bench.payments.act(other.paymentId, 'pay');
  await bench.until(other.order, 'paid');
  await bench.untilHandled();
  const store = new PaymentsStore(db);
  const now = new Date();
  const lately = new Date(now.getTime() - 60 * 60_000);
  expect(await store.eraseBodiesBefore(lately, now, 10)).toBe(0);
  const later = new Date(now.getTime() + 60_000);
  expect(await store.eraseBodiesBefore(later, now, 1)).toBe(1);
});

describe('webhooks', () => {
  test.each(['alipay', 'paypal'] as const)(
    'of %s delivered a hundred times credit once',
    async (method) => {
      const { buyer, order, paymentId } = await beginBy(method);
      const before = await bench.outcomes();
      await bench.payments.setWeather({ copies: 100 });
      await bench.payments.act(paymentId, 'pay');
      await bench.until(order, 'paid');
      await bench.payments.setWeather({});
      const { deliveries = [] } = await bench.payments.find(paymentId);
      expect(deliveries.length).toBeGreaterThanOrEqual(100);
      await expect
        .poll(
          async () =>
            (await bench.payments.find(paymentId)).deliveries?.every(
              ({ state }) => state === 'delivered',
            ),
          SOON,
        )
        .toBe(true);
      await bench.untilHandled();
      const after = await bench.outcomes();
      expect((after.duplicate ?? 0) - (before.duplicate ?? 0)).toBeGreaterThanOrEqual(99);
      expect(await bench.wallet.readBalance(buyer.memberId)).toBe(305);
    },
  );

  test('with a wrong amount, in reverse order and before the payer returns lead to one credit', async () => {
    await bench.payments.setWeather({ amount_satang: 1, reverse_within_ms: 50 });
    const { buyer, order, paymentId } = await beginBy('alipay');
    await bench.payments.act(paymentId, 'pay');
    await bench.until(order, 'paid');
    await bench.payments.act(paymentId, 'webhook', { key: 'charge.create' });
    await bench.untilHandled();
    expect(await bench.wallet.readBalance(buyer.memberId)).toBe(305);
  });

  test.each(['alipay', 'paypal'] as const)(
    'of %s with forged or old signatures are stored and refused',
    async (method) => {
      const { buyer, order, paymentId } = await beginBy(method);
      const before = (await bench.outcomes()).forged ?? 0;
      const ways = method === 'paypal' ? ['wrong', 'none'] : ['wrong', 'none', 'stale'];
      for (const signature of ways) await bench.payments.act(paymentId, 'forge', { signature });
      // The provider repeats a refused delivery three times.
      await expect
        .poll(async () => {
          const { deliveries = [] } = await bench.payments.find(paymentId);
          return deliveries
            .filter(({ signature }) => signature !== 'good')
            .map(({ state, status }) => `${state} ${status}`);
        }, SOON)
        .toEqual(ways.map(() => 'given_up 401'));
      expect((await bench.outcomes()).forged).toBe(before + ways.length * 4);
      expect(await bench.look(order)).toMatchObject({ status: 'pending' });
      expect(await bench.wallet.readBalance(buyer.memberId)).toBe(0);
    },
  );

  test('with false contents change nothing, even if signed, because the provider is polled', async () => {
    const { order, paymentId } = await beginBy('alipay');
    await bench.payments.act(paymentId, 'forge', { signature: 'good' });
    await expect
      .poll(async () => (await bench.payments.find(paymentId)).deliveries?.[0]?.state, SOON)
      .toBe('delivered');
    await bench.untilHandled();
    expect(await bench.look(order)).toMatchObject({ status: 'pending' });
  });

  test('about payments that are not ours are only stored', async () => {
    const before = (await bench.outcomes()).unreadable ?? 0;
    for (const body of ['{}', 'null', '[', '']) {
      const { status } = await bench.api.call('POST /payment/webhook/omise', {
        body: body === '' ? Buffer.alloc(0) : body,
        headers: { 'content-type': 'application/json' },
      });
      expect([400, 401]).toContain(status);
    }
    expect((await bench.outcomes()).unreadable ?? 0).toBe(before);
  });

  test('that cannot be verified while PayPal is down are verified when PayPal is back', async () => {
    const { buyer, order, paymentId } = await beginBy('paypal');
    const fault = { provider: 'paypal', call: 'webhook.verify', status: 503 };
    await bench.payments.addFault(fault);
    await bench.payments.act(paymentId, 'pay');
    await bench.until(order, 'paid');
    expect(await bench.wallet.readBalance(buyer.memberId)).toBe(305);
  });

  test('that arrive while their provider is down are handled when the provider is back', async () => {
    const { order, paymentId } = await beginBy('alipay');
    await bench.payments.addFault({ provider: 'omise', call: 'charge.get', status: 503, times: 1 });
    await bench.payments.act(paymentId, 'pay');
    const { db } = bench.api;
    const reschedule = db.selectFrom('payment_webhook').where('outcome', 'is', null).selectAll();
    // The retry is scheduled only after the failure.
    await expect
      .poll(async () => (await reschedule.execute()).map(({ problem }) => problem), SOON)
      .toEqual([expect.any(String)]);
    expect(await bench.look(order)).toMatchObject({ status: 'pending' });
    bench.pass(1);
    await bench.reconcile();
    await bench.until(order, 'paid');
  });
});

describe('without a webhook', () => {
  test.each(['alipay', 'paypal'] as const)(
    'reconciliation finds that %s was paid',
    async (method) => {
      await bench.payments.setWeather({ lose: true });
      const { buyer, order, paymentId } = await beginBy(method);
      await bench.payments.act(paymentId, 'pay');
      bench.pass(3);
      const [one, other] = await Promise.all([bench.reconcile(), bench.reconcile()]);
      expect(one.attempts.asked + other.attempts.asked).toBeGreaterThanOrEqual(1);
      expect(await bench.look(order)).toMatchObject({ status: 'paid' });
      expect(await bench.wallet.readBalance(buyer.memberId)).toBe(305);
    },
  );

  test('finds and credits a charge after the response was lost', async () => {
    await bench.payments.setWeather({ lose: true });
    const buyer = await bench.makeBuyer();
    const order = await bench.order(buyer);
    const fault = { provider: 'omise', call: 'charge.create', accepts: true, answer: 'cut' };
    await bench.payments.addFault(fault);
    await bench.pay(buyer, order, 'alipay').catch(() => undefined);
    const { payment_id: paymentId } = await bench.payments.find(order.order_id);
    await bench.payments.act(paymentId, 'pay');
    bench.pass(3);
    await bench.reconcile();
    expect(await bench.look(order)).toMatchObject({ status: 'paid' });
    expect(await bench.wallet.readBalance(buyer.memberId)).toBe(305);
  });

  test('credits a payment after the order ended with the reason paid_late', async () => {
    await bench.payments.setWeather({ lose: true });
    const { buyer, order, paymentId } = await beginBy('promptpay');
    const { status } = await bench.api.call(`POST /order/${order.order_id}/cancel`, {
      token: buyer.token,
      body: {},
    });
    expect(status).toBe(200);
    await bench.payments.setWeather({});
    await bench.payments.act(paymentId, 'pay');
    await bench.until(order, 'paid');
    expect(await bench.look(order)).toMatchObject({ reason: 'paid_late' });
    expect(await bench.wallet.readBalance(buyer.memberId)).toBe(305);
  });

  test('finds a refund and a chargeback by a sweep after days', async () => {
    const refunded = await beginBy('alipay');
    const disputed = await beginBy('paypal');
    for (const { order, paymentId } of [refunded, disputed]) {
      await bench.payments.act(paymentId, 'pay');
      await bench.until(order, 'paid');
    }
    // Spent coins become a debt.
    const { memberId } = disputed.buyer;
    await bench.api.db.transaction().execute((trx) =>
      bench.wallet.spend(trx, {
        memberId,
        coins: 300,
        kind: 'unlock',
        to: 'revenue:premium',
        idempotencyKey: randomUUID(),
      }),
    );
    await bench.payments.setWeather({ lose: true });
    await bench.payments.act(refunded.paymentId, 'refund');
    await bench.payments.act(disputed.paymentId, 'dispute');
    await bench.payments.act(disputed.paymentId, 'dispute_close', { outcome: 'lost' });
    bench.pass(120);
    expect((await bench.reconcile()).events_untold).toBeGreaterThanOrEqual(3);
    await bench.untilHandled();
    expect(await bench.look(refunded.order)).toMatchObject({ status: 'refunded' });
    expect(await bench.wallet.readWallet(refunded.buyer.memberId)).toEqual({ balance: 0, owed: 0 });
    expect(await bench.look(disputed.order)).toMatchObject({ status: 'charged_back' });
    expect(await bench.wallet.readWallet(memberId)).toEqual({ balance: 0, owed: 300 });
    bench.pass(120);
    expect((await bench.reconcile()).events_untold).toBe(0);
  });
});

test('counts webhooks by outcome in the metrics', async () => {
  const { payload } = await bench.api.api.internal.inject('/metrics');
  for (const outcome of ['asked', 'no_news', 'duplicate', 'forged']) {
    expect(payload).toMatch(new RegExp(`payment_webhooks_total.*"${outcome}"} [1-9]`));
  }
  expect(payload).toMatch(/payment_webhooks_waiting 0/);
  expect(payload).toMatch(/payment_attempts_reconciled_total.*"asked"} [1-9]/);
});

test('credits nothing for a wrong amount, which awaits confirmation', async () => {
  const { buyer, order, paymentId } = await beginBy('promptpay');
  await bench.payments.act(paymentId, 'pay', { amount_satang: 29_900 });
  await bench.until(order, 'awaiting_confirmation');
  expect(await bench.look(order)).toMatchObject({ reason: 'wrong_amount' });
  expect(await bench.wallet.readBalance(buyer.memberId)).toBe(0);
});

describe('a refund', () => {
  test.each(['card', 'paypal'] as const)(
    'by %s is made once and takes the coins back',
    async (method) => {
      const { buyer, order, paymentId } = await beginBy(method);
      await bench.payments.act(paymentId, 'pay');
      await bench.until(order, 'paid');
      // The response was lost. The retry must be the same refund.
      const provider = method === 'card' ? 'omise' : 'paypal';
      const fault = { provider, call: 'refund.create', accepts: true, answer: 'cut' };
      await bench.payments.addFault(fault);
      await bench.decide(order, 'refund');
      for (let round = 0; round < 3; round += 1) {
        await bench.reconcile();
        bench.pass(1);
      }
      // The refund's job may still be running at the same time as these rounds.
      await expect.poll(() => bench.refundOf(order)).toBe('done');
      expect(await bench.payments.find(paymentId)).toMatchObject({ refunded_satang: 30_000 });
      expect(await bench.look(order)).toMatchObject({ status: 'refunded' });
      expect(await bench.wallet.readBalance(buyer.memberId)).toBe(0);
    },
  );

  test('is left to an operator if Omise does not support it, as with PromptPay', async () => {
    const { order, paymentId } = await beginBy('promptpay');
    await bench.payments.act(paymentId, 'pay');
    await bench.until(order, 'paid');
    await bench.decide(order, 'refund');
    await expect.poll(() => bench.refundOf(order)).toBe('by_hand');
    expect(await bench.payments.find(paymentId)).toMatchObject({ refunded_satang: 0 });
  });

  test('of a second payment of the same order', async () => {
    await bench.payments.setWeather({ lose: true });
    const first = await beginBy('wechat_pay');
    const { attempt } = await bench.pay(first.buyer, first.order, 'truemoney');
    const second = await bench.payments.find(attempt?.attempt_id ?? '');
    await bench.payments.setWeather({});
    await bench.payments.act(second.payment_id, 'pay');
    await bench.until(first.order, 'paid');
    await bench.payments.act(first.paymentId, 'pay');
    await bench.untilHandled();
    await expect
      .poll(async () => {
        await bench.reconcile();
        return (await bench.payments.find(first.paymentId)).refunded_satang;
      }, SOON)
      .toBe(30_000);
    expect(await bench.look(first.order)).toMatchObject({ status: 'paid' });
    expect(await bench.wallet.readBalance(first.buyer.memberId)).toBe(305);
  });
});
