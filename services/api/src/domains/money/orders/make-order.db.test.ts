import { randomUUID } from 'node:crypto';
import { LIMITS } from '@sangwian/contract/limits';
import {
  type Buyer,
  type OrderBench,
  PACKAGE,
  startOrderBench,
} from '@sangwian/testkit/start-order-bench';
import { TEST_OWNER_TOKEN } from '@sangwian/testkit/start-test-api';
import { afterAll, beforeAll, expect, test } from 'vitest';

let bench: OrderBench;
beforeAll(async () => {
  bench = await startOrderBench();
});
afterAll(() => bench.close());

const order = ({ token }: Buyer, body: object = PACKAGE, key: string = randomUUID()) =>
  bench.api.call('POST /order', { token, body, headers: { 'idempotency-key': key } });
const ordersOf = (buyer: Buyer) =>
  bench.api.db
    .selectFrom('coin_order')
    .selectAll()
    .where('member_id', '=', buyer.memberId)
    .execute();

test('makes one order for fifty concurrent requests with one key, which return that order or “in progress”', async () => {
  const buyer = await bench.makeBuyer();
  const key = randomUUID();
  const answers = await Promise.all(Array.from({ length: 50 }, () => order(buyer, PACKAGE, key)));
  const [row, ...more] = await ordersOf(buyer);
  expect(more).toEqual([]);
  for (const { status, body } of answers) {
    if (status === 201) expect(body.data.order_id).toBe(row?.coin_order_id);
    else expect(body.status).toBe('idempotency_in_progress');
  }
  expect((await order(buyer, PACKAGE, key)).body.data.order_id).toBe(row?.coin_order_id);
});

test('refuses a key with a different request', async () => {
  const buyer = await bench.makeBuyer();
  const key = randomUUID();
  await order(buyer, PACKAGE, key);
  const { status, body } = await order(buyer, { package_id: 10, expected_satang: 3_900 }, key);
  expect([status, body.status]).toEqual([409, 'idempotency_conflict']);
});

test('refuses an order at a changed price with the new price, and the key can be used again', async () => {
  const buyer = await bench.makeBuyer();
  const key = randomUUID();
  const { status, body } = await order(buyer, { ...PACKAGE, expected_satang: 29_000 }, key);
  expect([status, body.status, body.details]).toEqual([
    409,
    'price_changed',
    [{ path: 'expected_satang', message: '30000' }],
  ]);
  expect((await order(buyer, PACKAGE, key)).status).toBe(201);
});

test('gives a custom amount the proportional bonus of the largest package below it', async () => {
  const buyer = await bench.makeBuyer();
  const { body } = await order(buyer, { custom_coins: 1_200, expected_satang: 120_000 });
  expect(body.data).toMatchObject({
    package_id: null,
    base_coins: 1_200,
    bonus_coins: 36,
    satang: 120_000,
  });
});

test.each([
  [{ expected_satang: 3_900 }, 'request_invalid'],
  [{ package_id: 10, custom_coins: 39, expected_satang: 3_900 }, 'request_invalid'],
  [{ package_id: 1, expected_satang: 3_900 }, 'package_not_found'],
  [{ custom_coins: 19, expected_satang: 1_900 }, 'coins_out_of_range'],
  [{ custom_coins: 50_001, expected_satang: 5_000_100 }, 'coins_out_of_range'],
  [{ package_id: 10, expected_satang: -1 }, 'request_invalid'],
  [{ package_id: 10, expected_satang: 3_900, coins: 9_999 }, 'request_invalid'],
])('%j is refused as %s', async (body, code) => {
  expect((await order(await bench.makeBuyer(), body)).body.status).toBe(code);
});

test('enforces the limit of open orders for concurrent orders', async () => {
  const buyer = await bench.makeBuyer();
  const answers = await Promise.all(
    Array.from({ length: LIMITS.openOrdersMax + 8 }, () => order(buyer)),
  );
  expect(answers.filter(({ status }) => status === 201)).toHaveLength(LIMITS.openOrdersMax);
  expect(answers.filter(({ body }) => body.status === 'order_limit_reached')).toHaveLength(8);
  const [row] = await ordersOf(buyer);
  await bench.api.call(`POST /order/${row?.coin_order_id}/cancel`, {
    token: buyer.token,
    body: {},
  });
  expect((await order(buyer)).status).toBe(201);
});

