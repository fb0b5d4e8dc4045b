import { createLogger } from '@sangwian/node-kit/logger';
import { type Buyer, type OrderBench, startOrderBench } from '@sangwian/testkit/start-order-bench';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createIdempotency } from '../../../platform/idempotency/idempotency.module.ts';
import { ALWAYS_ON } from '../../../platform/switches/testing/always-on.ts';
import { createMembers } from '../../identity/members/members.module.ts';
import { createCoins } from '../coins/coins.module.ts';
import { createSlips } from '../slips/slips.module.ts';
import { createSpending } from '../spending/spending.module.ts';
import { createOrdersModule } from './orders.module.ts';

let bench: OrderBench;
beforeAll(async () => {
  bench = await startOrderBench();
});
beforeEach(() => {
  Object.assign(bench.omise, { refundFailure: null, refundState: 'done', isDown: false });
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
  await bench.orders.applySnapshot(begun.attemptId, bench.omise.pay(begun.attemptId), 'webhook');
  return begun;
};
const noticesOf = async ({ memberId }: Buyer) => {
  const rows = await bench.api.db
    .selectFrom('notice')
    .select('about')
    .where('member_id', '=', memberId)
    .execute();
  return rows.map((row) => row.about);
};
const refundsOf = (order: { order_id: string }) =>
  bench.api.db
    .selectFrom('order_refund')
    .selectAll()
    .where('coin_order_id', '=', order.order_id)
    .execute();

test('credits once for concurrent webhooks, polls, responses and reconciliation', async () => {
  const buyer = await bench.makeBuyer();
  const { order, attemptId } = await bench.begin(buyer);
  const published: unknown[] = [];
  const stop = bench.api.bus.subscribe('wallet:changed', (event) => published.push(event));
  const snapshot = bench.omise.pay(attemptId);
  const sources = ['webhook', 'webhook', 'poll', 'reconciliation', 'answer'] as const;
  await Promise.all(
    [...sources, ...sources].map((source) =>
      bench.orders.applySnapshot(attemptId, snapshot, source),
    ),
  );
  stop();
  expect(published).toEqual([{ memberId: buyer.memberId }]);
  expect(await bench.wallet.readBalance(buyer.memberId)).toBe(305);
  const events = await bench.eventsOf(order);
  expect(events.filter((what) => what === 'paid')).toHaveLength(1);
  expect(await noticesOf(buyer)).toMatchObject([
    { kind: 'order', order_id: order.order_id, status: 'paid', coins: 305 },
  ]);
});

test('does not undo a payment by a hundred later snapshots of any state', async () => {
  const buyer = await bench.makeBuyer();
  const { order, attemptId } = await paidOrder(buyer);
  const { snapshot } = bench.omise.charges.get(attemptId) ?? {};
  if (snapshot === undefined) throw new Error('no charge');
  for (const state of ['pending', 'failed', 'expired', 'succeeded'] as const) {
    await Promise.all(
      Array.from({ length: 25 }, () =>
        bench.orders.applySnapshot(attemptId, { ...snapshot, state }, 'webhook'),
      ),
    );
  }
  expect(await bench.find(buyer, order)).toMatchObject({ status: 'paid' });
  expect(await bench.wallet.readBalance(buyer.memberId)).toBe(305);
});

test('leaves the order unpaid after a failed credit, until the next snapshot', async () => {
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
    spending: createSpending(db, () => bench.now),
    wallet: {
      ...bench.wallet,
      credit: async (trx, credit) => {
        await bench.wallet.credit(trx, credit);
        throw new Error('the process ends here');
      },
    },
    coins: createCoins(db),
    slips: createSlips(db, bench.api.objects, logger),
    members: createMembers(db, bench.wallet),
    hasParentsConsent: async () => false,
    switches: ALWAYS_ON,
    counters: null,
    mail: { isOn: false, queue: async () => {} },
    publicUrl: 'http://localhost',
    providers: [bench.omise],
  });
  const snapshot = bench.omise.pay(attemptId);
  await expect(broken.applySnapshot(attemptId, snapshot, 'webhook')).rejects.toThrow('ends here');
  expect(await bench.wallet.readBalance(buyer.memberId)).toBe(0);
  expect(await noticesOf(buyer)).toEqual([]);
  expect((await bench.orders.findAttempt({ attemptId }))?.status).toBe('pending');
  await bench.orders.applySnapshot(attemptId, snapshot, 'reconciliation');
  expect(await bench.find(buyer, order)).toMatchObject({ status: 'paid' });
  expect(await bench.wallet.readBalance(buyer.memberId)).toBe(305);
});

