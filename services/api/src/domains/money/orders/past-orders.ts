import type { OrderReason, PaymentMethod } from '@sangwian/contract/endpoints/orders';
import type { MemberId } from '@sangwian/contract/ids';
import { type Kysely, sql, type Transaction } from 'kysely';
import type { Database } from '../../../schema/database.ts';
import type { CoinQuote } from '../coins/coins.module.ts';
import type { Wallet } from '../wallet/wallet.module.ts';
import { AttemptsStore } from './attempts.store.ts';
import { addOrder } from './make-order.ts';
import { log, moveOrder } from './move-order.ts';
import { ORDER_HOURS } from './order-rules.ts';
import { OrdersStore } from './orders.store.ts';
import { CURRENCY } from './payment-provider.ts';

const HOUR_MS = 60 * 60_000;

/** An order that has ended, as a sample has them. */
export interface PastOrder {
  readonly memberId: MemberId;
  readonly quote: CoinQuote;
  /** `null`: nobody began to pay it. */
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

/** Adds an order of before, with its coins where it was paid: those are credited now, since the ledger has no past. */
export async function addPastOrder(
  { db, wallet }: { readonly db: Kysely<Database>; readonly wallet: Wallet },
  trx: Transaction<Database>,
  past: PastOrder,
): Promise<void> {
  const orders = new OrdersStore(db);
  const deps = { orders, wallet, clock: () => past.endedAt };
  const { quote, method, createdAt, endedAt } = past;
  const ageS = Math.round((Date.now() - createdAt.getTime()) / 1_000);
  const order = await addOrder(deps, trx, {
    // Lists are in the order of ids, so this one is of its time too.
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
  await log({ orders, clock: () => createdAt }, trx, order, { who: 'member', what: 'ordered' });
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
  const { after } = await moveOrder(deps, trx, order, {
    status: past.end,
    reason: past.reason,
    credits: isPaid,
    ...(isPaid ? { paidAttemptId: attemptId } : {}),
  });
  await log(deps, trx, after, { who: 'sample', what: past.end, attemptId });
}
