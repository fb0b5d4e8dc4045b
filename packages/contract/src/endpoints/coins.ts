import { z } from 'zod';
import { endpoints, pageQuery } from '../endpoint.ts';
import { LIMITS } from '../limits.ts';

/** Whole coins. */
const coins = z.number().int();
/** Whole satang, a hundredth of a baht. */
const satang = z.number().int().nonnegative();
const memberId = z.string().min(1).max(64);

/** The picture of a package, by its base coins. */
export const PackageImage = z.enum(['20-coin', '100-coin', '500-coin']);
export type PackageImage = z.infer<typeof PackageImage>;

export const CoinPackage = z.object({
  /** The specification's number. */
  id: z.number().int(),
  name: z.string(),
  /** What is received: base and bonus. */
  coin: coins,
  /** The base coins, which the price is of. */
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
      /** Units of `code` for one of `base_code`, as a decimal: shown as "about", never charged. */
      rate: z.string(),
    }),
  ),
  as_of: z.iso.datetime(),
  source: z.string(),
});
export type ExchangeRates = z.infer<typeof ExchangeRates>;

/** Why coins moved, as the history shows it. */
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

/** What a movement was for. */
export const MovementAbout = z.object({
  type: z.enum(['order', 'code', 'live', 'bout', 'operator']),
  /** The order's, live's or bout's id; of a code the code. */
  id: z.string(),
  title_th: z.string().optional(),
  title_en: z.string().optional(),
  /** Why a gift came back after its bout was settled. */
  reason: z.enum(['result_corrected']).optional(),
});
export type MovementAbout = z.infer<typeof MovementAbout>;

export const Movement = z.object({
  movement_id: z.uuid(),
  kind: MovementKind,
  /** Above zero: came in; below: went out. */
  coins,
  balance_after: coins,
  about: MovementAbout.nullable(),
  at: z.iso.datetime(),
});
export type Movement = z.infer<typeof Movement>;

/** Days are those of Bangkok, both included. */
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
      /** A custom amount: so many base coins, and what one of them costs. */
      custom: z.object({ base_min: coins, base_max: coins, satang_per_coin: satang }),
    }),
    errors: [],
    cache: { maxAgeS: 30, staleS: 300 },
  },
  'GET /coin/findOne/exchangeRate': {
    summary: 'What a currency is about worth in others',
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
      /** What a refund or chargeback in baht could not take back yet; nothing can be spent until it is 0. */
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
    summary: 'The same as a table for a spreadsheet',
    tag: 'Coins',
    caller: 'browser',
    identity: 'member',
    query: z.object(historyFilter),
    /** UTF-8 with a byte order mark, so that spreadsheets read Thai; times of Bangkok. */
    data: z.object({ file_name: z.string(), csv: z.string() }),
    compress: true,
    errors: ['member_not_found'],
  },
  'POST /redeem/useRedeem': {
    summary: 'Use a redeem code: coins, or a live that it opens',
    tag: 'Coins',
    caller: 'browser',
    identity: 'member',
    idempotent: true,
    body: z.strictObject({
      code: z.string().min(1).max(LIMITS.redeemCodeCharsMax),
      /** The live that a live code is to open. */
      program_live_id: z.string().min(1).max(64).optional(),
    }),
    data: z.object({
      kind: z.enum(['coin', 'live']),
      /** What came in; 0 of a live code. */
      coins,
      balance: coins,
      /** The live that is open now; `null` of a coin code. */
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
