import { createLogger } from '@sangwian/node-kit/logger';
import { type Buyer, type OrderBench, startOrderBench } from '@sangwian/testkit/start-order-bench';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createIdempotency } from '../../../platform/idempotency/idempotency.module.ts';
import { createMembers } from '../../identity/members/members.module.ts';
import { createCoins } from '../coins/coins.module.ts';
import { createSlips } from '../slips/slips.module.ts';
import { createOrdersModule } from './orders.module.ts';

let bench: OrderBench;
beforeAll(async () => {
  bench = await startOrderBench();
});
beforeEach(() => {
  Object.assign(bench.omise, { refundMishap: null, refundState: 'done', isDown: false });
  bench.now = new Date();
});
afterAll(async () => {
  expect(await bench.wallet.findFaults()).toEqual([]);
  await bench.close();
});

const cancel = ({ token }: Buyer, { order_id: id }: { order_id: string }) =>
  bench.api.call(`POST /order/${id}/cancel`, { token, body: {} });
const paidOrder = async (buyer: Buyer) => {
  const begun = await bench.begin(buyer);
  await bench.orders.applyView(begun.attemptId, bench.omise.pay(begun.attemptId), 'webhook');
  return begun;
};
const refundsOf = (order: { order_id: string }) =>
  bench.api.db
    .selectFrom('order_refund')
    .selectAll()
    .where('coin_order_id', '=', order.order_id)
    .execute();

test('webhooks, polls, answers and reconciliation at once credit once', async () => {
  const buyer = await bench.makeBuyer();
  const { order, attemptId } = await bench.begin(buyer);
  const told: unknown[] = [];
  const stop = bench.api.bus.subscribe('wallet:changed', (event) => told.push(event));
  const view = bench.omise.pay(attemptId);
  const sources = ['webhook', 'webhook', 'poll', 'reconciliation', 'answer'] as const;
  await Promise.all(
    [...sources, ...sources].map((source) => bench.orders.applyView(attemptId, view, source)),
  );
  stop();
  expect(told).toEqual([{ memberId: buyer.memberId }]);
  expect(await bench.wallet.readBalance(buyer.memberId)).toBe(305);
  const events = await bench.eventsOf(order);
  expect(events.filter((what) => what === 'paid')).toHaveLength(1);
});

test('a hundred views of any kind in any order after the payment change nothing', async () => {
  const buyer = await bench.makeBuyer();
  const { order, attemptId } = await paidOrder(buyer);
  const { view } = bench.omise.charges.get(attemptId) ?? {};
  if (view === undefined) throw new Error('no charge');
  for (const state of ['pending', 'failed', 'expired', 'succeeded'] as const) {
    await Promise.all(
      Array.from({ length: 25 }, () =>
        bench.orders.applyView(attemptId, { ...view, state }, 'webhook'),
      ),
    );
  }
  expect(await bench.find(buyer, order)).toMatchObject({ status: 'paid' });
  expect(await bench.wallet.readBalance(buyer.memberId)).toBe(305);
});

test('a credit that fails leaves the order unpaid, and the next word of it pays it', async () => {
  const buyer = await bench.makeBuyer();
  const { order, attemptId } = await bench.begin(buyer);
  const { db, bus } = bench.api;
  const logger = createLogger('test', 'silent');
  const broken = createOrdersModule({
    db,
    bus,
    logger,
    clock: () => bench.now,
    idempotency: createIdempotency(db),
    wallet: {
      ...bench.wallet,
      credit: async (trx, credit) => {
        await bench.wallet.credit(trx, credit);
        throw new Error('the process ends here');
      },
    },
    coins: createCoins(db),
    slips: createSlips(db, logger),
    members: createMembers(db, bench.wallet),
    hasParentsConsent: async () => false,
    publicUrl: 'http://localhost',
    providers: [bench.omise],
  });
  const view = bench.omise.pay(attemptId);
  await expect(broken.applyView(attemptId, view, 'webhook')).rejects.toThrow('ends here');
  expect(await bench.wallet.readBalance(buyer.memberId)).toBe(0);
  expect((await bench.orders.findAttempt({ attemptId }))?.status).toBe('pending');
  await bench.orders.applyView(attemptId, view, 'reconciliation');
  expect(await bench.find(buyer, order)).toMatchObject({ status: 'paid' });
  expect(await bench.wallet.readBalance(buyer.memberId)).toBe(305);
});

