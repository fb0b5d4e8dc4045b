import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import type { Order, PaymentMethod } from '@sangwian/contract/endpoints/orders';
import { ApiError } from '@sangwian/node-kit/api-error';
import { insist } from './storm-calls.ts';
import { count, expectStatus, type FanBook, type StormScene } from './storm-scene.ts';

export const PACKAGES = [
  { id: 10, satang: 3_900 },
  { id: 5, satang: 30_000 },
  { id: 7, satang: 100_000 },
] as const;
const METHODS = ['card', 'promptpay', 'truemoney', 'paypal'] as const satisfies PaymentMethod[];
/** Calls of providers that go wrong. */
const FAULTS = [
  { provider: 'omise', call: 'charge.create' },
  { provider: 'omise', call: 'charge.get' },
  { provider: 'paypal', call: 'order.create' },
  { provider: 'paypal', call: 'order.capture' },
] as const;
const GOOD_CARD = '4242424242424242';
const POOR_CARD = '4111111111140011';
const SPENT_MAX = 60;

/** An order, sent twice with one key: both answers are the same order. */
export async function order(scene: StormScene, book: FanBook): Promise<Order | null> {
  const { calls, random } = scene;
  const chosen = random.pick(PACKAGES);
  const body = { package_id: chosen.id, expected_satang: chosen.satang };
  const key = randomUUID();
  const answer = await calls.apiOnce('/order', book.fan, body, key);
  expectStatus('an order', [201, 409, 429], answer, book);
  if (answer.status !== 201) return null;
  if (random.isOneIn(4)) {
    const again = await calls.apiOnce('/order', book.fan, body, key);
    expectStatus('an order again', [201], again, book);
    if (again.body?.data?.order_id !== answer.body.data.order_id) {
      throw new Error(`one key made two orders: ${JSON.stringify([answer.body, again.body])}`);
    }
  }
  book.orderIds.add(answer.body.data.order_id);
  return answer.body.data;
}

/** The payments that the sandbox has for an attempt. */
async function paymentsOf(scene: StormScene, attemptId: string) {
  const { body } = await scene.calls.sandbox(`/payments/api/payments?query=${attemptId}`);
  return body as ReadonlyArray<{ payment_id: string; status: string }>;
}

/** Whoever pays decides at the provider: pays, fails, or leaves; webhooks travel as they like. */
async function decideAtProvider(scene: StormScene, attemptId: string): Promise<void> {
  const { calls, random } = scene;
  for (const { payment_id: id } of await paymentsOf(scene, attemptId)) {
    const act = (action: string, body: object = {}) =>
      // What is not possible in its state is refused, which changes nothing.
      calls.sandbox(`/payments/api/payments/${id}/${action}`, body);
    const fate = random.below(12);
    if (fate < 7) await act('pay');
    else if (fate === 7) await act('fail');
    else if (fate === 8) await act('expire');
    else if (fate === 9) await act('forge');
    else if (fate === 10) await act('pay', { amount_satang: 100 });
    if (random.isOneIn(5))
      await act('webhook', { copies: 1 + random.below(8), reverse_within_ms: 30 });
    if (random.isOneIn(20)) await act('dispute');
    if (random.isOneIn(20)) await act('dispute_close', { outcome: random.pick(['won', 'lost']) });
  }
}

/** Begins to pay an order by this method. */
export async function pay(
  scene: StormScene,
  book: FanBook,
  { order_id: orderId, satang }: Order,
  method: PaymentMethod,
): Promise<void> {
  const { calls, random } = scene;
  const answer = await calls.apiOnceOrLeave(`/order/${orderId}/pay`, book.fan, {
    method,
    return_path: '/wallet/payment-options/payment-result',
    expected_satang: satang,
    ...(method === 'card'
      ? { card_token: await calls.cardToken(random.isOneIn(4) ? POOR_CARD : GOOD_CARD) }
      : {}),
  });
  expectStatus('paying', [200, 402, 409, 429], answer, book);
  count(scene, `pay ${method}`);
}

/** Orders coins and pays, once or twice, by any method; the provider may fail in any way. */
export async function buy(scene: StormScene, book: FanBook): Promise<void> {
  const { calls, random } = scene;
  const made = await order(scene, book);
  if (made === null) return cancelOne(scene, book);
  if (random.isOneIn(8)) {
    await calls.sandbox('/payments/api/faults', {
      ...random.pick(FAULTS),
      accepts: random.isOneIn(2),
      answer: random.pick(['error', 'cut']),
    });
  }
  for (let attempt = 0; attempt < (random.isOneIn(5) ? 2 : 1); attempt += 1) {
    const method = random.pick(METHODS);
    await pay(scene, book, made, method);
    if (random.isOneIn(3)) await wait(random.below(50));
    // Who got no answer finds the attempt in the order.
    const seen = await calls.api(`/order/${made.order_id}`, { fan: book.fan });
    expectStatus('an order', [200], seen, book);
    const { body } = seen;
    if (body.data.attempt !== null) await decideAtProvider(scene, body.data.attempt.attempt_id);
  }
}

export async function cancelOne(scene: StormScene, book: FanBook): Promise<void> {
  const { calls, random } = scene;
  if (book.orderIds.size === 0) return;
  const orderId = random.pick([...book.orderIds]);
  const answer = await calls.api(`/order/${orderId}/cancel`, { fan: book.fan, body: {} });
  expectStatus('cancelling', [200, 409, 429], answer, book);
  count(scene, 'cancel');
}

/** An operator decides: gives baht back, says that they came, or that they did not. */
export async function decideAsOperator(scene: StormScene, book: FanBook): Promise<void> {
  const { calls, random } = scene;
  if (book.orderIds.size === 0) return;
  const action = random.pick(['refund', 'refund', 'confirm', 'reject']);
  const orderId = random.pick([...book.orderIds]);
  if (action === 'confirm') book.confirmedIds.add(orderId);
  const decision = { action, order: orderId, by: 'storm', why: 'storm' };
  const answer = await calls.operator('/orders/decision', decision);
  expectStatus(action, [200, 409], answer);
  count(scene, `operator ${action}`);
}

export async function redeem(scene: StormScene, book: FanBook): Promise<void> {
  const { code, coins } = scene.random.pick(scene.codes);
  const answer = await scene.calls.apiOnce('/redeem/useRedeem', book.fan, { code });
  expectStatus('a code', [200, 409, 429], answer, book);
  if (answer.status === 200) {
    if (answer.body.data.coins !== coins) throw new Error(`${code} gave ${answer.body.data.coins}`);
    book.redeemed += coins;
  }
  count(scene, 'redeem');
}

/** Spends in the database, as whatever is bought with coins will; again with the same key until it is known. */
export async function spend(scene: StormScene, book: FanBook): Promise<void> {
  const { world, random } = scene;
  const { db, wallet } = world;
  const coins = 1 + random.below(SPENT_MAX);
  const idempotencyKey = `storm:${randomUUID()}`;
  const { memberId } = book.fan;
  try {
    await insist(() =>
      db.transaction().execute((trx) =>
        wallet.spend(trx, {
          memberId,
          coins,
          to: 'revenue:premium',
          kind: 'unlock',
          idempotencyKey,
        }),
      ),
    );
  } catch (error) {
    if (error instanceof ApiError) return;
    throw error;
  }
  book.spent += coins;
  count(scene, 'spend');
}
