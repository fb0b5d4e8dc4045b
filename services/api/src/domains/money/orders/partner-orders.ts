import type { MemberId } from '@sangwian/contract/ids';
import type { Transaction } from 'kysely';
import type { Database } from '../../../schema/database.ts';
import { addOrder } from './make-order.ts';
import { log, moveOrder } from './move-order.ts';
import type { OrdersDeps } from './orders-deps.ts';

/** What a partner's member buys on the partner's account. */
export interface PartnerPurchase {
  readonly memberId: MemberId;
  readonly mapSystemId: string;
  readonly packageId: number;
  readonly baseCoins: number;
  readonly bonusCoins: number;
  readonly satang: number;
}

export const accountOf = (mapSystemId: string) => `partner:${mapSystemId}` as const;

/**
 * An order that is paid as soon as it is there, since the partner owes for it: base coins come out of its account.
 *
 * @returns its id
 */
export async function recordPartnerOrder(
  deps: OrdersDeps,
  trx: Transaction<Database>,
  purchase: PartnerPurchase,
): Promise<string> {
  const now = deps.clock();
  const order = await addOrder(deps, trx, {
    member_id: purchase.memberId,
    status: 'waiting',
    reason: null,
    coin_package_id: purchase.packageId,
    base_coins: purchase.baseCoins,
    bonus_coins: purchase.bonusCoins,
    amount_satang: purchase.satang,
    ledger_account: accountOf(purchase.mapSystemId),
    method: null,
    paid_attempt_id: null,
    created_at: now,
    expires_at: now,
    paid_at: null,
  });
  const { after } = await moveOrder(deps, trx, order, {
    status: 'paid',
    reason: null,
    credits: true,
  });
  await log(deps, trx, after, { who: `partner:${purchase.mapSystemId}`, what: 'paid' });
  deps.metrics.moved('paid', null);
  return order.coin_order_id;
}
