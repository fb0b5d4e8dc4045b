import { randomInt } from 'node:crypto';
import type { MemberId } from '@sangwian/contract/ids';
import { LIMITS } from '@sangwian/contract/limits';
import { ApiError } from '@sangwian/node-kit/api-error';
import type { Kysely, Transaction } from 'kysely';
import type { Idempotency } from '../../../platform/idempotency/idempotency.module.ts';
import type { SwitchGate } from '../../../platform/switches/switches.module.ts';
import { bangkokDay } from '../../../platform/time/bangkok-day.ts';
import type { Database } from '../../../schema/database.ts';
import type { Coins } from '../coins/coins.module.ts';
import type { Buyers } from './buyers.ts';
import { makeOrderNumber, mayBuy, ORDER_HOURS } from './order-rules.ts';
import type { NewOrder, OrderRow } from './orders.store.ts';
import type { OrdersDeps } from './orders-deps.ts';
import { addOrderEvent, publishTransition } from './transition-order.ts';

const HOUR_MS = 60 * 60_000;
/** Collisions of order numbers are so rare that a few tries are enough. */
const NUMBER_TRIES_MAX = 5;

export interface MakeOrderDeps extends OrdersDeps {
  readonly coins: Coins;
  readonly members: Buyers;
  readonly idempotency: Idempotency;
  readonly switches: SwitchGate;
  readonly hasParentsConsent: (on: Kysely<Database>, memberId: MemberId) => Promise<boolean>;
}

export interface OrderRequest {
  readonly package_id?: number | undefined;
  readonly custom_coins?: number | undefined;
  readonly expected_satang: number;
}

export const priceChangedError = (satang: number): ApiError =>
  new ApiError('price_changed', {
    details: [{ path: 'expected_satang', message: String(satang) }],
  });

/** Adds an order with a unique number. */
export async function addOrder(
  { orders }: Pick<OrdersDeps, 'orders'>,
  trx: Transaction<Database>,
  order: Omit<NewOrder, 'number'>,
): Promise<OrderRow> {
  for (let tries = 0; tries < NUMBER_TRIES_MAX; tries += 1) {
    const row = await orders.insert(trx, { ...order, number: makeOrderNumber(randomInt) });
    if (row !== undefined) return row;
  }
  throw new Error('no free order number was found');
}

/** @throws {ApiError} `request_invalid` */
function readSelection({ package_id: packageId, custom_coins: customCoins }: OrderRequest) {
  if (packageId !== undefined && customCoins === undefined) return { packageId };
  if (customCoins !== undefined && packageId === undefined) return { customCoins };
  throw new ApiError('request_invalid', {
    details: [{ path: 'body.package_id', message: 'either this or custom_coins' }],
  });
}

/**
 * Locks the member, and refuses a member who was banned or deleted since the request was authenticated. The
 * member is locked before any of their orders, so that a deletion of the account runs entirely before or
 * after this transaction.
 */
export async function requireActive(
  { members }: Pick<MakeOrderDeps, 'members'>,
  trx: Transaction<Database>,
  memberId: MemberId,
): Promise<void> {
  const { status } = await members.lifecycle.lock(trx, memberId);
  if (status !== 'active') throw new ApiError('token_invalid');
}

/** Refuses a member who may not order. Locks the member, so that concurrent orders cannot exceed the limit. */
async function requireEligibleBuyer(
  deps: MakeOrderDeps,
  trx: Transaction<Database>,
  memberId: MemberId,
): Promise<void> {
  const { members, orders, clock, hasParentsConsent } = deps;
  await requireActive(deps, trx, memberId);
  const member = await members.find({ memberId }, trx);
  const isAllowed = mayBuy(
    member?.latest_birth_date ?? null,
    bangkokDay(clock()),
    await hasParentsConsent(trx, memberId),
  );
  if (!isAllowed) throw new ApiError('buyer_too_young');
  if ((await orders.countOpen(trx, memberId)) >= LIMITS.openOrdersMax) {
    throw new ApiError('order_limit_reached');
  }
}

/**
 * Orders a package or a custom amount at the current price. Idempotent by key.
 *
 * @returns the order's id
 * @throws {ApiError} `payments_off`, `package_not_found`, `coins_out_of_range`, `buyer_too_young`,
 *   `order_limit_reached`; `self_excluded`; `spending_limit_reached` with the remaining amount; `price_changed`
 *   with the current price; the errors of the idempotency key
 */
export async function makeOrder(
  deps: MakeOrderDeps,
  memberId: MemberId,
  idempotencyKey: string,
  request: OrderRequest,
): Promise<string> {
  const { coins, idempotency, clock, switches } = deps;
  const selection = readSelection(request);
  const off = await switches.refusal('payments');
  /** The orders made by this call; empty if the key was used before. */
  const made: OrderRow[] = [];
  const { order_id: orderId } = await idempotency.once(
    { memberId, operation: 'POST /order', idempotencyKey, request },
    async (trx) => {
      // Checked here, so that a retry still gets the first response.
      if (off !== null) throw off;
      await requireEligibleBuyer(deps, trx, memberId);
      const quote = await coins.quote(trx, selection);
      if (quote.satang !== request.expected_satang) throw priceChangedError(quote.satang);
      await deps.spending.requireMayBuy(
        trx,
        { memberId, satang: quote.satang },
        deps.orders.sumSpent,
      );
      const now = clock();
      const order = await addOrder(deps, trx, {
        member_id: memberId,
        status: 'waiting',
        reason: null,
        coin_package_id: quote.packageId,
        base_coins: quote.baseCoins,
        bonus_coins: quote.bonusCoins,
        amount_satang: quote.satang,
        method: null,
        paid_attempt_id: null,
        created_at: now,
        expires_at: new Date(now.getTime() + ORDER_HOURS * HOUR_MS),
        paid_at: null,
      });
      await addOrderEvent(deps, trx, order, { actor: 'member', what: 'ordered' });
      made.push(order);
      return { order_id: order.coin_order_id };
    },
  );
  for (const order of made) {
    deps.metrics.countOrder('waiting', null);
    publishTransition(deps, { before: order, after: order, coinsMoved: false });
  }
  return orderId;
}
