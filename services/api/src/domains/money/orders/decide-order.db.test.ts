import { randomBytes, randomUUID } from 'node:crypto';
import type { Order } from '@sangwian/contract/endpoints/orders';
import {
  type Buyer,
  type OrderBench,
  PACKAGE,
  startOrderBench,
} from '@sangwian/testkit/start-order-bench';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

let bench: OrderBench;
beforeAll(async () => {
  bench = await startOrderBench();
});
afterAll(async () => {
  expect(await bench.wallet.findFaults()).toEqual([]);
  await bench.close();
});

const sendSlip = ({ memberId }: Buyer, { order_id: orderId }: Order) =>
  bench.api.db
    .transaction()
    .execute((trx) =>
      bench.orders.markSlipSent(trx, { memberId, orderId, details: { bank: '004' } }),
    );
const decision = (order: Order) => ({ order: order.order_id, actor: 'anong', reason: 'looked' });
const beginTransfer = async () => {
  const buyer = await bench.makeBuyer();
  return { buyer, ...(await bench.begin(buyer, { method: 'bank_transfer' })) };
};
const remove = ({ memberId, token, password }: Buyer) =>
  bench.api.call(`DELETE /auth/member/${memberId}`, {
    token,
    body: { password, expected_coins: 0 },
  });

const addSlip = ({ memberId }: Buyer, { order_id }: Order) =>
  bench.api.db
    .insertInto('payment_slip')
    .values({
      payment_slip_id: randomUUID(),
      coin_order_id: order_id,
      member_id: memberId,
      file_hash: randomBytes(32),
      bank_code: null,
      reference: null,
      sent_at: bench.now,
      status: 'sent',
      decided_at: null,
    })
    .execute();

describe('a slip', () => {
  test('awaits confirmation and credits the coins when an operator confirms it', async () => {
    const { buyer, order } = await beginTransfer();
    await sendSlip(buyer, order);
    const waiting = { status: 'awaiting_confirmation', reason: 'slip_sent' };
    expect(await bench.find(buyer, order)).toMatchObject(waiting);
    bench.pass(26 * 60);
    await bench.orders.work();
    expect(await bench.find(buyer, order)).toMatchObject(waiting);
    await Promise.allSettled(
      Array.from({ length: 8 }, () => bench.orders.confirm(decision(order))),
    );
    expect(await bench.find(buyer, order)).toMatchObject({
      status: 'paid',
      reason: null,
      attempt: { status: 'succeeded' },
    });
    expect(await bench.wallet.readBalance(buyer.memberId)).toBe(305);
    const { events } = await bench.orders.findForOperator(order.number);
    expect(events.at(-1)).toMatchObject({
      actor: 'operator:anong',
      what: 'confirmed',
      details: { why: 'looked' },
    });
    expect(await bench.orders.refund(decision(order))).toBe('by_hand');
    expect(await bench.wallet.readBalance(buyer.memberId)).toBe(0);
  });

  test('can be sent again after an operator has rejected the first slip', async () => {
    const { buyer, order } = await beginTransfer();
    await sendSlip(buyer, order);
    await bench.orders.reject(decision(order));
    expect(await bench.find(buyer, order)).toMatchObject({
      status: 'failed',
      reason: 'slip_rejected',
    });
    await expect(bench.orders.reject(decision(order))).rejects.toThrow('ended');
    await sendSlip(buyer, order);
    expect(await bench.find(buyer, order)).toMatchObject({ status: 'awaiting_confirmation' });
  });

  test('pays its order with its own transfer, and a wrong amount from another attempt is refunded without taking coins', async () => {
    const { buyer, order } = await beginTransfer();
    await bench.pay(buyer, order, { method: 'promptpay' });
    const wrongId = await bench.attemptOf(order);
    await bench.orders.applySnapshot(wrongId, bench.omise.pay(wrongId, { satang: 100 }), 'webhook');
    await sendSlip(buyer, order);
    await addSlip(buyer, order);
    await bench.orders.confirm(decision(order));
    await bench.orders.work();
    expect(await bench.find(buyer, order)).toMatchObject({ status: 'paid' });
    const { attempts, refunds } = await bench.orders.findForOperator(order.number);
    expect(attempts.map(({ provider, status }) => `${provider} ${status}`)).toEqual([
      'omise refunded',
      'transfer succeeded',
    ]);
    expect(refunds).toMatchObject([{ status: 'done', satang: 100 }]);
    expect(await bench.wallet.readBalance(buyer.memberId)).toBe(305);
  });

  test('is accepted late from a member who was shown the account', async () => {
    const { buyer, order } = await beginTransfer();
    bench.pass(25 * 60);
    await bench.orders.work();
    expect(await bench.find(buyer, order)).toMatchObject({ status: 'expired' });
    await sendSlip(buyer, order);
    expect(await bench.find(buyer, order)).toMatchObject({ status: 'awaiting_confirmation' });
  });

  test('is refused without a transfer attempt, for another member’s order and for a paid order', async () => {
    const { buyer, order } = await beginTransfer();
    const other = await bench.makeBuyer();
    await expect(sendSlip(other, order)).rejects.toThrow('could not be found');
    await expect(sendSlip(other, await bench.order(other))).rejects.toThrow('ended');
    await bench.orders.confirm(decision(order));
    await expect(sendSlip(buyer, order)).rejects.toThrow('already been paid');
  });
});

