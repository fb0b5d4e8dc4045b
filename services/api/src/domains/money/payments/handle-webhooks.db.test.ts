import { randomUUID } from 'node:crypto';
import { createLogger } from '@sangwian/node-kit/logger';
import { startTestApi, type TestApi } from '@sangwian/testkit/start-test-api';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { AttemptRef } from '../orders/orders.module.ts';
import type { EventSource } from './event-source.ts';
import { handleDueWebhooks } from './handle-webhooks.ts';
import { PAYMENT_LIMITS } from './payment-limits.ts';
import { PaymentsStore } from './payments.store.ts';

const ATTEMPT: AttemptRef = {
  attemptId: randomUUID(),
  orderId: randomUUID(),
  orderNumber: 'TEST2345',
  provider: 'omise',
  method: 'alipay',
  status: 'pending',
  providerRef: 'charge',
  satang: 19_900,
  createdAt: new Date(),
  expiresAt: new Date(),
};

/** An event source whose events all concern the same payment. */
const SOURCE: EventSource = {
  provider: 'omise',
  headerNames: [],
  verify: async () => 'valid',
  parse: (event) =>
    typeof event === 'string'
      ? { eventId: event, kind: 'charge.complete', relevance: 'update' }
      : null,
  findPaymentIds: async () => ({ attemptId: ATTEMPT.attemptId, providerRef: 'charge' }),
  listEvents: async function* () {},
};

/** Adds the order and the attempt to which the events refer. */
async function addAttempt(): Promise<void> {
  const { memberId } = await api.makeFan();
  const { attemptId, orderId, orderNumber, provider, method, satang, expiresAt } = ATTEMPT;
  await api.db
    .insertInto('coin_order')
    .values({
      coin_order_id: orderId,
      number: orderNumber,
      member_id: memberId,
      status: 'pending',
      reason: null,
      coin_package_id: null,
      base_coins: 199,
      bonus_coins: 0,
      amount_satang: satang,
      method,
      paid_attempt_id: null,
      created_at: ATTEMPT.createdAt,
      expires_at: expiresAt,
      paid_at: null,
    })
    .execute();
  await api.db
    .insertInto('payment_attempt')
    .values({
      payment_attempt_id: attemptId,
      coin_order_id: orderId,
      provider,
      method,
      reason: null,
      amount_satang: satang,
      provider_ref: ATTEMPT.providerRef,
      return_url: '',
      authorize_url: null,
      qr_payload: null,
      begin_until: null,
      paid_satang: null,
      paid_currency: null,
      disputed: null,
      created_at: ATTEMPT.createdAt,
      expires_at: expiresAt,
      looked_at: null,
      second_of: null,
    })
    .execute();
}

let api: TestApi;
let store: PaymentsStore;
let now: Date;
let asked: string[];
let isAway: boolean;
beforeAll(async () => {
  api = await startTestApi();
  store = new PaymentsStore(api.db);
  await addAttempt();
});
beforeEach(async () => {
  await api.db.deleteFrom('payment_webhook').execute();
  now = new Date();
  asked = [];
  isAway = false;
});
afterAll(() => api.close());

const handle = (source: Partial<EventSource> = {}) =>
  handleDueWebhooks({
    store,
    sources: [{ ...SOURCE, ...source }],
    clock: () => now,
    logger: createLogger('test', 'silent'),
    count: () => undefined,
    orders: {
      findAttempt: async () => ATTEMPT,
      poll: async () => {
        asked.push('asked');
        if (isAway) throw new Error('away');
      },
      pollSecondPayment: async (_attempt, providerRef) => {
        asked.push(providerRef);
      },
    },
  });

const receive = (
  eventId: string,
  signature: 'valid' | 'invalid' | 'unknown' | 'listed' = 'valid',
) =>
  store.insert({
    provider: 'omise',
    receivedAt: now,
    address: '127.0.0.1',
    headers: {},
    body: Buffer.from(JSON.stringify(eventId)),
    signature,
    eventId,
    kind: 'charge.complete',
  });

const rows = () =>
  api.db
    .selectFrom('payment_webhook')
    .select(['outcome', 'signature', 'tries', 'problem'])
    .orderBy('payment_webhook_id')
    .execute();

test('shares the due webhooks between nodes and handles each once', async () => {
  for (let event = 0; event < 30; event += 1) await receive(`event ${event}`);
  const handled = await Promise.all([handle(), handle(), handle()]);
  expect(handled.reduce((sum, count) => sum + count)).toBe(30);
  expect(asked).toHaveLength(30);
});

test('treats an event as new once, and a forged delivery does not block the valid delivery', async () => {
  expect(await receive('event', 'invalid')).toBe(false);
  const news = await Promise.all(Array.from({ length: 10 }, () => receive('event')));
  expect(news.filter((isNew) => isNew)).toHaveLength(1);
  expect(await receive('event', 'listed')).toBe(false);
  await handle();
  expect(asked).toHaveLength(1);
  const outcomes = (await rows()).map(({ outcome }) => outcome).sort();
  expect(outcomes).toEqual(['asked', ...Array<string>(9).fill('duplicate'), 'forged'].sort());
});

test('retries a failed webhook with growing delays, and finally gives it up with the reason', async () => {
  await receive('event');
  isAway = true;
  const waits = PAYMENT_LIMITS.retryMs;
  for (const waitMs of waits) {
    expect(await handle()).toBe(1);
    expect(await handle()).toBe(0);
    now = new Date(now.getTime() + waitMs);
  }
  await handle();
  const tries = waits.length + 1;
  expect(await rows()).toEqual([
    { outcome: 'given_up', signature: 'valid', tries, problem: 'away' },
  ]);
  isAway = false;
  expect(await handle()).toBe(0);
});

test('polls a second payment of a known attempt by its own id, even for a creation event', async () => {
  await receive('event');
  await handle({
    parse: () => ({ eventId: 'event', kind: 'charge.create', relevance: 'creation' }),
    findPaymentIds: async () => ({ attemptId: ATTEMPT.attemptId, providerRef: 'another charge' }),
  });
  expect(asked).toEqual(['another charge']);
  expect((await rows()).map(({ outcome }) => outcome)).toEqual(['asked']);
});

test('handles the webhooks of a dead node after their lease', async () => {
  await receive('event');
  const leaseUntil = new Date(now.getTime() + PAYMENT_LIMITS.leaseMs);
  expect(await store.claimDue(now, leaseUntil, 10)).toHaveLength(1);
  expect(await handle()).toBe(0);
  now = leaseUntil;
  expect(await handle()).toBe(1);
  expect(asked).toHaveLength(1);
});

test('verifies a webhook with an unknown signature later: as forged, duplicate or valid', async () => {
  await receive('known');
  await handle();
  for (const event of ['known', 'new', 'forged']) await receive(event, 'unknown');
  await handle({
    verify: async ({ body }) => (body.toString().includes('forged') ? 'invalid' : 'valid'),
  });
  expect((await rows()).map(({ outcome, signature }) => `${outcome} ${signature}`)).toEqual([
    'asked valid',
    'duplicate unknown',
    'asked valid',
    'forged invalid',
  ]);
  expect(asked).toHaveLength(2);
});

test('keeps only the newest forged webhooks', async () => {
  for (let event = 0; event < 8; event += 1) await receive(`forged ${event}`, 'invalid');
  await receive('true');
  await store.pruneForged(3);
  await store.pruneForged(3);
  expect((await rows()).map(({ outcome }) => outcome)).toEqual([
    'forged',
    'forged',
    'forged',
    null,
  ]);
});