describe('a late payment', () => {
  test('credits a cancelled order with the reason paid_late', async () => {
    const buyer = await bench.makeBuyer();
    const { order, attemptId } = await bench.begin(buyer);
    expect((await cancel(buyer, order)).body.data).toMatchObject({ status: 'cancelled' });
    // A second cancellation has no effect. The charge is cancelled at the provider.
    expect((await cancel(buyer, order)).body.data).toMatchObject({ status: 'cancelled' });
    expect(bench.omise.charges.get(attemptId)?.snapshot.state).toBe('expired');
    await bench.orders.applySnapshot(attemptId, bench.omise.pay(attemptId), 'webhook');
    expect(await bench.find(buyer, order)).toMatchObject({ status: 'paid', reason: 'paid_late' });
    expect(await bench.wallet.readBalance(buyer.memberId)).toBe(305);
  });

  test('credits an expired order with the reason paid_late', async () => {
    const buyer = await bench.makeBuyer();
    const { order, attemptId } = await bench.begin(buyer);
    bench.pass(25 * 60);
    await bench.orders.work();
    expect(await bench.find(buyer, order)).toMatchObject({ status: 'expired' });
    expect((await bench.pay(buyer, order)).body.status).toBe('order_closed');
    expect((await cancel(buyer, order)).body.status).toBe('order_closed');
    await bench.orders.applySnapshot(attemptId, bench.omise.pay(attemptId), 'webhook');
    expect(await bench.find(buyer, order)).toMatchObject({ status: 'paid', reason: 'paid_late' });
  });
});

describe('cancelling', () => {
  test('is refused if it finds a payment that was not reported yet', async () => {
    const buyer = await bench.makeBuyer();
    const { order, attemptId } = await bench.begin(buyer);
    bench.omise.pay(attemptId);
    expect((await cancel(buyer, order)).body.status).toBe('order_paid');
    expect(await bench.wallet.readBalance(buyer.memberId)).toBe(305);
  });

  test('while a payment arrives loses no money in either order', async () => {
    const buyers = await Promise.all(Array.from({ length: 6 }, () => bench.makeBuyer()));
    for (const buyer of buyers) {
      const { order, attemptId } = await bench.begin(buyer);
      const snapshot = bench.omise.pay(attemptId);
      await Promise.all([
        cancel(buyer, order),
        bench.orders.applySnapshot(attemptId, snapshot, 'webhook'),
      ]);
      expect(await bench.find(buyer, order)).toMatchObject({ status: 'paid' });
      expect(await bench.wallet.readBalance(buyer.memberId)).toBe(305);
    }
  });
});

