import { type Buyer, type OrderBench, startOrderBench } from '@sangwian/testkit/start-order-bench';
import { afterAll, beforeAll, expect, test } from 'vitest';

let bench: OrderBench;
beforeAll(async () => {
  bench = await startOrderBench({
    // No mail server listens here, so that queued receipts stay readable in their rows.
    url: 'smtp://127.0.0.1:1',
    isLoopback: true,
    from: 'no-reply@sangwian.example',
    domain: 'sangwian.example',
  });
});
afterAll(() => bench.close());

const setMember = ({ memberId }: Buyer, values: { email?: string; language?: 'TH' | 'EN' }) =>
  bench.api.db.updateTable('member').set(values).where('member_id', '=', memberId).execute();
const mailsOf = (orderId: string) =>
  bench.api.db
    .selectFrom('mail')
    .select(['mail_key', 'sent_to', 'content'])
    .where('mail_key', 'like', `%${orderId}`)
    .orderBy('created_at')
    .execute();

test('sends one receipt each for a paid order and its refund, whichever step is repeated', async () => {
  const buyer = await bench.makeBuyer();
  await setMember(buyer, { email: 'somsri@fan.example', language: 'EN' });
  const { order, attemptId } = await bench.begin(buyer);
  const paid = bench.omise.pay(attemptId);
  for (const source of ['webhook', 'webhook', 'poll', 'reconciliation'] as const) {
    await bench.orders.applySnapshot(attemptId, paid, source);
  }
  const [receipt, ...more] = await mailsOf(order.order_id);
  expect(more).toEqual([]);
  expect(receipt).toMatchObject({
    mail_key: `receipt:paid:${order.order_id}`,
    sent_to: 'somsri@fan.example',
    content: { language: 'EN', subject: `Receipt for order ${order.number}` },
  });
  expect(receipt?.content?.facts).toContainEqual(['Total (VAT included)', '300.00 baht']);

  const decision = { order: order.order_id, actor: 'anong', reason: 'asked' };
  await bench.orders.refund(decision);
  await bench.orders.refund(decision).catch(() => {});
  const keys = (await mailsOf(order.order_id)).map(({ mail_key }) => mail_key);
  expect(keys).toEqual([`receipt:paid:${order.order_id}`, `receipt:refunded:${order.order_id}`]);
});

test('writes a receipt in the language of the member', async () => {
  const buyer = await bench.makeBuyer();
  await setMember(buyer, { email: 'somchai@fan.example', language: 'TH' });
  const { order, attemptId } = await bench.begin(buyer);
  await bench.orders.applySnapshot(attemptId, bench.omise.pay(attemptId), 'webhook');
  const [receipt] = await mailsOf(order.order_id);
  expect(receipt?.content).toMatchObject({ language: 'TH' });
  expect(receipt?.content?.facts).toContainEqual(['ยอดรวม (รวม VAT แล้ว)', '300.00 บาท']);
});

test('sends no receipt to a member without an e-mail address', async () => {
  const buyer = await bench.makeBuyer();
  const { order, attemptId } = await bench.begin(buyer);
  await bench.orders.applySnapshot(attemptId, bench.omise.pay(attemptId), 'webhook');
  expect(await mailsOf(order.order_id)).toEqual([]);
});

test('sends no receipt to a partner’s member', async () => {
  const buyer = await bench.makeBuyer();
  await setMember(buyer, { email: 'partner@fan.example' });
  const { order, attemptId } = await bench.begin(buyer);
  await bench.api.db
    .insertInto('partner_system')
    .values({ map_system_id: 'camp', name: 'Camp' } as never)
    .execute();
  await bench.api.db
    .updateTable('member')
    .set({ map_system_id: 'camp', map_member_id: '1' })
    .where('member_id', '=', buyer.memberId)
    .execute();
  await bench.orders.applySnapshot(attemptId, bench.omise.pay(attemptId), 'webhook');
  expect(await mailsOf(order.order_id)).toEqual([]);
});
