import { randomUUID } from 'node:crypto';
import type { Spending } from '@sangwian/contract/endpoints/spending';
import {
  type Buyer,
  type OrderBench,
  PACKAGE,
  startOrderBench,
} from '@sangwian/testkit/start-order-bench';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createSpending } from './spending.module.ts';

const DAY_MINUTES = 24 * 60;
/** 300 baht, in satang. */
const PRICE = PACKAGE.expected_satang;

let bench: OrderBench;
beforeAll(async () => {
  bench = await startOrderBench();
});
afterAll(() => bench.close());
beforeEach(() => {
  // 11:00 in Bangkok, in the middle of a month.
  bench.now = new Date('2027-03-15T04:00:00Z');
});

const order = ({ token }: Buyer, key: string = randomUUID()) =>
  bench.api.call('POST /order', { token, body: PACKAGE, headers: { 'idempotency-key': key } });
const read = async ({ token }: Buyer): Promise<Spending> =>
  (await bench.api.call('GET /member/spending', { token })).body.data as Spending;
const limit = (buyer: Buyer, period: 'day' | 'month', satang: number | null) =>
  bench.api.call(`PUT /member/spending/limit/${period}`, {
    token: buyer.token,
    body: { limit_satang: satang },
  });
const exclude = ({ token }: Buyer, days: 7 | 30 | 180) =>
  bench.api.call('POST /member/spending/exclusion', { token, body: { days } });

describe('a spending limit', () => {
  test('refuses an order that exceeds it, with the remaining amount and the time of renewal', async () => {
    const buyer = await bench.makeBuyer();
    await limit(buyer, 'day', PRICE + 5_000);
    expect((await order(buyer)).status).toBe(201);
    const { status, body } = await order(buyer);
    expect([status, body.status, body.details]).toEqual([
      403,
      'spending_limit_reached',
      [
        { path: 'period', message: 'day' },
        { path: 'left_satang', message: '5000' },
        { path: 'renews_at', message: '2027-03-15T17:00:00.000Z' },
      ],
    ]);
    expect(await read(buyer)).toMatchObject({
      day: { limit_satang: PRICE + 5_000, spent_satang: PRICE },
      month: { limit_satang: null, spent_satang: PRICE, renews_at: '2027-03-31T17:00:00.000Z' },
    });
    bench.pass(DAY_MINUTES);
    expect((await order(buyer)).status).toBe(201);
  });

  test('for a month counts earlier days, but not a cancelled order', async () => {
    const buyer = await bench.makeBuyer();
    await limit(buyer, 'month', 2 * PRICE);
    expect((await order(buyer)).status).toBe(201);
    bench.pass(2 * DAY_MINUTES);
    const { body } = await order(buyer);
    expect((await order(buyer)).body.details[0]).toEqual({ path: 'period', message: 'month' });
    await bench.api.call(`POST /order/${body.data.order_id}/cancel`, {
      token: buyer.token,
      body: {},
    });
    expect((await order(buyer)).status).toBe(201);
  });

  test('applies to concurrent orders from many tabs', async () => {
    const buyer = await bench.makeBuyer();
    await limit(buyer, 'day', 3 * PRICE);
    const answers = await Promise.all(Array.from({ length: 12 }, () => order(buyer)));
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(3);
    expect((await read(buyer)).day.spent_satang).toBe(3 * PRICE);
  });

  test('still returns the first order for a repeated request', async () => {
    const buyer = await bench.makeBuyer();
    const key = randomUUID();
    const first = await order(buyer, key);
    await limit(buyer, 'day', 2_000);
    expect((await order(buyer, key)).body.data.order_id).toBe(first.body.data.order_id);
  });

  test('can be lowered at once, and is raised after a day unless the change is withdrawn', async () => {
    const buyer = await bench.makeBuyer();
    await limit(buyer, 'day', 90_000);
    await limit(buyer, 'day', 20_000);
    expect((await order(buyer)).body.status).toBe('spending_limit_reached');
    const { body } = await limit(buyer, 'day', null);
    expect(body.data.day).toMatchObject({
      limit_satang: 20_000,
      next: { limit_satang: null, at: '2027-03-16T04:00:00.000Z' },
    });
    await bench.api.call('DELETE /member/spending/limit/day/next', { token: buyer.token });
    bench.pass(DAY_MINUTES);
    expect((await order(buyer)).body.status).toBe('spending_limit_reached');
    await limit(buyer, 'day', null);
    bench.pass(DAY_MINUTES);
    expect((await order(buyer)).status).toBe(201);
    expect((await read(buyer)).day).toMatchObject({ limit_satang: null, next: null });
  });

  test('is refused outside the allowed range', async () => {
    const buyer = await bench.makeBuyer();
    for (const satang of [0, -1, 1_999, 100_000_001, 30_000.5]) {
      expect((await limit(buyer, 'day', satang)).body.status).toBe('request_invalid');
    }
    expect((await read(buyer)).day.limit_satang).toBeNull();
  });
});

describe('a self-exclusion', () => {
  test('blocks purchases at once, but credits payments in progress', async () => {
    const buyer = await bench.makeBuyer();
    const { attemptId } = await bench.begin(buyer);
    const { body } = await order(buyer);
    await exclude(buyer, 7);
    expect((await order(buyer)).body).toMatchObject({
      status: 'self_excluded',
      details: [{ path: 'until', message: '2027-03-22T04:00:00.000Z' }],
    });
    const pay = await bench.api.call(`POST /order/${body.data.order_id}/pay`, {
      token: buyer.token,
      headers: { 'idempotency-key': randomUUID() },
      body: { method: 'promptpay', return_path: '/wallet', expected_satang: PRICE },
    });
    expect(pay.body.status).toBe('self_excluded');
    await bench.orders.applySnapshot(attemptId, bench.omise.pay(attemptId), 'webhook');
    expect(await bench.wallet.readBalance(buyer.memberId)).toBeGreaterThan(0);
  });

  test('can be prolonged but not shortened, and ends automatically', async () => {
    const buyer = await bench.makeBuyer();
    await exclude(buyer, 30);
    await exclude(buyer, 7);
    expect((await read(buyer)).excluded_until).toBe('2027-04-14T04:00:00.000Z');
    await exclude(buyer, 180);
    expect((await read(buyer)).excluded_until).toBe('2027-09-11T04:00:00.000Z');
    bench.pass(180 * DAY_MINUTES);
    // The session has ended in the meantime.
    const again = { ...buyer, token: await bench.api.signIn(buyer) };
    expect((await read(again)).excluded_until).toBeNull();
    expect((await order(again)).status).toBe(201);
  });

  test('is ended by the owner after a day, and is never prolonged by this', async () => {
    const buyer = await bench.makeBuyer();
    const spending = createSpending(bench.api.db, () => bench.now);
    const shorten = () =>
      bench.api.db.transaction().execute((trx) => spending.shortenExclusion(trx, buyer.memberId));
    await exclude(buyer, 30);
    await shorten();
    expect((await read(buyer)).excluded_until).toBe('2027-03-16T04:00:00.000Z');
    bench.pass(60);
    await shorten();
    expect((await read(buyer)).excluded_until).toBe('2027-03-16T04:00:00.000Z');
  });
});