describe('expiry', () => {
  test('expires an unpaid order once across nodes', async () => {
    const buyer = await bench.makeBuyer();
    const order = await bench.order(buyer);
    bench.pass(24 * 60 - 1);
    await bench.orders.work();
    expect(await bench.find(buyer, order)).toMatchObject({ status: 'waiting' });
    bench.pass(1);
    await Promise.all([bench.orders.work(), bench.orders.work(), bench.orders.work()]);
    expect(await bench.eventsOf(order)).toEqual(['ordered', 'expired']);
  });

  test('waits for a provider that does not respond', async () => {
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

  test('leaves an order paid if the payment arrives at the same time', async () => {
    for (let round = 0; round < 4; round += 1) {
      const buyer = await bench.makeBuyer();
      const { order, attemptId } = await bench.begin(buyer, { method: 'bank_transfer' });
      bench.pass(25 * 60);
      const snapshot = bench.transfer.pay(attemptId);
      await Promise.all([
        bench.orders.work(),
        bench.orders.applySnapshot(attemptId, snapshot, 'webhook'),
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
    const snapshots = [
      [firstId, first.pay(firstId)],
      [secondId, bench.omise.pay(secondId)],
    ] as const;
    return { order, snapshots };
  };

  test('credit once, and the second payment is refunded automatically', async () => {
    const buyer = await bench.makeBuyer();
    const { order, snapshots } = await payTwice(buyer, 'promptpay');
    await Promise.all(
      [...snapshots, ...snapshots].map(([id, snapshot]) =>
        bench.orders.applySnapshot(id, snapshot, 'webhook'),
      ),
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

  test('leave the refund to an operator if the provider cannot refund', async () => {
    const buyer = await bench.makeBuyer();
    const { order, snapshots } = await payTwice(buyer, 'bank_transfer');
    for (const [id, snapshot] of [...snapshots].reverse()) {
      await bench.orders.applySnapshot(id, snapshot, 'webhook');
    }
    await bench.orders.work();
    const [refund] = await refundsOf(order);
    expect(refund).toMatchObject({ status: 'by_hand', amount_satang: 30_000 });
    const done = { refundId: refund?.order_refund_id ?? '', actor: 'anong', reason: 'sent back' };
    await bench.orders.completeManualRefund(done);
    expect(await refundsOf(order)).toMatchObject([{ status: 'done' }]);
    await expect(bench.orders.completeManualRefund(done)).rejects.toThrow('could not be found');
  });
});

describe('a wrong amount', () => {
  const payWrong = async (buyer: Buyer, satang: number) => {
    const { order, attemptId } = await bench.begin(buyer);
    await bench.orders.applySnapshot(attemptId, bench.omise.pay(attemptId, { satang }), 'webhook');
    return { order, attemptId };
  };

  test('credits nothing until an operator confirms it', async () => {
    const buyer = await bench.makeBuyer();
    const { order } = await payWrong(buyer, 29_000);
    const waiting = { status: 'awaiting_confirmation', reason: 'wrong_amount' };
    expect(await bench.find(buyer, order)).toMatchObject(waiting);
    const checked = 'order_awaiting_confirmation';
    expect((await bench.pay(buyer, order)).body.status).toBe(checked);
    expect((await cancel(buyer, order)).body.status).toBe(checked);
    expect(await bench.wallet.readBalance(buyer.memberId)).toBe(0);
    const decision = { order: order.number, actor: 'anong', reason: 'a baht of fees' };
    await bench.orders.confirm(decision);
    await expect(bench.orders.confirm(decision)).rejects.toThrow('already been paid');
    expect(await bench.find(buyer, order)).toMatchObject({ status: 'paid' });
    expect(await bench.wallet.readBalance(buyer.memberId)).toBe(305);
  });

  test('is refunded in full when an operator rejects it', async () => {
    const buyer = await bench.makeBuyer();
    const { order } = await payWrong(buyer, 12_345);
    await bench.orders.reject({ order: order.order_id, actor: 'anong', reason: 'too little' });
    expect(await bench.find(buyer, order)).toMatchObject({
      status: 'failed',
      reason: 'closed_by_operator',
    });
    await bench.orders.work();
    expect(await refundsOf(order)).toMatchObject([{ status: 'done', amount_satang: 12_345 }]);
    expect(await bench.wallet.readBalance(buyer.memberId)).toBe(0);
  });
});

test('shows an order’s events to operators, and nobody can change them', async () => {
  const buyer = await bench.makeBuyer();
  const { order, attemptId } = await paidOrder(buyer);
  const shown = await bench.orders.findForOperator(` ${order.number.toLowerCase()} `);
  expect(shown).toMatchObject({
    orderId: order.order_id,
    memberId: buyer.memberId,
    attempts: [{ attemptId, provider: 'omise', paidSatang: 30_000, paidCurrency: 'THB' }],
    events: [
      { actor: 'member', what: 'ordered', statusAfter: 'waiting' },
      { actor: 'member', what: 'attempt_created', statusAfter: 'pending' },
      { actor: 'provider:omise', what: 'attempt_pending', statusAfter: 'pending' },
      { actor: 'provider:omise', what: 'paid', statusAfter: 'paid' },
    ],
  });
  const { db } = bench.api;
  await expect(db.updateTable('order_event').set({ created_by: 'x' }).execute()).rejects.toThrow();
  await expect(db.deleteFrom('order_event').execute()).rejects.toThrow();
});
