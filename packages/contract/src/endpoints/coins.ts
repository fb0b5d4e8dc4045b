import { z } from 'zod';
import { endpoints, pageQuery } from '../endpoint.ts';
import { LIMITS } from '../limits.ts';

/** Whole coins. */
const coins = z.number().int();
/** Whole satang, a hundredth of a baht. */
const satang = z.number().int().nonnegative();
const memberId = z.string().min(1).max(64);

/** The drawing of a package, chosen by its base coins. */
export const PackageImage = z.enum(['20-coin', '100-coin', '500-coin']);
export type PackageImage = z.infer<typeof PackageImage>;

export const CoinPackage = z.object({
  /** Number of the package in the specification. */
  id: z.number().int(),
  name: z.string(),
  /** Coins received: base and bonus. */
  coin: coins,
  /** Base coins, to which the price applies. */
  coin_detail: coins,
  img: PackageImage,
  price_satang: satang,
});
export type CoinPackage = z.infer<typeof CoinPackage>;

export const ExchangeRates = z.object({
  base_code: z.string(),
  rates: z.array(
    z.object({
      code: z.string(),
      /** Units of `code` for one unit of `base_code`, as a decimal; for display only, never charged. */
      rate: z.string(),
    }),
  ),
  as_of: z.iso.datetime(),
  source: z.string(),
});
export type ExchangeRates = z.infer<typeof ExchangeRates>;

/** The kind of a coin movement in the history. */
export const MovementKind = z.enum([
  'purchase',
  'bonus',
  'coin_code',
  'grant',
  'adjustment',
  'gift',
  'gift_refund',
  'unlock',
  'unlock_refund',
  'purchase_refund',
  'chargeback',
  'debt_settled',
  'forfeit',
]);
export type MovementKind = z.infer<typeof MovementKind>;

/** The subject of a movement. */
export const MovementAbout = z.object({
  type: z.enum(['order', 'code', 'live', 'bout', 'operator']),
  /** The id of the order, live or bout; for a code, the code. */
  id: z.string(),
  title_th: z.string().optional(),
  title_en: z.string().optional(),
  /** Why coins were refunded: the result of a settled bout was corrected, or the video of a live failed. */
  reason: z.enum(['result_corrected', 'outage']).optional(),
});
export type MovementAbout = z.infer<typeof MovementAbout>;

export const Movement = z.object({
  movement_id: z.uuid(),
  kind: MovementKind,
  /** Positive: credit; negative: debit. */
  coins,
  balance_after: coins,
  about: MovementAbout.nullable(),
  at: z.iso.datetime(),
});
export type Movement = z.infer<typeof Movement>;

/** Days in Bangkok, both inclusive. */
const historyFilter = {
  member_id: memberId,
  kind: MovementKind.optional(),
  from: z.iso.date().optional(),
  to: z.iso.date().optional(),
};

export const coinEndpoints = endpoints({
  'GET /coin/package': {
    summary: 'The coin packages, the smallest first',
    tag: 'Coins',
    caller: 'browser',
    identity: 'visitor',
    data: z.object({
      packages: z.array(CoinPackage),
      /** Custom amounts: their range in base coins, and the price of one coin. */
      custom: z.object({ base_min: coins, base_max: coins, satang_per_coin: satang }),
    }),
    errors: [],
    // Clients see a changed price at the next visit.
    cache: { maxAgeS: 1, staleS: 10 },
  },
  'GET /coin/findOne/exchangeRate': {
    summary: 'Approximate exchange rates of a currency',
    tag: 'Coins',
    caller: 'browser',
    identity: 'visitor',
    query: z.object({ base_code: z.string().min(1).max(10) }),
    data: ExchangeRates,
    errors: ['currency_unknown'],
    cache: { maxAgeS: 300, staleS: 3_600 },
  },
  'GET /auth/member/wallet': {
    summary: 'The balance of the bearer',
    tag: 'Coins',
    caller: 'browser',
    identity: 'member',
    query: z.object({ member_id: memberId }),
    data: z.object({
      balance: coins,
      /** Coins still owed after a refund or chargeback in baht; spending is blocked until this is 0. */
      owed: coins.nonnegative(),
    }),
    errors: ['member_not_found'],
  },
  'GET /auth/member/wallet/history': {
    summary: 'Every movement of the bearer’s coins, the latest first',
    tag: 'Coins',
    caller: 'browser',
    identity: 'member',
    query: z.object({ ...historyFilter, ...pageQuery }),
    data: Movement,
    list: true,
    compress: true,
    errors: ['member_not_found'],
  },
  'GET /auth/member/wallet/history/csv': {
    summary: 'The coin history as a CSV file',
    tag: 'Coins',
    caller: 'browser',
    identity: 'member',
    query: z.object(historyFilter),
    /** UTF-8 with a byte order mark, so that spreadsheets read Thai; times are in Bangkok. */
    data: z.object({ file_name: z.string(), csv: z.string() }),
    compress: true,
    errors: ['member_not_found'],
  },
  'POST /redeem/useRedeem': {
    summary: 'Redeem a code for coins or for a live',
    tag: 'Coins',
    caller: 'browser',
    identity: 'member',
    idempotent: true,
    body: z.strictObject({
      code: z.string().min(1).max(LIMITS.redeemCodeCharsMax),
      /** The live to unlock with a live code. */
      program_live_id: z.string().min(1).max(64).optional(),
    }),
    data: z.object({
      kind: z.enum(['coin', 'live']),
      /** Coins credited; 0 for a live code. */
      coins,
      balance: coins,
      /** The unlocked live; `null` for a coin code. */
      program_live_id: z.string().nullable(),
    }),
    errors: [
      'redeem_expired',
      'redeem_unusable',
      'redeem_unusable_for_live',
      'redeem_unusable_for_coin',
      'redeem_not_found',
      'redeem_limit_reached',
      'redeem_already_used',
      'live_not_found',
    ],
  },
});
