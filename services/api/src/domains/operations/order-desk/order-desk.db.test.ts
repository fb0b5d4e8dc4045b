import { randomBytes, randomUUID } from 'node:crypto';
import type { Order } from '@sangwian/contract/endpoints/orders';
import { createLogger } from '@sangwian/node-kit/logger';
import type { Buyer } from '@sangwian/testkit/start-order-bench';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createSlips } from '../../money/slips/slips.module.ts';
import { LedgerSums } from '../../money/wallet/ledger-sums.store.ts';
import { type DeskBench, startDesk } from './testing/start-desk.ts';

let desk: DeskBench;
beforeAll(async () => {
  desk = await startDesk();
});
afterAll(async () => {
  expect(await desk.bench.wallet.findFaults()).toEqual([]);
  await desk.bench.close();
});

const page = { limit: 100 } as const;
const reason = 'found on the account';

/** Creates an order that waits for a transfer. */
async function beginTransfer() {
  const buyer = await desk.bench.makeBuyer();
  return { buyer, ...(await desk.bench.begin(buyer, { method: 'bank_transfer' })) };
}

/** Sends a slip for an order; returns its id. */
async function sendSlip(buyer: Buyer, order: Order, reference: string): Promise<string> {
  const { api, orders, now } = desk.bench;
  const slips = createSlips(api.db, api.objects, createLogger('test', 'silent'));
  const slipId = randomUUID();
  const { memberId } = buyer;
  const picture = Buffer.from('a picture');
  await slips.storePicture(slipId, picture);
  await api.db.transaction().execute(async (trx) => {
    await orders.markSlipSent(trx, { memberId, orderId: order.order_id, details: {} });
    await slips.add(trx, {
      slipId,
      orderId: order.order_id,
      memberId,
      sentAt: now,
      slip: {
        fileHash: randomBytes(32),
        picture,
        qr: { bankCode: '014', reference },
      },
    });
  });
  return slipId;
}

async function makeSlip(reference = randomUUID()) {
  const transfer = await beginTransfer();
  const slipId = await sendSlip(transfer.buyer, transfer.order, reference);
  return { ...transfer, reference, slipId };
}

const decide = (role: 'owner' | 'cashier', decisions: readonly object[], name?: string) =>
  desk.call('POST /operator/slip/decision', role, { body: { decisions } } as never, name);
const approve = (slip_id: string) => ({ action: 'approve', slip_id, reason });
const reject = (slip_id: string) => ({ action: 'reject', slip_id, because: 'reference_used' });

const waiting = async () =>
  (await desk.call('GET /operator/slip', 'cashier', { query: { state: 'waiting', ...page } })).data;

