import { randomUUID } from 'node:crypto';
import type { ApiConfig } from '@sangwian/api/config/config';
import { createMembers } from '@sangwian/api/domains/identity/members/members.module';
import { createCoins } from '@sangwian/api/domains/money/coins/coins.module';
import {
  createOrdersModule,
  type OrdersModule,
} from '@sangwian/api/domains/money/orders/orders.module';
import {
  createProviderDouble,
  type ProviderDouble,
} from '@sangwian/api/domains/money/orders/testing/provider-double';
import { createSlips } from '@sangwian/api/domains/money/slips/slips.module';
import { createSpending } from '@sangwian/api/domains/money/spending/spending.module';
import { createWallet, type Wallet } from '@sangwian/api/domains/money/wallet/wallet.module';
import { createIdempotency } from '@sangwian/api/platform/idempotency/idempotency.module';
import { createMail } from '@sangwian/api/platform/mail/mail.module';
import { ALWAYS_ON } from '@sangwian/api/platform/switches/testing/always-on';
import type { Order } from '@sangwian/contract/endpoints/orders';
import { createLogger } from '@sangwian/node-kit/logger';
import { startTestApi, type TestAnswer, type TestApi, type TestFan } from './start-test-api.ts';

/** A signed-in fan who is of age. */
export interface Buyer extends TestFan {
  readonly token: string;
}

/** An API with payment providers that a test controls, and the requests of a buyer. */
export interface OrderBench {
  readonly api: TestApi;
  readonly wallet: Wallet;
  /** The orders module of another node on the same database and providers. */
  readonly orders: OrdersModule;
  /** A provider that accepts cards and PromptPay, and supports refunds. */
  readonly omise: ProviderDouble;
  /** A provider that supports neither refunds nor the cancellation of a pending payment. */
  readonly transfer: ProviderDouble;
  /** The time of the clock. */
  now: Date;
  pass(minutes: number): void;
  makeBuyer(fan?: { coins?: number; birthDate?: string }): Promise<Buyer>;
  /** Orders 305 coins for 300 baht. */
  order(buyer: Buyer): Promise<Order>;
  pay(
    buyer: Buyer,
    order: Order,
    wish?: { method?: string; key?: string; expected_satang?: number; return_path?: string },
  ): Promise<TestAnswer>;
  find(buyer: Buyer, order: Order): Promise<Order>;
  /** Orders and starts a payment; returns the order and its attempt. */
  begin(
    buyer: Buyer,
    wish?: { method?: string },
  ): Promise<{ readonly order: Order; readonly attemptId: string }>;
  /** Returns the latest attempt of an order. */
  attemptOf(order: Order): Promise<string>;
  /** Returns the names of the events of an order. */
  eventsOf(order: Order): Promise<string[]>;
  close(): Promise<void>;
}

export const PACKAGE = { package_id: 5, expected_satang: 30_000 };

/** @param mailSettings an SMTP server for receipts; without it none are queued */
export async function startOrderBench(mailSettings: ApiConfig['mail'] = null): Promise<OrderBench> {
  const omise = createProviderDouble({ name: 'omise', methods: ['card', 'promptpay'] });
  const transfer = createProviderDouble({
    name: 'transfer',
    methods: ['bank_transfer'],
    canRefund: false,
    canCancel: false,
  });
  const api = await startTestApi({
    clock: () => bench.now,
    paymentProviders: [transfer, omise],
  });
  const wallet = createWallet(api.db);
  const bench: OrderBench = {
    api,
    wallet,
    orders: createOrdersModule({
      db: api.db,
      bus: api.bus,
      clock: () => bench.now,
      logger: createLogger('test', 'silent'),
      idempotency: createIdempotency(api.db),
      wallet,
      coins: createCoins(api.db),
      slips: createSlips(api.db, api.objects, createLogger('test', 'silent')),
      members: createMembers(api.db, wallet),
      spending: createSpending(api.db, () => bench.now),
      hasParentsConsent: async () => false,
      switches: ALWAYS_ON,
      counters: null,
      mail: createMail({
        db: api.db,
        clock: () => bench.now,
        logger: createLogger('test', 'silent'),
        settings: mailSettings,
      }),
      publicUrl: 'http://localhost',
      providers: [transfer, omise],
    }),
    omise,
    transfer,
    now: new Date(),
    pass: (minutes) => {
      bench.now = new Date(bench.now.getTime() + minutes * 60_000);
    },
    makeBuyer: async (fan = {}) => {
      const made = await api.makeFan({ birthDate: '1990-01-01', ...fan });
      return { ...made, token: await api.signIn(made) };
    },
    order: async ({ token }) => {
      const { body, status } = await api.call('POST /order', { token, body: PACKAGE });
      if (status !== 201) throw new Error(JSON.stringify(body));
      return body.data;
    },
    pay: ({ token }, order, { key, ...wish } = {}) =>
      api.call(`POST /order/${order.order_id}/pay`, {
        token,
        headers: { 'idempotency-key': key ?? randomUUID() },
        body: {
          method: 'promptpay',
          return_path: '/wallet/confirm-order',
          expected_satang: order.satang,
          ...wish,
        },
      }),
    begin: async (buyer, wish = {}) => {
      const order = await bench.order(buyer);
      const { body, status } = await bench.pay(buyer, order, wish);
      if (status !== 200) throw new Error(JSON.stringify(body));
      return { order: body.data, attemptId: await bench.attemptOf(order) };
    },
    find: async ({ token }, order) =>
      (await api.call(`GET /order/${order.order_id}`, { token })).body.data,
    attemptOf: async (order) => {
      const row = await api.db
        .selectFrom('payment_attempt')
        .select('payment_attempt_id')
        .where('coin_order_id', '=', order.order_id)
        .orderBy('payment_attempt_id', 'desc')
        .executeTakeFirstOrThrow();
      return row.payment_attempt_id;
    },
    eventsOf: async (order) => {
      const rows = await api.db
        .selectFrom('order_event')
        .select('what')
        .where('coin_order_id', '=', order.order_id)
        .orderBy('order_event_id')
        .execute();
      return rows.map((row) => row.what);
    },
    close: () => api.close(),
  };
  return bench;
}
