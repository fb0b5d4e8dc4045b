import { randomInt, randomUUID } from 'node:crypto';
import { drawSlip, slipText } from '@sangwian/api/domains/money/slips/testing/draw-slip';
import type { Order } from '@sangwian/contract/endpoints/orders';
import type { ChaosAnswer } from './chaos-calls.ts';
import {
  type ChaosScene,
  type ChaosSlip,
  count,
  expectStatus,
  type FanBook,
} from './chaos-scene.ts';
import { order, pay } from './fan-actions.ts';

const REFERENCE_END = 10 ** 12;

async function makeSlip({ slips }: ChaosScene): Promise<ChaosSlip> {
  const reference = `2026${String(randomInt(REFERENCE_END)).padStart(12, '0')}`;
  const slip = { reference, png: new Uint8Array(await drawSlip(slipText(reference))) };
  slips.push(slip);
  return slip;
}

/** Orders coins for payment by transfer; `null` when the order was refused. */
async function orderByTransfer(
  scene: ChaosScene,
  book: FanBook,
): Promise<{ readonly book: FanBook; readonly made: Order } | null> {
  const made = await order(scene, book);
  if (made === null) return null;
  const method = scene.random.pick(['bank_transfer', 'promptpay_slip'] as const);
  await pay(scene, book, made, method);
  return { book, made };
}

/** Sends a slip, sometimes twice at once. @throws if its transfer was accepted for two orders */
async function showSlip(
  scene: ChaosScene,
  { book, made }: { readonly book: FanBook; readonly made: Order },
  { reference, png }: ChaosSlip,
): Promise<void> {
  const { calls, random, slipOrders } = scene;
  const send = (key: string): Promise<ChaosAnswer> =>
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

/** Orders by transfer and sends a slip, sometimes of another fan; an operator confirms or rejects it. */
export async function transfer(scene: ChaosScene, book: FanBook): Promise<void> {
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
  const answer = await calls.decide(mine.made.order_id, action);
  expectStatus(action, [200, 409], answer);
  count(scene, `slip ${action}`);
}