describe('the slips’ queue', () => {
  test('shows a slip with its order and its buyer', async () => {
    const { order, slipId, reference } = await makeSlip();
    const found = (await waiting()).find((one: { slip_id: string }) => one.slip_id === slipId);
    expect(found).toMatchObject({
      bank: { code: '014' },
      reference,
      first_use: null,
      order: { number: order.number, satang: 30_000, provider: 'transfer', attention: ['slip'] },
      buyer: { orders: 1, rejected_slips: 0 },
    });
    const picture = await desk.call('GET /operator/slip/{slip_id}/picture', 'cashier', {
      params: { slip_id: slipId },
    });
    expect(Buffer.from(picture.data.base64, 'base64').toString()).toBe('a picture');
  });

  test('flags another image of a used transfer, which only an owner can approve', async () => {
    const first = await makeSlip();
    expect((await decide('cashier', [approve(first.slipId)])).data.results[0].error).toBeNull();
    const second = await makeSlip(first.reference);
    const found = (await waiting()).find(
      (one: { slip_id: string }) => one.slip_id === second.slipId,
    );
    expect(found.first_use).toMatchObject({
      slip_id: first.slipId,
      status: 'accepted',
      order: { number: first.order.number, status: 'paid' },
    });
    const refused = await decide('cashier', [approve(second.slipId)]);
    expect(refused.data.results).toEqual([
      { slip_id: second.slipId, order_status: null, error: 'slip_used' },
    ]);
    expect(await desk.bench.wallet.readBalance(second.buyer.memberId)).toBe(0);
    const done = await decide('owner', [approve(second.slipId)]);
    expect(done.data.results[0]).toMatchObject({ order_status: 'paid', error: null });
    expect(await desk.bench.wallet.readBalance(second.buyer.memberId)).toBe(305);
  });

  test('rejects a duplicate with its reason, and lists who decided', async () => {
    const first = await makeSlip();
    const second = await makeSlip(first.reference);
    desk.bench.pass(1);
    const done = await decide('cashier', [reject(second.slipId)]);
    expect(done.data.results[0]).toMatchObject({ order_status: 'failed', error: null });
    const decided = await desk.call('GET /operator/slip', 'cashier', {
      query: { state: 'decided', ...page },
    });
    expect(decided.data[0]).toMatchObject({
      slip_id: second.slipId,
      status: 'rejected',
      decided_by: 'somsri',
      decided_reason: 'reference_used',
    });
  });

  test('decides in bulk, with an error for each row that fails', async () => {
    const [one, two, three] = [await makeSlip(), await makeSlip(), await makeSlip()];
    await decide('cashier', [approve(two.slipId)]);
    const unknown = randomUUID();
    const { data } = await decide('cashier', [
      approve(one.slipId),
      approve(two.slipId),
      reject(three.slipId),
      approve(unknown),
    ]);
    expect(data.results).toEqual([
      { slip_id: one.slipId, order_status: 'paid', error: null },
      { slip_id: two.slipId, order_status: null, error: 'slip_decided' },
      { slip_id: three.slipId, order_status: 'failed', error: null },
      { slip_id: unknown, order_status: null, error: 'not_found' },
    ]);
    expect(desk.noted()).toMatchObject({
      subjectType: 'slips',
      after: {
        slips: [
          { slip_id: one.slipId, action: 'approve', order_status: 'paid' },
          { slip_id: two.slipId, error: 'slip_decided' },
          { slip_id: three.slipId, action: 'reject', order_status: 'failed' },
          { slip_id: unknown, error: 'not_found' },
        ],
      },
    });
    expect(await desk.bench.wallet.readBalance(two.buyer.memberId)).toBe(305);
  });

  test('two concurrent approvals of one slip credit it once', async () => {
    const { slipId, buyer } = await makeSlip();
    const answers = await Promise.all(
      ['malee', 'anan', 'somsri', 'prasit'].map((name) =>
        decide('cashier', [approve(slipId)], name),
      ),
    );
    const errors = answers.map(({ data }) => data.results[0].error);
    expect(errors.filter((error) => error === null)).toHaveLength(1);
    expect(errors.filter((error) => error === 'slip_decided')).toHaveLength(3);
    expect(await desk.bench.wallet.readBalance(buyer.memberId)).toBe(305);
  });

  test('of a concurrent approval and rejection, only one counts', async () => {
    const { slipId, buyer } = await makeSlip();
    const answers = await Promise.all([
      decide('cashier', [approve(slipId)], 'malee'),
      decide('cashier', [reject(slipId)], 'anan'),
    ]);
    const [approved, rejected] = answers.map(({ data }) => data.results[0].error);
    expect([approved, rejected].sort()).toEqual(['slip_decided', null].sort());
    const balance = await desk.bench.wallet.readBalance(buyer.memberId);
    expect(balance).toBe(approved === null ? 305 : 0);
  });
});

