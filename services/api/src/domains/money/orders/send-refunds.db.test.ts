import type { MemberId } from '@sangwian/contract/ids';
import { type Buyer, type OrderBench, startOrderBench } from '@sangwian/testkit/start-order-bench';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';

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

const paidOrder = async (buyer: Buyer) => {
  const begun = await bench.begin(buyer);
  await bench.orders.applySnapshot(begun.attemptId, bench.omise.pay(begun.attemptId), 'webhook');
  return begun;
};
const spend = (buyer: Buyer, coins: number) =>
  bench.api.db.transaction().execute((trx) =>
    bench.wallet.spend(trx, {
      memberId: buyer.memberId as MemberId,
      to: 'revenue:gifts',
      coins,
      kind: 'gift',
      idempotencyKey: `test-spend:${buyer.memberId}:${coins}`,
    }),
  );
const refundsOf = (order: { order_id: string }) =>
  bench.api.db
    .selectFrom('order_refund')
    .selectAll()
    .where('coin_order_id', '=', order.order_id)
    .execute();

describe('a refund in baht', () => {
  const refund = (order: { number: string }) =>
    bench.orders.refund({ order: order.number, actor: 'anong', reason: 'bought by mistake' });

  test('takes the coins back and turns spent coins into a debt', async () => {
    const buyer = await bench.makeBuyer({ coins: 10 });
    const { order, attemptId } = await paidOrder(buyer);
    await spend(buyer, 115);
    expect(await refund(order)).toBe('provider');
    expect(await bench.find(buyer, order)).toMatchObject({ status: 'refunded' });
    expect(await bench.wallet.readWallet(buyer.memberId)).toEqual({ balance: 0, owed: 105 });
    await expect(spend(buyer, 1)).rejects.toThrow('settled');
    await bench.orders.work();
    expect(await refundsOf(order)).toMatchObject([{ status: 'done', created_by: 'anong' }]);
    // A later snapshot of the refund takes no further coins.
    const { snapshot } = bench.omise.charges.get(attemptId) ?? {};
    if (snapshot !== undefined) await bench.orders.applySnapshot(attemptId, snapshot, 'webhook');
    expect(await bench.wallet.readWallet(buyer.memberId)).toEqual({ balance: 0, owed: 105 });
    await expect(refund(order)).rejects.toThrow('ended');
  });

  test.each(['answer_lost', 'no_answer'] as const)('is made once after %s', async (failure) => {
    const buyer = await bench.makeBuyer();
    const { order } = await paidOrder(buyer);
    const before = bench.omise.refunds.size;
    bench.omise.refundFailure = failure;
    await refund(order);
    await bench.orders.work();
    expect(await refundsOf(order)).toMatchObject([{ status: 'created' }]);
    await bench.orders.work();
    expect(await refundsOf(order)).toMatchObject([{ status: 'created' }]);
    bench.pass(2);
    await Promise.all([bench.orders.work(), bench.orders.work()]);
    expect(await refundsOf(order)).toMatchObject([{ status: 'done' }]);
    expect(bench.omise.refunds.size).toBe(before + 1);
    expect(await bench.wallet.readBalance(buyer.memberId)).toBe(0);
  });

  test('refused by the provider is left to an operator', async () => {
    const { order } = await paidOrder(await bench.makeBuyer());
    bench.omise.refundState = 'failed';
    await refund(order);
    await bench.orders.work();
    expect(await refundsOf(order)).toMatchObject([{ status: 'by_hand' }]);
    expect(await bench.eventsOf(order)).toContain('refund_refused');
  });

  test('requested twenty times concurrently is made once', async () => {
    const buyer = await bench.makeBuyer();
    const { order } = await paidOrder(buyer);
    const asked = await Promise.allSettled(Array.from({ length: 20 }, () => refund(order)));
    expect(asked.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    expect(await refundsOf(order)).toHaveLength(1);
    expect(await bench.wallet.readWallet(buyer.memberId)).toEqual({ balance: 0, owed: 0 });
  });

  test('made at the provider in parts takes coins back in proportion', async () => {
    const buyer = await bench.makeBuyer();
    const { order, attemptId } = await paidOrder(buyer);
    const give = async (refundedSatang: number) => {
      const snapshot = bench.omise.update(attemptId, { refundedSatang });
      await bench.orders.applySnapshot(attemptId, snapshot, 'webhook');
      await bench.orders.applySnapshot(attemptId, snapshot, 'reconciliation');
      return bench.wallet.readBalance(buyer.memberId);
    };
    // Takes back 100 of 300 coins, and 1 of 5 bonus coins.
    expect(await give(10_000)).toBe(204);
    expect((await bench.find(buyer, order)).status).toBe('paid');
    expect(await give(30_000)).toBe(0);
    expect((await bench.find(buyer, order)).status).toBe('refunded');
  });
});

test('takes the coins back after a lost dispute', async () => {
  const buyer = await bench.makeBuyer();
  const { order, attemptId } = await paidOrder(buyer);
  for (const disputed of ['open', 'lost', 'lost'] as const) {
    await bench.orders.applySnapshot(
      attemptId,
      bench.omise.update(attemptId, { disputed }),
      'webhook',
    );
  }
  expect(await bench.find(buyer, order)).toMatchObject({ status: 'charged_back' });
  expect(await bench.wallet.readWallet(buyer.memberId)).toEqual({ balance: 0, owed: 0 });
  expect(await bench.eventsOf(order)).toEqual(
    expect.arrayContaining(['dispute_open', 'charged_back']),
  );
});

test('restores the coins each time a lost dispute is won, and pays debts first', async () => {
  const buyer = await bench.makeBuyer();
  const { order, attemptId } = await paidOrder(buyer);
  const { memberId } = buyer;
  await bench.api.db.transaction().execute((trx) =>
    bench.wallet.spend(trx, {
      memberId,
      coins: 200,
      to: 'revenue:premium',
      kind: 'unlock',
      idempotencyKey: `test:${attemptId}`,
    }),
  );
  for (let turn = 0; turn < 2; turn += 1) {
    for (const [disputed, status, wallet] of [
      ['lost', 'charged_back', { balance: 0, owed: 200 }],
      // The dispute is open again for an appeal. The bank still keeps the money.
      ['open', 'charged_back', { balance: 0, owed: 200 }],
      ['won', 'paid', { balance: 105, owed: 0 }],
    ] as const) {
      const snapshot = bench.omise.update(attemptId, { disputed });
      await Promise.all([
        bench.orders.applySnapshot(attemptId, snapshot, 'webhook'),
        bench.orders.applySnapshot(attemptId, snapshot, 'reconciliation'),
      ]);
      expect((await bench.find(buyer, order)).status).toBe(status);
      expect(await bench.wallet.readWallet(memberId)).toEqual(wallet);
    }
  }
  const decision = { order: order.number, actor: 'anong', reason: 'asked for it' };
  expect(await bench.orders.refund(decision)).toBe('provider');
  expect(await bench.wallet.readWallet(memberId)).toEqual({ balance: 0, owed: 200 });
});
