import { createWallet, type Wallet } from '@sangwian/api/domains/money/wallet/wallet.module';
import type { Order } from '@sangwian/contract/endpoints/orders';
import { vi } from 'vitest';
import { startTestApi, TEST_OWNER_TOKEN, type TestApi, type TestFan } from './start-test-api.ts';
import { startTestPayments, type TestPayments } from './start-test-payments.ts';

const WAIT_MS_MAX = 10_000;

export interface Buyer extends TestFan {
  readonly token: string;
}

/** An order with a pending payment at a provider. */
export interface Begun {
  readonly buyer: Buyer;
  readonly order: Order;
  readonly attemptId: string;
  /** Id of the charge or of the PayPal order. */
  readonly paymentId: string;
}

/** An API with the sandbox's Omise and PayPal, whose webhooks arrive over HTTP. */
export interface PaymentBench {
  readonly api: TestApi;
  readonly payments: TestPayments;
  readonly wallet: Wallet;
  makeBuyer(): Promise<Buyer>;
  /** Orders 305 coins for 300 baht. */
  order(buyer: Buyer): Promise<Order>;
  pay(buyer: Buyer, order: Order, method: string, cardToken?: string): Promise<Order>;
  /** Orders as a new buyer and starts a payment by this method. */
  begin(method: string, cardToken?: string): Promise<Begun>;
  /** Reads the status of an order from the database. */
  look(order: Order): Promise<{ readonly status: string; readonly reason: string | null }>;
  /** Reads the status of the refund of an order. */
  refundOf(order: Order): Promise<string | undefined>;
  /** Waits until an order has a status. */
  until(order: Order, status: string): Promise<void>;
  /** Counts webhooks by outcome; the empty outcome is pending. */
  outcomes(): Promise<Record<string, number>>;
  /** Waits until no webhook is pending. */
  untilHandled(): Promise<void>;
  /** Confirms, rejects or refunds an order as an operator. */
  decide(order: Order, action: 'refund'): Promise<unknown>;
  /** Runs the reconciliation of the jobs now. */
  reconcile(): Promise<{ events_untold: number; attempts: { asked: number; failed: number } }>;
  /** Advances the clock of the site, but not of the providers. */
  pass(minutes: number): void;
  /** Resets the clock and the providers, and waits for pending webhooks. */
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
          if (now.status !== status) throw new Error(`the order is ${now.status}, not ${status}`);
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
          if (waiting > 0) throw new Error(`${waiting} webhooks are pending`);
        },
        { timeout: WAIT_MS_MAX, interval: 20 },
      ),
    decide: async ({ order_id: id }, action) => {
      const answer = await api.call(`POST /operator/order/${id}/${action}`, {
        token: TEST_OWNER_TOKEN,
        body: { reason: 'the test asks for it' },
      });
      if (answer.status !== 200) throw new Error(answer.text);
      return answer.body.data;
    },
    reconcile: async () => {
      const answer = await api.call('POST /operator/payment/reconcile', {
        token: TEST_OWNER_TOKEN,
        body: {},
      });
      return answer.body.data;
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
