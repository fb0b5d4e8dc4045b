import type { MemberId } from '@sangwian/contract/ids';
import type { Transaction } from 'kysely';
import type { Database } from '../../../schema/database.ts';
import { addOrder } from './make-order.ts';
import type { OrdersDeps } from './orders-deps.ts';
import { addOrderEvent, transitionOrder } from './transition-order.ts';

/** A purchase by a partner's member that the partner owes. */
export interface PartnerPurchase {
  readonly memberId: MemberId;
  readonly mapSystemId: string;
  readonly packageId: number;
  readonly baseCoins: number;
  readonly bonusCoins: number;
  readonly satang: number;
}

export const partnerAccountOf = (mapSystemId: string) => `partner:${mapSystemId}` as const;

/**
 * Records an order that counts as paid at once, since the partner owes the money. The base coins come from
 * the partner's account.
 *
 * @returns the order's id
 * @throws {ApiError} `self_excluded`, `spending_limit_reached`
 */
export async function recordPartnerOrder(
  deps: OrdersDeps,
  trx: Transaction<Database>,
  purchase: PartnerPurchase,
): Promise<string> {
  await deps.spending.requireMayBuy(trx, purchase, deps.orders.sumSpent);
  const now = deps.clock();
  const order = await addOrder(deps, trx, {
    member_id: purchase.memberId,
    status: 'waiting',
    reason: null,
    coin_package_id: purchase.packageId,
    base_coins: purchase.baseCoins,
    bonus_coins: purchase.bonusCoins,
    amount_satang: purchase.satang,
    ledger_account: partnerAccountOf(purchase.mapSystemId),
    method: null,
    paid_attempt_id: null,
    created_at: now,
    expires_at: now,
    paid_at: null,
  });
  const { after } = await transitionOrder(deps, trx, order, {
    status: 'paid',
    reason: null,
    creditsCoins: true,
  });
  await addOrderEvent(deps, trx, after, { actor: `partner:${purchase.mapSystemId}`, what: 'paid' });
  deps.metrics.countOrder('paid', null);
  return order.coin_order_id;
}
