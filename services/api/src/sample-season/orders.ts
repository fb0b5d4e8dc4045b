import type { MemberId } from '@sangwian/contract/ids';
import type { Kysely, Transaction } from 'kysely';
import { createCoins } from '../domains/money/coins/coins.module.ts';
import { addPastOrder, type PastOrder } from '../domains/money/orders/orders.module.ts';
import { createWallet } from '../domains/money/wallet/wallet.module.ts';
import type { Database } from '../schema/database.ts';

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;

interface Planned extends Pick<PastOrder, 'method' | 'end' | 'reason'> {
  readonly packageId: number;
  readonly daysAgo: number;
  /** Time from the creation of an order to its end. */
  readonly minutes: number;
}

/** Orders of a fan, oldest first. Paid orders are from today, because their coins are added today. */
const PLANNED: readonly Planned[] = [
  { packageId: 6, method: 'promptpay', end: 'expired', reason: null, daysAgo: 9, minutes: 1_440 },
  { packageId: 4, method: null, end: 'cancelled', reason: null, daysAgo: 6, minutes: 3 },
  {
    packageId: 5,
    method: 'card',
    end: 'failed',
    reason: 'insufficient_funds',
    daysAgo: 2,
    minutes: 1,
  },
  { packageId: 5, method: 'promptpay', end: 'paid', reason: null, daysAgo: 0, minutes: 4 },
  { packageId: 6, method: 'card', end: 'paid', reason: null, daysAgo: 0, minutes: 2 },
];

/** Omits one order for every other fan, so that histories differ. */
const plannedOf = (place: number): readonly Planned[] =>
  PLANNED.filter((_, index) => place % 2 === 0 || index !== place % PLANNED.length);

/**
 * Adds past orders of a fan.
 *
 * @returns the coins of the paid orders
 */
export async function addSampleOrders(
  db: Kysely<Database>,
  trx: Transaction<Database>,
  fan: { readonly memberId: MemberId; readonly place: number; readonly now: Date },
): Promise<number> {
  const coins = createCoins(db);
  const deps = { db, wallet: createWallet(db) };
  let bought = 0;
  for (const { packageId, daysAgo, minutes, ...planned } of plannedOf(fan.place)) {
    const quote = await coins.quote(trx, { packageId });
    // Returns the end of an order, at different times of day and never after now.
    const endedAt = new Date(fan.now.getTime() - daysAgo * DAY_MS - daysAgo * 37 * MINUTE_MS);
    const createdAt = new Date(endedAt.getTime() - minutes * MINUTE_MS);
    await addPastOrder(deps, trx, {
      ...planned,
      memberId: fan.memberId,
      quote,
      createdAt,
      endedAt,
    });
    if (planned.end === 'paid') bought += quote.baseCoins + quote.bonusCoins;
  }
  return bought;
}
