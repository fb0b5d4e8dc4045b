import type { MemberId } from '@sangwian/contract/ids';
import { ApiError } from '@sangwian/node-kit/api-error';
import type { Transaction } from 'kysely';
import type { Idempotency } from '../../../platform/idempotency/idempotency.module.ts';
import type { SwitchGate } from '../../../platform/switches/switches.module.ts';
import { bangkokDay, startOfBangkokDay } from '../../../platform/time/bangkok-day.ts';
import type { Clock } from '../../../platform/time/clock.ts';
import type { Database } from '../../../schema/database.ts';
import type { CoinQuote, Coins } from '../coins/coins.module.ts';
import type { Orders } from '../orders/orders.module.ts';
import type { MemberErrorOf, PartnerMembers, PurchaseGrant, Purchases } from './purchase-ports.ts';

export interface PurchaseDeps {
  readonly clock: Clock;
  readonly coins: Pick<Coins, 'quote'>;
  readonly idempotency: Idempotency;
  readonly members: PartnerMembers;
  readonly memberErrorOf: MemberErrorOf;
  readonly orders: Pick<Orders, 'partnerSatangSince' | 'recordPartnerOrder'>;
  readonly purchases: Purchases;
  readonly switches: SwitchGate;
}

export interface PurchaseRequest {
  readonly packageId: number;
  /** The price that was displayed to the member. */
  readonly expectedSatang: number;
}

/**
 * Checks that the member is active and belongs to the token's partner.
 *
 * @throws {ApiError} `purchase_token_invalid` for a member of another partner; `member_banned`,
 *   `member_suspended`, `member_closed`
 */
async function requireMember(
  { members, memberErrorOf }: PurchaseDeps,
  { memberId, mapSystemId }: PurchaseGrant,
  trx?: Transaction<Database>,
): Promise<void> {
  const row = await members.find({ memberId }, trx);
  if (row === undefined || row.map_system_id !== mapSystemId) {
    throw new ApiError('purchase_token_invalid');
  }
  const refusal = memberErrorOf(row);
  if (refusal !== null) throw refusal;
}

/**
 * Checks that the purchase fits into the daily limits. Locks the partner, which serializes the purchases on
 * its account.
 */
async function requireWithinLimits(
  { clock, orders, purchases }: PurchaseDeps,
  trx: Transaction<Database>,
  { memberId, mapSystemId, maxSatang }: PurchaseGrant,
  satang: number,
): Promise<void> {
  const caps = await purchases.lockCaps(trx, mapSystemId);
  // The partner was disabled after the token was issued.
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

/**
 * Records the order. An unexpected failure becomes `purchase_record_failed`: nothing was charged and the
 * token stays valid.
 */
async function recordOrder(
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
 * Buys a coin package on the account of the member's partner. Idempotent by key, and once per token.
 *
 * @returns the member and the order's id, which the caller publishes
 * @throws {ApiError} `purchase_token_invalid`, `member_not_found` during a deletion, `token_used`,
 *   `package_not_found`, `price_changed`, `purchase_limit_reached`, `purchase_record_failed`; `member_banned`,
 *   `member_suspended`, `member_closed`; the errors of the idempotency key
 */
export async function purchaseCoins(
  deps: PurchaseDeps,
  token: string,
  idempotencyKey: string,
  { packageId, expectedSatang }: PurchaseRequest,
): Promise<{ readonly memberId: MemberId; readonly orderId: string }> {
  const { purchases, coins, idempotency } = deps;
  const grant = await purchases.readPurchaseToken(token);
  const { memberId, jti } = grant;
  await requireMember(deps, grant);
  const off = await deps.switches.refusal('payments');
  const request = { packageId, expectedSatang, jti };
  const operation = 'POST /external/member/purchase';
  const { orderId } = await idempotency.once(
    { memberId, operation, idempotencyKey, request },
    async (trx) => {
      if (off !== null) throw off;
      // The member is locked before any order, so that a deletion of the account runs entirely before or
      // after this transaction.
      await deps.members.lifecycle.lock(trx, memberId);
      // The member may have been banned between the check above and the lock.
      await requireMember(deps, grant, trx);
      await purchases.usePurchaseGrant(trx, grant);
      const quote = await coins.quote(trx, { packageId });
      if (quote.satang !== expectedSatang) {
        throw new ApiError('price_changed', {
          details: [{ path: 'expected_satang', message: String(quote.satang) }],
        });
      }
      await requireWithinLimits(deps, trx, grant, quote.satang);
      return { orderId: await recordOrder(deps, trx, grant, packageId, quote) };
    },
  );
  return { memberId, orderId };
}
