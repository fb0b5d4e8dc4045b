import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import type { Order, PaymentMethod } from '@sangwian/contract/endpoints/orders';
import { ApiError } from '@sangwian/node-kit/api-error';
import type { Attempt } from '../ledger-history/check-history.ts';
import { retryDuringKills } from './chaos-calls.ts';
import { type ChaosScene, count, expectStatus, type FanBook, walletOf } from './chaos-scene.ts';
import { codeKey } from './judge-answers.ts';

export const PACKAGES = [
  { id: 10, satang: 3_900 },
  { id: 5, satang: 30_000 },
  { id: 7, satang: 100_000 },
] as const;
const METHODS = ['card', 'promptpay', 'truemoney', 'paypal'] as const satisfies PaymentMethod[];
/** Provider calls that are made to fail. */
const FAULTS = [
  { provider: 'omise', call: 'charge.create' },
  { provider: 'omise', call: 'charge.get' },
  { provider: 'paypal', call: 'order.create' },
  { provider: 'paypal', call: 'order.capture' },
] as const;
const GOOD_CARD = '4242424242424242';
const POOR_CARD = '4111111111140011';
const SPENT_MAX = 60;

/** Orders coins, sometimes twice with the same key. The second response must contain the same order. */
export async function order(scene: ChaosScene, book: FanBook): Promise<Order | null> {
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

/** Returns the sandbox payments of an attempt. */
async function paymentsOf(scene: ChaosScene, attemptId: string) {
  const { body } = await scene.calls.sandbox(`/payments/api/payments?query=${attemptId}`);
  return body as ReadonlyArray<{ payment_id: string; status: string }>;
}

/** Completes a payment at the provider: pays it, fails it or leaves it open, with repeated and reordered webhooks. */
async function decideAtProvider(scene: ChaosScene, attemptId: string): Promise<void> {
  const { calls, random } = scene;
  for (const { payment_id: id } of await paymentsOf(scene, attemptId)) {
    const act = (action: string, body: object = {}) =>
      // An action that the state does not allow is refused without effect.
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

/** Starts a payment of an order. */
export async function pay(
  scene: ChaosScene,
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

/** Orders coins and pays once or twice by a random method, sometimes with a failing provider. */
export async function buy(scene: ChaosScene, book: FanBook): Promise<void> {
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
    // If the response was lost, the attempt is read from the order.
    const seen = await calls.api(`/order/${made.order_id}`, { fan: book.fan });
    expectStatus('an order', [200], seen, book);
    const { body } = seen;
    if (body.data.attempt !== null) await decideAtProvider(scene, body.data.attempt.attempt_id);
  }
}

export async function cancelOne(scene: ChaosScene, book: FanBook): Promise<void> {
  const { calls, random } = scene;
  if (book.orderIds.size === 0) return;
  const orderId = random.pick([...book.orderIds]);
  const answer = await calls.api(`/order/${orderId}/cancel`, { fan: book.fan, body: {} });
  expectStatus('cancelling', [200, 409, 429], answer, book);
  count(scene, 'cancel');
}

/** Refunds, confirms or rejects an order as an operator. */
export async function decideAsOperator(scene: ChaosScene, book: FanBook): Promise<void> {
  const { calls, random } = scene;
  if (book.orderIds.size === 0) return;
  const action = random.pick(['refund', 'refund', 'confirm', 'reject']);
  const orderId = random.pick([...book.orderIds]);
  if (action === 'confirm') book.confirmedIds.add(orderId);
  const answer = await calls.decide(orderId, action);
  expectStatus(action, [200, 409], answer);
  count(scene, `operator ${action}`);
}

export async function redeem(scene: ChaosScene, book: FanBook): Promise<void> {
  const { code, coins } = scene.random.pick(scene.codes);
  const { fan } = book;
  const answer = await scene.calls.apiMoving('/redeem/useRedeem', fan, { code }, () => ({
    key: codeKey(fan.memberId, code),
    ...{ from: 'granted', to: walletOf(fan), coins },
  }));
  expectStatus('a code', [200, 409, 429], answer, book);
  if (answer.status === 200) {
    if (answer.body.data.coins !== coins) throw new Error(`${code} gave ${answer.body.data.coins}`);
    book.redeemed += coins;
  }
  count(scene, 'redeem');
}

/** Spends coins in the database, retried with one key until the outcome is known. */
export async function spend(scene: ChaosScene, book: FanBook): Promise<void> {
  const { world, random } = scene;
  const { db, wallet } = world;
  const coins = 1 + random.below(SPENT_MAX);
  const idempotencyKey = `storm:${randomUUID()}`;
  const { memberId } = book.fan;
  const to = 'revenue:premium';
  const note = (outcome: Attempt['outcome']): void => {
    const from = walletOf(book.fan);
    scene.calls.history.push({ key: idempotencyKey, from, to, coins, outcome });
  };
  const debit = { memberId, coins, to, kind: 'unlock', idempotencyKey } as const;
  try {
    await retryDuringKills(
      () => db.transaction().execute((trx) => wallet.spend(trx, debit)),
      () => note('unknown'),
    );
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    note('refused');
    return;
  }
  note('acknowledged');
  book.spent += coins;
  count(scene, 'spend');
}