describe('late money', () => {
  test('credits an order that was cancelled, and says so', async () => {
    const buyer = await bench.makeBuyer();
    const { order, attemptId } = await bench.begin(buyer);
    expect((await cancel(buyer, order)).body.data).toMatchObject({ status: 'cancelled' });
    // Cancelled again it stays so; its charge was ended at the provider.
    expect((await cancel(buyer, order)).body.data).toMatchObject({ status: 'cancelled' });
    expect(bench.omise.charges.get(attemptId)?.view.state).toBe('expired');
    await bench.orders.applyView(attemptId, bench.omise.pay(attemptId), 'webhook');
    expect(await bench.find(buyer, order)).toMatchObject({ status: 'paid', reason: 'paid_late' });
    expect(await bench.wallet.readBalance(buyer.memberId)).toBe(305);
  });

  test('credits an order that has expired, and says so', async () => {
    const buyer = await bench.makeBuyer();
    const { order, attemptId } = await bench.begin(buyer);
    bench.pass(25 * 60);
    await bench.orders.work();
    expect(await bench.find(buyer, order)).toMatchObject({ status: 'expired' });
    expect((await bench.pay(buyer, order)).body.status).toBe('order_closed');
    expect((await cancel(buyer, order)).body.status).toBe('order_closed');
    await bench.orders.applyView(attemptId, bench.omise.pay(attemptId), 'webhook');
    expect(await bench.find(buyer, order)).toMatchObject({ status: 'paid', reason: 'paid_late' });
  });
});

describe('who cancels', () => {
  test('an order that was paid and not yet told is told that it is paid', async () => {
    const buyer = await bench.makeBuyer();
    const { order, attemptId } = await bench.begin(buyer);
    bench.omise.pay(attemptId);
    expect((await cancel(buyer, order)).body.status).toBe('order_paid');
    expect(await bench.wallet.readBalance(buyer.memberId)).toBe(305);
  });

  test('while it is being paid loses no money, whoever is first', async () => {
    const buyers = await Promise.all(Array.from({ length: 6 }, () => bench.makeBuyer()));
    for (const buyer of buyers) {
      const { order, attemptId } = await bench.begin(buyer);
      const view = bench.omise.pay(attemptId);
      await Promise.all([cancel(buyer, order), bench.orders.applyView(attemptId, view, 'webhook')]);
      expect(await bench.find(buyer, order)).toMatchObject({ status: 'paid' });
      expect(await bench.wallet.readBalance(buyer.memberId)).toBe(305);
    }
  });
});

describe('the end of time', () => {
  test('ends what nobody began to pay, once, on however many nodes', async () => {
    const buyer = await bench.makeBuyer();
    const order = await bench.order(buyer);
    bench.pass(24 * 60 - 1);
    await bench.orders.work();
    expect(await bench.find(buyer, order)).toMatchObject({ status: 'waiting' });
    bench.pass(1);
    await Promise.all([bench.orders.work(), bench.orders.work(), bench.orders.work()]);
    expect(await bench.eventsOf(order)).toEqual(['ordered', 'expired']);
  });

  test('waits for a provider that does not answer', async () => {
    const buyer = await bench.makeBuyer();
    const { order, attemptId } = await bench.begin(buyer);
    bench.pass(25 * 60);
    bench.omise.isDown = true;
    await bench.orders.work();
    expect(await bench.find(buyer, order)).toMatchObject({ status: 'pending' });
    bench.omise.isDown = false;
    bench.omise.pay(attemptId);
    await bench.orders.work();
    expect(await bench.find(buyer, order)).toMatchObject({ status: 'paid', reason: null });
  });

  test('and a payment at once leave the order paid', async () => {
    for (let round = 0; round < 4; round += 1) {
      const buyer = await bench.makeBuyer();
      const { order, attemptId } = await bench.begin(buyer, { method: 'bank_transfer' });
      bench.pass(25 * 60);
      const view = bench.transfer.pay(attemptId);
      await Promise.all([
        bench.orders.work(),
        bench.orders.applyView(attemptId, view, 'webhook'),
        bench.orders.work(),
      ]);
      expect(await bench.find(buyer, order)).toMatchObject({ status: 'paid' });
      expect(await bench.wallet.readBalance(buyer.memberId)).toBe(305);
    }
  });
});

