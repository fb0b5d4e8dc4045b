import { randomInt, randomUUID } from 'node:crypto';
import { drawSlip, slipText } from '@sangwian/api/domains/money/slips/testing/draw-slip';
import type { Order } from '@sangwian/contract/endpoints/orders';
import { order, pay } from './fan-actions.ts';
import type { StormAnswer } from './storm-calls.ts';
import {
  count,
  expectStatus,
  type FanBook,
  type StormScene,
  type StormSlip,
} from './storm-scene.ts';

const REFERENCE_END = 10 ** 12;

async function makeSlip({ slips }: StormScene): Promise<StormSlip> {
  const reference = `2026${String(randomInt(REFERENCE_END)).padStart(12, '0')}`;
  const slip = { reference, png: new Uint8Array(await drawSlip(slipText(reference))) };
  slips.push(slip);
  return slip;
}

/** An order that is to be paid by transfer; `null`: this fan may not now. */
async function orderByTransfer(
  scene: StormScene,
  book: FanBook,
): Promise<{ readonly book: FanBook; readonly made: Order } | null> {
  const made = await order(scene, book);
  if (made === null) return null;
  const method = scene.random.pick(['bank_transfer', 'promptpay_slip'] as const);
  await pay(scene, book, made, method);
  return { book, made };
}

/** Shows a slip, sometimes twice at once. @throws where its transfer was taken for another order, too */
async function showSlip(
  scene: StormScene,
  { book, made }: { readonly book: FanBook; readonly made: Order },
  { reference, png }: StormSlip,
): Promise<void> {
  const { calls, random, slipOrders } = scene;
  const send = (key: string): Promise<StormAnswer> =>
    calls.api(`/order/${made.order_id}/slip`, { fan: book.fan, png, key });
  const key = randomUUID();
  const answers = await Promise.all(
    random.isOneIn(4) ? [send(key), send(randomUUID())] : [send(key)],
  );
  for (const answer of answers) {
    expectStatus('a slip', [200, 409, 429], answer, book);
    count(scene, answer.status === 200 ? 'slip' : 'slip refused');
    if (answer.status !== 200) continue;
    const known = slipOrders.get(reference);
    if (known !== undefined && known !== made.order_id) {
      throw new Error(`transfer ${reference} was taken for ${known} and for ${made.order_id}`);
    }
    slipOrders.set(reference, made.order_id);
  }
}

/** Orders, transfers and shows a slip, which may be another fan's; an operator believes it, or does not. */
export async function transfer(scene: StormScene, book: FanBook): Promise<void> {
  const { calls, random, books, slips } = scene;
  const mine = await orderByTransfer(scene, book);
  if (mine === null) return;
  const slip = slips.length > 0 && random.isOneIn(4) ? random.pick(slips) : await makeSlip(scene);
  const friend = random.isOneIn(3) ? random.pick(books) : null;
  const other = friend === null || friend === book ? null : await orderByTransfer(scene, friend);
  const both = other === null ? [mine] : [mine, other];
  await Promise.all(both.map((one) => showSlip(scene, one, slip)));
  if (random.isOneIn(3)) return;
  const action = random.pick(['confirm', 'confirm', 'reject']);
  if (action === 'confirm') book.confirmedIds.add(mine.made.order_id);
  const decision = { action, order: mine.made.order_id, by: 'storm', why: 'storm' };
  const answer = await calls.operator('/orders/decision', decision);
  expectStatus(action, [200, 409], answer);
  count(scene, `slip ${action}`);
}