test('does not let money that is being refunded pay for an order', async () => {
  const { buyer, order } = await beginTransfer();
  await bench.pay(buyer, order, { method: 'promptpay' });
  const wrongId = await bench.attemptOf(order);
  await bench.orders.applySnapshot(wrongId, bench.omise.pay(wrongId, { satang: 100 }), 'webhook');
  await bench.orders.reject(decision(order));
  await bench.orders.confirm(decision(order));
  await bench.orders.work();
  expect(await bench.find(buyer, order)).toMatchObject({ status: 'paid' });
  expect(await bench.wallet.readBalance(buyer.memberId)).toBe(305);
});

test('lets an operator confirm an order without a slip', async () => {
  const buyer = await bench.makeBuyer();
  const order = await bench.order(buyer);
  await bench.orders.confirm(decision(order));
  expect(await bench.find(buyer, order)).toMatchObject({
    status: 'paid',
    attempt: { method: 'bank_transfer', status: 'succeeded' },
  });
  expect(await bench.orders.refund(decision(order))).toBe('by_hand');
});

describe('an account deletion', () => {
  test('is refused while a payment may be under way, and cancels orders without an attempt', async () => {
    const buyer = await bench.makeBuyer();
    const idle = await bench.order(buyer);
    const { order } = await bench.begin(buyer);
    const { status, body } = await remove(buyer);
    expect([status, body.status]).toEqual([409, 'order_open']);
    // The refused deletion has changed nothing.
    expect(await bench.find(buyer, idle)).toMatchObject({ status: 'waiting' });
    await bench.api.call(`POST /order/${order.order_id}/cancel`, { token: buyer.token, body: {} });
    expect((await remove(buyer)).status).toBe(200);
    expect(await bench.eventsOf(idle)).toEqual(['ordered', 'cancelled']);
  });

  test('or a payment that begins concurrently is refused', async () => {
    for (let round = 0; round < 6; round += 1) {
      const buyer = await bench.makeBuyer();
      const order = await bench.order(buyer);
      const [removed, paid] = await Promise.all([remove(buyer), bench.pay(buyer, order)]);
      const { order: now } = await bench.orders.findForOperator(order.order_id);
      if (removed.status === 200) {
        expect(now.status).toBe('cancelled');
        expect(paid.status).not.toBe(200);
      } else {
        expect(removed.body.status).toBe('order_open');
        expect([paid.status, now.status]).toEqual([200, 'pending']);
      }
    }
  });

  test('never lets a concurrent retry of a failed payment begin for a deleted member', async () => {
    for (let round = 0; round < 6; round += 1) {
      const buyer = await bench.makeBuyer();
      const { order, attemptId } = await bench.begin(buyer);
      const snapshot = bench.omise.update(attemptId, { state: 'failed', reason: 'declined' });
      await bench.orders.applySnapshot(attemptId, snapshot, 'webhook');
      const [removed, paid] = await Promise.all([remove(buyer), bench.pay(buyer, order)]);
      const { order: now } = await bench.orders.findForOperator(order.order_id);
      expect([removed.status === 200, paid.status === 200, now.status]).toEqual(
        removed.status === 200 ? [true, false, 'failed'] : [false, true, 'pending'],
      );
    }
  });

  test('leaves no concurrent order of a deleted member open', async () => {
    for (let round = 0; round < 6; round += 1) {
      const buyer = await bench.makeBuyer();
      const call = { token: buyer.token, body: PACKAGE };
      const [removed] = await Promise.all([
        remove(buyer),
        ...Array.from({ length: 4 }, () => bench.api.call('POST /order', call)),
      ]);
      expect(removed?.status).toBe(200);
      const open = await bench.api.db
        .selectFrom('coin_order')
        .select('status')
        .where('member_id', '=', buyer.memberId)
        .where('status', '<>', 'cancelled')
        .execute();
      expect(open).toEqual([]);
    }
  });

  test('forfeits coins credited afterwards', async () => {
    const buyer = await bench.makeBuyer();
    const { order, attemptId } = await bench.begin(buyer, { method: 'bank_transfer' });
    await bench.api.call(`POST /order/${order.order_id}/cancel`, { token: buyer.token, body: {} });
    expect((await remove(buyer)).status).toBe(200);
    await bench.orders.applySnapshot(attemptId, bench.transfer.pay(attemptId), 'reconciliation');
    expect(await bench.wallet.forfeitLateCredits()).toBe(305);
    expect(await bench.wallet.readBalance(buyer.memberId)).toBe(0);
    await bench.orders.refund(decision(order));
    expect(await bench.wallet.readWallet(buyer.memberId)).toEqual({ balance: 0, owed: 0 });
  });
});

test('pays a purchase by a partner’s member at once and charges it to the partner’s account', async () => {
  const { memberId } = await bench.makeBuyer();
  const mapSystemId = `partner-${randomUUID()}`;
  const orderId = await bench.api.db.transaction().execute((trx) =>
    bench.orders.recordPartnerOrder(trx, {
      memberId,
      mapSystemId,
      packageId: 5,
      baseCoins: 300,
      bonusCoins: 5,
      satang: 30_000,
    }),
  );
  expect(await bench.orders.present(orderId)).toMatchObject({ status: 'paid', method: null });
  expect(await bench.wallet.readBalance(memberId)).toBe(305);
  const since = new Date(bench.now.getTime() - 1_000);
  const sum = (of: object) =>
    bench.api.db
      .transaction()
      .execute((trx) => bench.orders.partnerSatangSince(trx, { mapSystemId, since, ...of }));
  expect(await sum({})).toBe(30_000);
  expect(await sum({ memberId })).toBe(30_000);
  expect(await sum({ memberId: (await bench.makeBuyer()).memberId })).toBe(0);
  expect(
    await bench.orders.refund({ order: orderId, actor: 'anong', reason: 'actor mistake' }),
  ).toBe('by_hand');
  expect(await bench.wallet.readBalance(memberId)).toBe(0);
});