describe('two attempts that succeed', () => {
  const payTwice = async (buyer: Buyer, method: string) => {
    const { order, attemptId: firstId } = await bench.begin(buyer, { method });
    const first = method === 'promptpay' ? bench.omise : bench.transfer;
    await bench.pay(buyer, order, { method: 'promptpay' });
    const secondId = await bench.attemptOf(order);
    const views = [
      [firstId, first.pay(firstId)],
      [secondId, bench.omise.pay(secondId)],
    ] as const;
    return { order, views };
  };

  test('at once credit once, and the second goes back by itself', async () => {
    const buyer = await bench.makeBuyer();
    const { order, views } = await payTwice(buyer, 'promptpay');
    await Promise.all(
      [...views, ...views].map(([id, view]) => bench.orders.applyView(id, view, 'webhook')),
    );
    expect(await bench.wallet.readBalance(buyer.memberId)).toBe(305);
    expect(await refundsOf(order)).toMatchObject([
      { kind: 'duplicate', status: 'created', amount_satang: 30_000 },
    ]);
    await Promise.all([bench.orders.work(), bench.orders.work()]);
    const [refund] = await refundsOf(order);
    expect(refund).toMatchObject({ status: 'done' });
    expect(bench.omise.refunds.get(refund?.order_refund_id ?? '')).toBe(30_000);
    expect(
      (await bench.orders.findAttempt({ attemptId: refund?.payment_attempt_id ?? '' }))?.status,
    ).toBe('refunded');
    expect(await bench.find(buyer, order)).toMatchObject({ status: 'paid' });
    expect(await bench.wallet.readWallet(buyer.memberId)).toEqual({ balance: 305, owed: 0 });
  });

  test('where the provider cannot, are left to an operator', async () => {
    const buyer = await bench.makeBuyer();
    const { order, views } = await payTwice(buyer, 'bank_transfer');
    for (const [id, view] of [...views].reverse()) {
      await bench.orders.applyView(id, view, 'webhook');
    }
    await bench.orders.work();
    const [refund] = await refundsOf(order);
    expect(refund).toMatchObject({ status: 'by_hand', amount_satang: 30_000 });
    const listed = await bench.orders.listForOperator(1_000, []);
    expect(listed.map(({ orderId }) => orderId)).toContain(order.order_id);
    const done = { refundId: refund?.order_refund_id ?? '', by: 'anong', why: 'sent back' };
    await bench.orders.refundDone(done);
    expect(await refundsOf(order)).toMatchObject([{ status: 'done' }]);
    await expect(bench.orders.refundDone(done)).rejects.toThrow('could not be found');
  });
});

describe('a wrong amount', () => {
  const payWrong = async (buyer: Buyer, satang: number) => {
    const { order, attemptId } = await bench.begin(buyer);
    await bench.orders.applyView(attemptId, bench.omise.pay(attemptId, { satang }), 'webhook');
    return { order, attemptId };
  };

  test('credits nothing until an operator says so', async () => {
    const buyer = await bench.makeBuyer();
    const { order } = await payWrong(buyer, 29_000);
    const waiting = { status: 'awaiting_confirmation', reason: 'wrong_amount' };
    expect(await bench.find(buyer, order)).toMatchObject(waiting);
    const checked = 'order_awaiting_confirmation';
    expect((await bench.pay(buyer, order)).body.status).toBe(checked);
    expect((await cancel(buyer, order)).body.status).toBe(checked);
    expect(await bench.wallet.readBalance(buyer.memberId)).toBe(0);
    const decision = { order: order.number, by: 'anong', why: 'a baht of fees' };
    await bench.orders.confirm(decision);
    await expect(bench.orders.confirm(decision)).rejects.toThrow('paid already');
    expect(await bench.find(buyer, order)).toMatchObject({ status: 'paid' });
    expect(await bench.wallet.readBalance(buyer.memberId)).toBe(305);
  });

  test('that an operator rejects goes back as it came', async () => {
    const buyer = await bench.makeBuyer();
    const { order } = await payWrong(buyer, 12_345);
    await bench.orders.reject({ order: order.order_id, by: 'anong', why: 'too little' });
    expect(await bench.find(buyer, order)).toMatchObject({
      status: 'failed',
      reason: 'closed_by_operator',
    });
    await bench.orders.work();
    expect(await refundsOf(order)).toMatchObject([{ status: 'done', amount_satang: 12_345 }]);
    expect(await bench.wallet.readBalance(buyer.memberId)).toBe(0);
  });
});

test('what happened to an order is told to an operator, and nobody can change it', async () => {
  const buyer = await bench.makeBuyer();
  const { order, attemptId } = await paidOrder(buyer);
  const shown = await bench.orders.findForOperator(` ${order.number.toLowerCase()} `);
  expect(shown).toMatchObject({
    orderId: order.order_id,
    memberId: buyer.memberId,
    attempts: [{ attemptId, provider: 'omise', paidSatang: 30_000, paidCurrency: 'THB' }],
    events: [
      { who: 'member', what: 'ordered', statusAfter: 'waiting' },
      { who: 'member', what: 'attempt_created', statusAfter: 'pending' },
      { who: 'provider:omise', what: 'attempt_pending', statusAfter: 'pending' },
      { who: 'provider:omise', what: 'paid', statusAfter: 'paid' },
    ],
  });
  const { db } = bench.api;
  await expect(db.updateTable('order_event').set({ created_by: 'x' }).execute()).rejects.toThrow();
  await expect(db.deleteFrom('order_event').execute()).rejects.toThrow();
});