describe('an order', () => {
  test('is shown with its attempts, slips and events', async () => {
    const { order, slipId } = await makeSlip();
    await decide('cashier', [approve(slipId)]);
    const { data } = await desk.call('GET /operator/order/{order_id}', 'cashier', {
      params: { order_id: order.order_id },
    });
    expect(data).toMatchObject({
      number: order.number,
      status: 'paid',
      attempts: [{ provider: 'transfer', status: 'succeeded', second: false }],
      slips: [{ slip_id: slipId, status: 'accepted', decided_by: 'somsri' }],
    });
    expect(data.events.at(-1)).toMatchObject({
      what: 'confirmed',
      by: 'operator:somsri',
      why: reason,
    });
  });

  test('with an unknown id responds with not found', async () => {
    const params = { order_id: randomUUID() };
    await expect(
      desk.call('GET /operator/order/{order_id}', 'cashier', { params }),
    ).rejects.toMatchObject({ code: 'order_not_found' });
    await expect(
      desk.call('POST /operator/order/{order_id}/refund', 'cashier', { params, body: { reason } }),
    ).rejects.toMatchObject({ code: 'order_not_found' });
  });

  test('that is rejected while the provider reports its payment is credited once', async () => {
    const { bench } = desk;
    const buyer = await bench.makeBuyer();
    const { order, attemptId } = await bench.begin(buyer, { method: 'promptpay' });
    await bench.orders.applySnapshot(
      attemptId,
      bench.omise.pay(attemptId, { satang: 29_900 }),
      'webhook',
    );
    expect(await bench.find(buyer, order)).toMatchObject({ reason: 'wrong_amount' });
    const params = { order_id: order.order_id };
    await Promise.allSettled([
      desk.call('POST /operator/order/{order_id}/confirm', 'cashier', { params, body: { reason } }),
      bench.orders.applySnapshot(attemptId, bench.omise.pay(attemptId), 'webhook'),
      bench.orders.applySnapshot(attemptId, bench.omise.pay(attemptId), 'poll'),
    ]);
    expect(await bench.find(buyer, order)).toMatchObject({ status: 'paid' });
    expect(await bench.wallet.readBalance(buyer.memberId)).toBe(305);
  });

  test('is refunded once when two operators refund it, and a manual refund is completed once', async () => {
    const { order, slipId, buyer } = await makeSlip();
    await decide('cashier', [approve(slipId)]);
    const params = { order_id: order.order_id };
    const refunds = await Promise.allSettled(
      ['malee', 'anan'].map((name) =>
        desk.call(
          'POST /operator/order/{order_id}/refund',
          'cashier',
          { params, body: { reason } },
          name,
        ),
      ),
    );
    expect(refunds.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    expect(desk.noted()).toMatchObject({
      ...{ subjectType: 'order', subjectId: order.order_id, reason },
      before: { status: 'paid' },
    });
    expect(await desk.bench.wallet.readBalance(buyer.memberId)).toBe(0);
    const listed = await desk.call('GET /operator/refund', 'cashier', {
      query: { state: 'by_hand', ...page },
    });
    const refund = listed.data.find(
      (one: { order: { number: string } }) => one.order.number === order.number,
    );
    const done = () =>
      desk.call('POST /operator/refund/{refund_id}/done', 'cashier', {
        params: { refund_id: refund.refund_id },
        body: { reason },
      });
    const ends = await Promise.allSettled([done(), done()]);
    expect(ends.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  });
});

test('orders are filtered, listed in pages, and exported as CSV', async () => {
  const { buyer, order } = await makeSlip();
  const list = (query: object) =>
    desk.call('GET /operator/order', 'cashier', { query: { ...page, ...query } } as never);
  const spelled = `${order.number.slice(0, 4).toLowerCase()}-${order.number.slice(4)}`;
  for (const query of [
    { number: spelled },
    { member_id: buyer.memberId },
    { member_id: buyer.memberId, status: 'awaiting_confirmation', provider: 'transfer' },
    { member_id: buyer.memberId, attention: true, satang_min: 30_000, satang_max: 30_000 },
  ]) {
    const { data } = await list(query);
    expect(data.map((one: { number: string }) => one.number)).toEqual([order.number]);
  }
  expect((await list({ member_id: buyer.memberId, provider: 'omise' })).data).toEqual([]);
  const first = await list({ limit: 2 });
  expect(first.data).toHaveLength(2);
  const next = await list({ limit: 2, cursor: first.next_cursor });
  expect(next.data[0].created_at <= first.data[1].created_at).toBe(true);
  const csv = await desk.call('GET /operator/order/csv', 'cashier', {
    query: { member_id: buyer.memberId },
  } as never);
  const pieces: string[] = [];
  for await (const piece of csv.data.value.csv.pieces) pieces.push(piece);
  const lines = pieces.join('').trim().split('\r\n');
  expect(lines).toHaveLength(2);
  expect(lines[1]).toContain(`${order.number},awaiting_confirmation,slip_sent,300.00,300,5`);
});

test('a webhook is shown without secrets, and replayed only if it is replayable', async () => {
  const insert = async (outcome: 'given_up' | 'forged') => {
    const row = await desk.bench.api.db
      .insertInto('payment_webhook')
      .values({
        provider: 'omise',
        received_at: desk.bench.now,
        address: '203.0.113.9',
        headers: '{}',
        body: Buffer.from('{"key":"charge.complete","data":{"access_token":"a secret"}}'),
        signature: outcome === 'forged' ? 'invalid' : 'valid',
        event_id: randomUUID(),
        kind: 'charge.complete',
        outcome,
        handled_at: desk.bench.now,
        due_at: desk.bench.now,
      })
      .returning('payment_webhook_id')
      .executeTakeFirstOrThrow();
    return row.payment_webhook_id;
  };
  const [givenUp, forged] = [await insert('given_up'), await insert('forged')];
  const read = (webhook_id: string) =>
    desk.call('GET /operator/webhook/{webhook_id}', 'cashier', { params: { webhook_id } });
  const replay = (webhook_id: string) =>
    desk.call('POST /operator/webhook/{webhook_id}/replay', 'cashier', {
      params: { webhook_id },
      body: {},
    });
  const shown = (await read(givenUp)).data;
  expect(shown).toMatchObject({ outcome: 'given_up', replayable: true, order: null });
  expect(shown.payload).not.toContain('a secret');
  const replays = await Promise.allSettled([replay(givenUp), replay(givenUp)]);
  expect(replays.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  expect((await read(givenUp)).data).toMatchObject({ outcome: null, replayable: false, tries: 0 });
  await expect(replay(forged)).rejects.toMatchObject({ code: 'webhook_not_replayable' });
  const listed = await desk.call('GET /operator/webhook', 'cashier', {
    query: { outcome: 'forged', ...page },
  });
  expect(listed.data.map((one: { webhook_id: string }) => one.webhook_id)).toEqual([forged]);
});

test('the totals of a report over all days equal the balances of the ledger', async () => {
  const { bench } = desk;
  const { slipId } = await makeSlip();
  await decide('cashier', [approve(slipId)]);
  const day = new Date().toISOString().slice(0, 10);
  const from = new Date(Date.now() - 3 * 86_400_000).toISOString().slice(0, 10);
  const to = new Date(Date.now() + 3 * 86_400_000).toISOString().slice(0, 10);
  const { data } = await desk.call('GET /operator/money/report', 'viewer', {
    query: { from, to, by: 'day' },
  });
  expect(data.rows).toHaveLength(7);
  expect(data.rows.some((row: { period: string }) => row.period === day)).toBe(true);
  const { coins } = data.total;
  const balances = await bench.api.db.transaction().execute(async (trx) => {
    const sums = new LedgerSums(trx);
    const { oldest } = await sums.readSnapshot();
    await sums.sumAll(oldest, () => {});
    return sums.readBalances();
  });
  expect(coins.sold_returned - coins.sold).toBe(balances.sold);
  expect(coins.granted_returned - coins.granted).toBe(balances.granted);
  expect(coins.members).toBe(balances.members);
  const moved =
    coins.sold_returned -
    coins.sold +
    coins.granted_returned -
    coins.granted -
    coins.corrected +
    coins.earned_gifts +
    coins.earned_premium +
    coins.forfeited +
    coins.members +
    coins.receivables +
    coins.escrows;
  expect(moved).toBe(0);
  expect(data.total.baht.received_satang).toBeGreaterThan(0);
  expect(data.total.baht.refunded_satang).toBe(30_000);
  await expect(
    desk.call('GET /operator/money/report', 'viewer', {
      query: { from: '2020-01-01', to: '2026-01-01', by: 'day' },
    }),
  ).rejects.toMatchObject({ code: 'request_invalid' });
});

test('the check shows exactly the orders that differ from their payments', async () => {
  const { bench } = desk;
  const before = await desk.call('GET /operator/money/check', 'cashier', {});
  expect(before.data.differences.filter((one: { kind: string }) => one.kind !== 'amount')).toEqual(
    [],
  );
  const { order, slipId } = await makeSlip();
  await decide('cashier', [approve(slipId)]);
  await bench.api.db
    .updateTable('payment_attempt')
    .set({ paid_satang: 0 })
    .where('coin_order_id', '=', order.order_id)
    .execute();
  const { data } = await desk.call('GET /operator/money/check', 'cashier', {});
  expect(data.differences).toContainEqual(
    expect.objectContaining({ kind: 'unpaid', number: order.number, paid_satang: 0 }),
  );
  expect(data.waiting.slips).toBeGreaterThan(0);
});
