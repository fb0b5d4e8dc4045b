import type { StreamedRows } from '@sangwian/api/platform/http/streamed-json';
import { bangkokDay } from '@sangwian/api/platform/time/bangkok-day';
import type { MovementKind } from '@sangwian/contract/endpoints/coins';
import type { OrderFile } from '@sangwian/contract/endpoints/operator/orders';
import { TEST_OWNER_TOKEN } from '../start-test-api.ts';
import { type ChaosOrder, ordersOf } from './chaos-orders.ts';
import type { ChaosScene, FanBook } from './chaos-scene.ts';
import { PARTNER } from './chaos-world.ts';
import { seeBouts } from './show-actions.ts';

/** A payment at the sandbox. */
interface ProviderPayment {
  readonly payment_id: string;
  readonly provider: string;
  readonly status: string;
  readonly amount_satang: number;
  readonly refunded_satang: number;
  readonly dispute: string | null;
  readonly metadata: Readonly<Record<string, unknown>>;
}

/** Balances of the house accounts by name; members and debts are one sum each. */
type House = Readonly<Record<string, number>>;

/** Returns the current balances of the house. */
export async function readHouse({ calls }: ChaosScene): Promise<House> {
  const { body } = await calls.operator('/ledger/check', {});
  return body.balances;
}

const isPaid = ({ status }: ProviderPayment): boolean =>
  status === 'successful' || status === 'COMPLETED';

/** Returns the satang that a provider holds: paid, not refunded, not charged back. */
const heldBy = (payments: readonly ProviderPayment[]): number =>
  payments
    .filter((payment) => isPaid(payment) && payment.dispute !== 'lost')
    .reduce((sum, payment) => sum + payment.amount_satang - payment.refunded_satang, 0);

/** Returns the satang that an operator has yet to refund by hand. */
const owedByHand = (refunds: OrderFile['refunds']): number =>
  refunds.filter(({ status }) => status === 'by_hand').reduce((sum, { satang }) => sum + satang, 0);

/** Whether an order was bought on the partner's account, which needs no payment method. */
const isPartners = (order: ChaosOrder, { fan }: FanBook): boolean =>
  fan.isPartners && order.method === null && ['paid', 'refunded'].includes(order.status);

function orderFault(
  order: ChaosOrder,
  payments: readonly ProviderPayment[],
  refunds: OrderFile['refunds'],
): string | null {
  const held = heldBy(payments) - owedByHand(refunds);
  const due: Partial<Record<ChaosOrder['status'], number>> = {
    paid: order.satang,
    refunded: 0,
    charged_back: 0,
    waiting: 0,
    failed: 0,
    cancelled: 0,
    expired: 0,
  };
  const expected = due[order.status];
  // An order that awaits an operator may hold any amount.
  if (expected === undefined || held === expected) return null;
  return `order ${order.order_id} is ${order.status} for ${order.satang} satang, and the provider holds ${held}: ${JSON.stringify(payments)}`;
}

const sumOf = <Item>(items: readonly Item[], ofOne: (item: Item) => number): number =>
  items.reduce((sum, item) => sum + ofOne(item), 0);

/** Returns the corners of each bout whose gifts are refunded. */
async function readRefunds(scene: ChaosScene): Promise<ReadonlyMap<string, readonly string[]>> {
  const corners: Record<string, readonly string[]> = { red: ['blue'], blue: ['red'], draw: [] };
  return new Map(
    (await seeBouts(scene)).map(({ match_live_id: bout, decision: ruling }) => [
      bout,
      corners[ruling?.outcome ?? ''] ?? ['red', 'blue'],
    ]),
  );
}

/** Totals of what a fan did with coins. */
interface Spent {
  readonly redeemed: number;
  readonly bought: readonly ChaosOrder[];
  /** Coins paid for premium lives. */
  readonly premium: number;
  readonly gifts: number;
  /** Expected balance, less debts. */
  readonly due: number;
}

const coinsOf = ({ base_coins: base, bonus_coins: bonus }: ChaosOrder): number => base + bonus;

interface Movement {
  readonly kind: MovementKind;
  readonly coins: number;
}

/**
 * Reads the totals of a deleted fan from the ledger, because some answers are lost; it must contain everything that was
 * acknowledged.
 */
async function readLeft(
  { world }: ChaosScene,
  book: FanBook,
  faults: string[],
): Promise<Pick<FanBook, 'redeemed' | 'spent'> & { readonly cheered: number }> {
  const { wallet } = (await world.wallet.exportOf(book.fan.memberId)) as {
    readonly wallet: { readonly movements: StreamedRows };
  };
  const movements: Movement[] = [];
  for await (const page of wallet.movements.pages) movements.push(...(page as Movement[]));
  const of = (...kinds: MovementKind[]): number =>
    sumOf(
      movements.filter(({ kind }) => kinds.includes(kind)),
      ({ coins }) => coins,
    ) + 0;
  const redeemed = of('coin_code');
  const spent = -of('unlock', 'unlock_refund');
  const answered = book.redeemed > redeemed || book.spent > -of('unlock');
  if (answered)
    faults.push(`${book.fan.memberId} was deleted, and the ledger lacks acknowledged movements`);
  return { redeemed, spent, cheered: -of('gift', 'gift_refund') };
}