test('lets a member under twenty order only while a parent’s consent is on record', async () => {
  bench.now = new Date('2026-11-21T16:59:59Z');
  const buyer = await bench.makeBuyer({ birthDate: '2006-11-22' });
  const record = (given: boolean) =>
    bench.api.call(`POST /operator/member/${buyer.memberId}/parent-consent`, {
      token: TEST_OWNER_TOKEN,
      body: { given, reason: 'a signed letter' },
    });
  expect((await order(buyer)).body.status).toBe('buyer_too_young');
  const recorded = (await record(true)).body.data;
  expect(recorded).toMatchObject([{ given: true, reason: 'a signed letter' }]);
  expect((await order(buyer)).status).toBe(201);
  await record(false);
  expect((await order(buyer)).body.status).toBe('buyer_too_young');
  const { body } = await bench.api.call('GET /auth/member/export', { token: buyer.token });
  expect(body.data.parent_consents).toMatchObject([{ given: false }, { given: true }]);
  expect(JSON.stringify(body.data.parent_consents)).not.toContain(recorded[0].recorded_by);
  // Midnight in Bangkok, when the twentieth birthday begins.
  bench.now = new Date('2026-11-21T17:00:00Z');
  expect((await order(buyer)).status).toBe(201);
});

test('uses the latest of all birth dates given, so that editing it makes nobody old enough', async () => {
  const buyer = await bench.makeBuyer({ birthDate: '1990-01-01' });
  const born = (birth_year: number) =>
    bench.api.call(`PUT /auth/member/profile/update/${buyer.memberId}`, {
      token: buyer.token,
      body: { birth_day: 1, birth_month: 2, birth_year },
    });
  expect((await order(buyer)).status).toBe(201);
  for (const year of [2010, 1985]) {
    const { body } = await born(year);
    expect(body.data.member_birth_date).toBe(`${year}-02-01`);
    expect((await order(buyer)).body.status).toBe('buyer_too_young');
  }
  const { body } = await bench.api.call('GET /auth/member/export', { token: buyer.token });
  expect(JSON.stringify(body.data)).toContain('2010-02-01');
});

test('lists orders latest first, page by page, and only to their member', async () => {
  const buyer = await bench.makeBuyer();
  const other = await bench.makeBuyer();
  const made = [];
  for (let count = 0; count < 3; count += 1) made.unshift((await order(buyer)).body.data.order_id);
  const list = async (query: string, { token }: Buyer) =>
    (await bench.api.call(`GET /order?${query}`, { token })).body;
  const first = await list('limit=2', buyer);
  const second = await list(`limit=2&cursor=${first.next_cursor}`, buyer);
  const ids = [...first.data, ...second.data].map((one: { order_id: string }) => one.order_id);
  expect(ids).toEqual(made);
  expect(second.next_cursor).toBeNull();
  expect((await list('status=paid', buyer)).data).toEqual([]);
  expect((await list('status=waiting', buyer)).data).toHaveLength(3);
  expect((await list('limit=2', other)).data).toEqual([]);
  expect((await list('cursor=x', buyer)).status).toBe('request_invalid');
  for (const call of [`GET /order/${made[0]}`, `POST /order/${made[0]}/cancel`]) {
    const { body } = await bench.api.call(call, {
      token: other.token,
      ...(call.startsWith('POST') ? { body: {} } : {}),
    });
    expect(body.status).toBe('order_not_found');
  }
  expect((await bench.pay(other, first.data[0])).body.status).toBe('order_not_found');
});

test('lists the payment methods of the configured providers, cards first', async () => {
  const { body } = await bench.api.call('GET /payment/option');
  expect(body.data.map(({ method }: { method: string }) => method)).toEqual([
    'card',
    'promptpay',
    'bank_transfer',
  ]);
});

test('includes orders and attempts in a member’s data export', async () => {
  const buyer = await bench.makeBuyer();
  const { order: made } = await bench.begin(buyer);
  const { body } = await bench.api.call('GET /auth/member/export', { token: buyer.token });
  expect(body.data.orders).toMatchObject([{ number: made.number, status: 'pending' }]);
  expect(body.data.payment_attempts).toMatchObject([{ method: 'promptpay', satang: 30_000 }]);
});
