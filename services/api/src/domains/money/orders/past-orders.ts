import type { OrderReason, PaymentMethod } from '@sangwian/contract/endpoints/orders';
import type { MemberId } from '@sangwian/contract/ids';
import { type Kysely, sql, type Transaction } from 'kysely';
import type { Database } from '../../../schema/database.ts';
import type { CoinQuote } from '../coins/coins.module.ts';
import type { Wallet } from '../wallet/wallet.module.ts';
import { AttemptsStore } from './attempts.store.ts';
import { addOrder } from './make-order.ts';
import { ORDER_HOURS } from './order-rules.ts';
import { OrdersStore } from './orders.store.ts';
import { CURRENCY } from './payment-provider.ts';
import { NO_RECEIPTS } from './receipts.ts';
import { addOrderEvent, transitionOrder } from './transition-order.ts';

const HOUR_MS = 60 * 60_000;

/** A closed order of the sample season. */
export interface PastOrder {
  readonly memberId: MemberId;
  readonly quote: CoinQuote;
  /** `null` if no attempt was made. */
  readonly method: Exclude<PaymentMethod, 'bank_transfer' | 'promptpay_slip' | 'paypal'> | null;
  readonly end: 'paid' | 'failed' | 'expired' | 'cancelled';
  readonly reason: OrderReason | null;
  readonly createdAt: Date;
  readonly endedAt: Date;
}

const ATTEMPT_STATUS = {
  paid: 'succeeded',
  failed: 'failed',
  expired: 'expired',
  cancelled: 'expired',
} as const;

/**
 * Adds a closed order. The coins of a paid order are credited with the current time, since the ledger cannot
 * be backdated.
 */
export async function addPastOrder(
  { db, wallet }: { readonly db: Kysely<Database>; readonly wallet: Wallet },
  trx: Transaction<Database>,
  past: PastOrder,
): Promise<void> {
  const orders = new OrdersStore(db);
  const deps = { orders, wallet, clock: () => past.endedAt, receipts: NO_RECEIPTS };
  const { quote, method, createdAt, endedAt } = past;
  const ageS = Math.round((Date.now() - createdAt.getTime()) / 1_000);
  const order = await addOrder(deps, trx, {
    // Lists are sorted by id, so the id must contain the time of the order.
    coin_order_id: sql<string>`uuidv7(${-ageS} * interval '1 second')`,
    member_id: past.memberId,
    status: 'waiting',
    reason: null,
    coin_package_id: quote.packageId,
    base_coins: quote.baseCoins,
    bonus_coins: quote.bonusCoins,
    amount_satang: quote.satang,
    method,
    paid_attempt_id: null,
    created_at: createdAt,
    expires_at: new Date(createdAt.getTime() + ORDER_HOURS * HOUR_MS),
    paid_at: null,
  });
  await addOrderEvent({ orders, clock: () => createdAt }, trx, order, {
    actor: 'member',
    what: 'ordered',
  });
  const isPaid = past.end === 'paid';
  const attemptId =
    method === null
      ? null
      : await new AttemptsStore(db).insert(trx, {
          coin_order_id: order.coin_order_id,
          provider: 'omise',
          method,
          status: ATTEMPT_STATUS[past.end],
          reason: past.end === 'failed' ? past.reason : null,
          amount_satang: quote.satang,
          provider_ref: null,
          return_url: '',
          authorize_url: null,
          qr_payload: null,
          begin_until: null,
          paid_satang: isPaid ? quote.satang : null,
          paid_currency: isPaid ? CURRENCY : null,
          disputed: null,
          created_at: createdAt,
          expires_at: endedAt,
          looked_at: endedAt,
        });
  const { after } = await transitionOrder(deps, trx, order, {
    status: past.end,
    reason: past.reason,
    creditsCoins: isPaid,
    ...(isPaid ? { paidAttemptId: attemptId } : {}),
  });
  await addOrderEvent(deps, trx, after, { actor: 'sample', what: past.end, attemptId });
}