async function addUp(
  scene: ChaosScene,
  book: FanBook,
  refunds: ReadonlyMap<string, readonly string[]>,
  faults: string[],
): Promise<Spent> {
  const orders = await ordersOf(scene, book);
  const ids = new Set(orders.map(({ order_id: id }) => id));
  for (const id of book.orderIds) {
    if (!ids.has(id)) faults.push(`order ${id} was acknowledged and is not there`);
  }
  const bought = orders.filter(({ status }) => status === 'paid');
  const coins = sumOf(bought, coinsOf);
  if (book.state === 'gone') {
    const { redeemed, spent, cheered } = await readLeft(scene, book, faults);
    const due = coins + redeemed - spent - cheered;
    return { redeemed, bought, premium: spent, gifts: cheered, due };
  }
  const isOff = (scene.counts['premium live called off'] ?? 0) > 0;
  const premium = book.spent + (isOff ? 0 : book.unlocked);
  const kept = book.gifts.filter(({ bout, corner }) => !refunds.get(bout)?.includes(corner));
  const gifts = sumOf(kept, (gift) => gift.coins);
  const due = coins + book.redeemed - premium - gifts;
  return { redeemed: book.redeemed, bought, premium, gifts, due };
}

async function checkOrders(
  { calls, slipOrders }: ChaosScene,
  orders: readonly ChaosOrder[],
  book: FanBook,
  payments: readonly ProviderPayment[],
  faults: string[],
): Promise<void> {
  for (const order of orders) {
    const path = `GET /operator/order/${order.order_id}`;
    const { body } = await calls.call(path, { token: TEST_OWNER_TOKEN });
    const seen: OrderFile = body.data;
    for (const { reference } of seen.slips) {
      const taker = reference === null ? undefined : slipOrders.get(reference);
      // A request whose response was lost may still have been accepted.
      if (taker !== undefined && taker !== order.order_id) {
        faults.push(
          `transfer ${reference} was acknowledged for ${taker} and counts for ${order.order_id}`,
        );
      }
    }
    if (book.confirmedIds.has(order.order_id) || isPartners(order, book)) continue;
    const attemptIds = seen.attempts.map((attempt) => attempt.attempt_id);
    const own = payments.filter(({ metadata }) =>
      Object.values(metadata).some((value) => attemptIds.includes(String(value))),
    );
    const fault = orderFault(order, own, seen.refunds);
    if (fault !== null) faults.push(fault);
  }
}

/** Checks that the partner owes what its members bought, within its limits. */
async function checkPartner(
  { calls }: ChaosScene,
  bought: readonly number[],
  faults: string[],
): Promise<void> {
  const day = bangkokDay(new Date());
  const yesterday = bangkokDay(new Date(Date.now() - 24 * 60 * 60_000));
  const account = `/operator/partner/${PARTNER.mapSystemId}/account?from=${yesterday}&to=${day}`;
  const { data } = (await calls.call(`GET ${account}`, { token: TEST_OWNER_TOKEN })).body;
  const satang = sumOf(bought, (one) => one);
  if (data.satang !== satang) {
    faults.push(`the partner owes ${data.satang} satang, and its members bought for ${satang}`);
  }
  // A run may span midnight.
  const days = Math.max(1, data.days.length);
  if (satang > PARTNER.satangPerDay * days) faults.push(`the partner's day allows no ${satang}`);
  for (const own of bought) {
    if (own > PARTNER.satangPerMemberAndDay * days) faults.push(`a member's day allows no ${own}`);
  }
}

/**
 * Returns the faults after a run, as sentences: the ledger's invariants, every balance against the acknowledged
 * answers, every order against the baht that the provider holds, and the house's accounts against all of it.
 */
export async function findChaosFaults(scene: ChaosScene, before: House): Promise<string[]> {
  const { calls, world } = scene;
  const ledger = await calls.operator('/ledger/check', {});
  const faults: string[] = [...ledger.body.faults];
  const house: House = ledger.body.balances;
  const { body: payments } = await calls.sandbox('/payments/api/payments');
  const refunds = await readRefunds(scene);
  const due: Record<string, number> = {
    sold: 0,
    [`partner:${PARTNER.mapSystemId}`]: 0,
    granted: 0,
    'revenue:premium': 0,
    'revenue:gifts': 0,
    escrows: 0,
    forfeited: 0,
  };
  const add = (account: string, coins: number): void => {
    due[account] = (due[account] ?? 0) + coins;
  };
  const partners: number[] = [];
  for (const book of [...scene.books, ...scene.gone]) {
    const answered = await addUp(scene, book, refunds, faults);
    const { balance, owed } = await world.wallet.readWallet(book.fan.memberId);
    const isGone = book.state === 'gone';
    if (isGone ? balance !== 0 : balance - owed !== answered.due) {
      faults.push(
        `${book.fan.memberId} (${book.state}) holds ${balance} and owes ${owed}, after ${JSON.stringify(answered)}`,
      );
    }
    if (isGone) add('forfeited', answered.due + owed);
    for (const order of answered.bought) {
      const account = isPartners(order, book) ? `partner:${PARTNER.mapSystemId}` : 'sold';
      add(account, -order.base_coins);
      add('granted', -order.bonus_coins);
    }
    add('granted', -answered.redeemed);
    add('revenue:premium', answered.premium);
    add('revenue:gifts', answered.gifts);
    const external = answered.bought.filter((order) => isPartners(order, book));
    partners.push(sumOf(external, ({ satang }) => satang));
    await checkOrders(scene, await ordersOf(scene, book), book, payments, faults);
  }
  for (const [account, coins] of Object.entries(due)) {
    const moved = (house[account] ?? 0) - (before[account] ?? 0);
    if (moved !== coins)
      faults.push(`${account} moved by ${moved} coins, and ought to by ${coins}`);
  }
  await checkPartner(scene, partners, faults);
  return faults;
}
