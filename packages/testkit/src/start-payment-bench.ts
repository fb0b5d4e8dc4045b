import { createWallet, type Wallet } from '@sangwian/api/domains/money/wallet/wallet.module';
import type { Order } from '@sangwian/contract/endpoints/orders';
import { vi } from 'vitest';
import { startTestApi, type TestApi, type TestFan } from './start-test-api.ts';
import { startTestPayments, type TestPayments } from './start-test-payments.ts';

const INTERNAL = `/internal/${encodeURIComponent('the internal secret of a test')}`;
const WAIT_MS_MAX = 10_000;

export interface Buyer extends TestFan {
  readonly token: string;
}

/** An order that waits for its provider, and the payment there. */
export interface Begun {
  readonly buyer: Buyer;
  readonly order: Order;
  readonly attemptId: string;
  /** The charge or the PayPal order. */
  readonly paymentId: string;
}

/** A site with the sandbox's Omise and PayPal, whose webhooks really come over HTTP. */
export interface PaymentBench {
  readonly api: TestApi;
  readonly payments: TestPayments;
  readonly wallet: Wallet;
  makeBuyer(): Promise<Buyer>;
  /** An order of 305 coins for 300 baht. */
  order(buyer: Buyer): Promise<Order>;
  pay(buyer: Buyer, order: Order, method: string, cardToken?: string): Promise<Order>;
  /** A new buyer whose order waits at the provider of this method. */
  begin(method: string, cardToken?: string): Promise<Begun>;
  /** How an order stands; asks no provider. */
  look(order: Order): Promise<{ readonly status: string; readonly reason: string | null }>;
  /** How the refund of an order stands. */
  refundOf(order: Order): Promise<string | undefined>;
  /** Waits until an order stands so. */
  until(order: Order, status: string): Promise<void>;
  /** What came of the messages about an attempt, as often as it did. */
  outcomes(): Promise<Record<string, number>>;
  /** Waits until no message waits any more. */
  untilHandled(): Promise<void>;
  /** What an operator decides about an order. */
  decide(order: Order, action: 'refund'): Promise<unknown>;
  /** Everything that the jobs do, now. */
  reconcile(): Promise<{ events_untold: number; attempts: { asked: number; failed: number } }>;
  /** Lets time go by for the site; the providers stay where they are. */
  pass(minutes: number): void;
  /** The site's time is the providers' again: what they sign is not old. */
  reset(): Promise<void>;
  close(): Promise<void>;
}

export async function startPaymentBench(): Promise<PaymentBench> {
  const payments = await startTestPayments();
  let aheadMs = 0;
  const api = await startTestApi({
    config: payments.config,
    clock: () => new Date(Date.now() + aheadMs),
  });
  await api.api.start();
  const wallet = createWallet(api.db);

  const bench: PaymentBench = {
    api,
    payments,
    wallet,
    makeBuyer: async () => {
      const fan = await api.makeFan({ birthDate: '1990-01-01' });
      return { ...fan, token: await api.signIn(fan) };
    },
    order: async ({ token }) => {
      const { body, status } = await api.call('POST /order', {
        token,
        body: { package_id: 5, expected_satang: 30_000 },
      });
      if (status !== 201) throw new Error(JSON.stringify(body));
      return body.data;
    },
    pay: async ({ token }, order, method, cardToken) => {
      const { body, status } = await api.call(`POST /order/${order.order_id}/pay`, {
        token,
        body: {
          method,
          return_path: '/wallet/confirm-order',
          expected_satang: order.satang,
          ...(cardToken === undefined ? {} : { card_token: cardToken }),
        },
      });
      if (status !== 200) throw new Error(JSON.stringify(body));
      return body.data;
    },
    begin: async (method, cardToken) => {
      const buyer = await bench.makeBuyer();
      const order = await bench.pay(buyer, await bench.order(buyer), method, cardToken);
      const attemptId = order.attempt?.attempt_id ?? '';
      const { payment_id: paymentId } = await payments.find(attemptId);
      return { buyer, order, attemptId, paymentId };
    },
    look: ({ order_id }) =>
      api.db
        .selectFrom('coin_order')
        .select(['status', 'reason'])
        .where('coin_order_id', '=', order_id)
        .executeTakeFirstOrThrow(),
    refundOf: async ({ order_id }) => {
      const row = await api.db
        .selectFrom('order_refund')
        .select('status')
        .where('coin_order_id', '=', order_id)
        .executeTakeFirst();
      return row?.status;
    },
    until: (order, status) =>
      vi.waitFor(
        async () => {
          const now = await bench.look(order);
          if (now.status !== status) throw new Error(`it is ${now.status}, not ${status}`);
        },
        { timeout: WAIT_MS_MAX, interval: 20 },
      ),
    outcomes: async () => {
      const rows = await api.db
        .selectFrom('payment_webhook')
        .select(({ fn }) => ['outcome', fn.countAll<number>().as('count')])
        .groupBy('outcome')
        .execute();
      return Object.fromEntries(rows.map(({ outcome, count }) => [outcome ?? '', Number(count)]));
    },
    untilHandled: () =>
      vi.waitFor(
        async () => {
          const waiting = (await bench.outcomes())[''] ?? 0;
          if (waiting > 0) throw new Error(`${waiting} messages wait`);
        },
        { timeout: WAIT_MS_MAX, interval: 20 },
      ),
    decide: async ({ order_id: id }, action) => {
      const answer = await api.api.internal.inject({
        method: 'POST',
        url: `${INTERNAL}/orders/decision`,
        payload: { action, order: id, by: 'somsri', why: 'the test asks for it' },
      });
      if (answer.statusCode !== 200) throw new Error(answer.payload);
      return answer.json();
    },
    reconcile: async () => {
      const answer = await api.api.internal.inject({
        method: 'POST',
        url: `${INTERNAL}/payments/reconcile`,
      });
      return answer.json();
    },
    pass: (minutes) => {
      aheadMs += minutes * 60_000;
    },
    reset: async () => {
      aheadMs = 0;
      await payments.setWeather({});
      await payments.clearFaults();
      await bench.untilHandled();
    },
    close: async () => {
      await payments.close();
      await api.close();
    },
  };
  return bench;
}
