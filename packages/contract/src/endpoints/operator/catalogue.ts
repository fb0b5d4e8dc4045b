import { z } from 'zod';
import { endpoints } from '../../endpoint.ts';
import { LIMITS } from '../../limits.ts';
import { GIFT_DRAWINGS } from '../../rules/gift-drawings.ts';

const coins = z.number().int();
const satang = z.number().int();
const time = z.iso.datetime();
const version = z
  .number()
  .int()
  .min(1)
  .max(2 ** 31 - 1);
const reason = z.string().trim().min(1).max(LIMITS.operatorReasonCharsMax);
const name = z.string().trim().min(1).max(LIMITS.giftNameCharsMax);

export const GiftEffect = z.enum(['spark', 'burst', 'storm']);
export type GiftEffect = z.infer<typeof GiftEffect>;

/** A gift as operators see it, also one that is not offered. */
export const OperatorGift = z.object({
  gift_id: z.uuid(),
  name: z.object({ th: z.string(), en: z.string() }),
  coins,
  /** The name of its drawing, `/art/gift/<drawing>.svg`. */
  drawing: z.string(),
  effect: GiftEffect,
  offered: z.boolean(),
  version: z.number().int(),
  /** Who changed it last; `null`: as delivered. */
  updated_by: z.string().nullable(),
});
export type OperatorGift = z.infer<typeof OperatorGift>;

const giftIds = z.array(z.uuid().toLowerCase()).min(1).max(LIMITS.giftsMax);

const giftFields = {
  name: z.strictObject({ th: name, en: name }),
  coins: coins.min(1).max(LIMITS.giftCoinsMax),
  drawing: z.enum(GIFT_DRAWINGS),
  effect: GiftEffect,
  offered: z.boolean(),
};

export const OperatorPackage = z.object({
  package_id: z.number().int(),
  name: z.string(),
  base_coins: coins,
  bonus_coins: coins,
  satang,
  offered: z.boolean(),
  version: z.number().int(),
  updated_by: z.string().nullable(),
});
export type OperatorPackage = z.infer<typeof OperatorPackage>;

const CustomPrice = z.object({
  satang_per_coin: satang,
  version: z.number().int(),
  updated_by: z.string().nullable(),
});

const PriceChange = z.object({
  /** `null`: the price of one coin in a custom amount. */
  package_id: z.number().int().nullable(),
  satang_before: satang,
  satang_after: satang,
  offered_before: z.boolean(),
  offered_after: z.boolean(),
  reason: z.string(),
  by: z.string(),
  at: time,
});

/** A decimal above zero, without an exponent. */
export const RateText = z
  .string()
  .regex(/^(?:0|[1-9]\d{0,11})(?:\.\d{1,12})?$/)
  .refine((text) => Number(text) > 0);

const Rate = z.strictObject({ code: z.string().regex(/^[A-Z]{3}$/), rate: RateText });

export const OperatorRates = z.object({
  rates: z.array(z.object({ code: z.string(), rate: z.string() })),
  /** `null` before the first rates. */
  as_of: time.nullable(),
  source: z.string().nullable(),
  /** Who entered them; `null`: fetched. */
  by: z.string().nullable(),
  /** Whether a configured service replaces them every hour. */
  automatic: z.boolean(),
  /** 0 before the first rates. */
  version: z.number().int(),
});
export type OperatorRates = z.infer<typeof OperatorRates>;

const manage = {
  tag: 'Operator: catalogue',
  caller: 'operator',
  identity: 'staff',
  permission: 'manage_catalogue',
} as const;
const giftId = z.object({ gift_id: z.uuid().toLowerCase() });

export const operatorCatalogueEndpoints = endpoints({
  'GET /operator/gift': {
    summary: 'All gifts in the order of fans, also those that are not offered',
    ...manage,
    data: z.array(OperatorGift),
    errors: [],
  },
  'POST /operator/gift': {
    summary: 'Create a gift at the end of the list',
    ...manage,
    sensitive: true,
    status: 201,
    body: z.strictObject(giftFields),
    data: OperatorGift,
    errors: [],
  },
  'PUT /operator/gift/{gift_id}': {
    summary: 'Change a gift; gifts that were sent keep their price',
    ...manage,
    sensitive: true,
    params: giftId,
    body: z.strictObject({ ...giftFields, version, reason }),
    data: OperatorGift,
    errors: ['gift_not_found', 'edit_stale'],
  },
  'PUT /operator/gift/order': {
    summary: 'Set the order of the gifts',
    ...manage,
    body: z.strictObject({
      /** Every gift, in the new order. */
      gift_ids: giftIds,
      /**
       * Every gift in the order that the operator saw. If the current order differs, the request is refused as stale.
       */
      seen_ids: giftIds,
      reason,
    }),
    data: z.array(OperatorGift),
    errors: ['edit_stale'],
  },
  'GET /operator/coin/package': {
    summary: 'All coin packages, the price of a custom amount, and the last price changes',
    ...manage,
    data: z.object({
      packages: z.array(OperatorPackage),
      custom: CustomPrice,
      changes: z.array(PriceChange),
    }),
    errors: [],
  },
  'PUT /operator/coin/package/{package_id}': {
    summary:
      'Change the price of a package, withdraw it or offer it again; orders keep their price',
    ...manage,
    sensitive: true,
    params: z.object({ package_id: z.coerce.number().int().positive().max(1_000_000) }),
    body: z.strictObject({
      satang: satang.min(1).max(LIMITS.packageSatangMax),
      offered: z.boolean(),
      version,
      reason,
    }),
    data: OperatorPackage,
    errors: ['package_not_found', 'edit_stale'],
  },
  'PUT /operator/coin/custom-price': {
    summary: 'Change the price of one coin in a custom amount',
    ...manage,
    sensitive: true,
    body: z.strictObject({
      satang_per_coin: satang.min(1).max(LIMITS.customCoinSatangMax),
      version,
      reason,
    }),
    data: CustomPrice,
    errors: ['edit_stale'],
  },
  'GET /operator/rates': {
    summary: 'The approximate exchange rates of the baht',
    ...manage,
    data: OperatorRates,
    errors: [],
  },
  'PUT /operator/rates': {
    summary: 'Replace the exchange rates; currencies that are not given are no longer shown',
    ...manage,
    sensitive: true,
    body: z.strictObject({
      rates: z.array(Rate).min(1).max(LIMITS.ratesMax),
      as_of: z.iso.date(),
      source: z.string().trim().min(1).max(LIMITS.rateSourceCharsMax),
      version: z
        .number()
        .int()
        .min(0)
        .max(2 ** 31 - 1),
      reason,
    }),
    data: OperatorRates,
    errors: ['edit_stale'],
  },
});
