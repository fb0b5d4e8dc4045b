import type { MemberId } from '@sangwian/contract/ids';
import { ApiError } from '@sangwian/node-kit/api-error';
import type { Transaction } from 'kysely';
import type { Idempotency } from '../../../platform/idempotency/idempotency.module.ts';
import { bangkokDay, startOfBangkokDay } from '../../../platform/time/bangkok-day.ts';
import type { Clock } from '../../../platform/time/clock.ts';
import type { Database } from '../../../schema/database.ts';
import type { CoinQuote, Coins } from '../coins/coins.module.ts';
import type { Orders } from '../orders/orders.module.ts';
import type {
  PartnerMembers,
  PurchaseGrant,
  Purchases,
  RefusalOfMember,
} from './purchase-ports.ts';

export interface PurchaseDeps {
  readonly clock: Clock;
  readonly coins: Pick<Coins, 'quote'>;
  readonly idempotency: Idempotency;
  readonly members: PartnerMembers;
  readonly refusalOfMember: RefusalOfMember;
  readonly orders: Pick<Orders, 'partnerSatangSince' | 'recordPartnerOrder'>;
  readonly purchases: Purchases;
}

export interface AskedPurchase {
  readonly packageId: number;
  /** What the member was shown that it costs. */
  readonly expectedSatang: number;
}

/**
 * The token's member may buy here now.
 *
 * @throws {ApiError} `purchase_token_invalid` where it is no member of that partner; `member_banned`,
 *   `member_suspended`, `member_closed`
 */
async function requireMember(
  { members, refusalOfMember }: PurchaseDeps,
  { memberId, mapSystemId }: PurchaseGrant,
  trx?: Transaction<Database>,
): Promise<void> {
  const row = await members.find({ memberId }, trx);
  if (row === undefined || row.map_system_id !== mapSystemId) {
    throw new ApiError('purchase_token_invalid');
  }
  const refusal = refusalOfMember(row);
  if (refusal !== null) throw refusal;
}

/** What of today is left is enough. Purchases on one partner's account follow each other from here to their commit. */
async function keepLimits(
  { clock, orders, purchases }: PurchaseDeps,
  trx: Transaction<Database>,
  { memberId, mapSystemId, maxSatang }: PurchaseGrant,
  satang: number,
): Promise<void> {
  const caps = await purchases.lockCaps(trx, mapSystemId);
  // Switched off since the token was made.
  if (caps?.isActive !== true) throw new ApiError('purchase_token_invalid');
  const since = startOfBangkokDay(bangkokDay(clock()));
  const ofAll = await orders.partnerSatangSince(trx, { mapSystemId, since });
  const ofMember = await orders.partnerSatangSince(trx, { mapSystemId, memberId, since });
  const isTooMuch =
    satang > maxSatang ||
    ofAll + satang > caps.satangPerDayMax ||
    ofMember + satang > caps.memberSatangPerDayMax;
  if (isTooMuch) throw new ApiError('purchase_limit_reached');
}

/** Whatever goes wrong here is told as what it is for the member; nothing was taken, and the token is still good. */
async function record(
  { orders }: PurchaseDeps,
  trx: Transaction<Database>,
  { memberId, mapSystemId }: PurchaseGrant,
  packageId: number,
  { baseCoins, bonusCoins, satang }: CoinQuote,
): Promise<string> {
  const purchase = { memberId, mapSystemId, packageId, baseCoins, bonusCoins, satang };
  try {
    return await orders.recordPartnerOrder(trx, purchase);
  } catch (error) {
    if (error instanceof ApiError) throw error;
    throw new ApiError('purchase_record_failed', { cause: error });
  }
}

/**
 * Buys a coin package on the account of the member's partner, once for a token and once for a key.
 *
 * @returns the member, and the order's id: publish it
 * @throws {ApiError} `purchase_token_invalid`, `member_not_found` of who is just being deleted, `token_used`, `package_not_found`, `price_changed`,
 *   `purchase_limit_reached`, `purchase_record_failed`; `member_banned`, `member_suspended`, `member_closed`; those of
 *   the idempotency key
 */
export async function purchaseCoins(
  deps: PurchaseDeps,
  token: string,
  idempotencyKey: string,
  { packageId, expectedSatang }: AskedPurchase,
): Promise<{ readonly memberId: MemberId; readonly orderId: string }> {
  const { purchases, coins, idempotency } = deps;
  const grant = await purchases.readPurchaseToken(token);
  const { memberId, jti } = grant;
  await requireMember(deps, grant);
  const request = { packageId, expectedSatang, jti };
  const operation = 'POST /external/member/purchase';
  const { orderId } = await idempotency.once(
    { memberId, operation, idempotencyKey, request },
    async (trx) => {
      // Locked before any order, so that a deletion comes before or after all of it.
      await deps.members.ends.lock(trx, memberId);
      // Barred between the look above and the lock: nothing is bought any more.
      await requireMember(deps, grant, trx);
      await purchases.takePurchase(trx, grant);
      const quote = await coins.quote(trx, { packageId });
      if (quote.satang !== expectedSatang) {
        throw new ApiError('price_changed', {
          details: [{ path: 'expected_satang', message: String(quote.satang) }],
        });
      }
      await keepLimits(deps, trx, grant, quote.satang);
      return { orderId: await record(deps, trx, grant, packageId, quote) };
    },
  );
  return { memberId, orderId };
}
