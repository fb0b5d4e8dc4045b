import { z } from 'zod';
import { endpoints } from '../endpoint.ts';
import { LIMITS } from '../limits.ts';

/** Days and months of Bangkok. */
export const SpendingPeriod = z.enum(['day', 'month']);
export type SpendingPeriod = z.infer<typeof SpendingPeriod>;

/** Whole satang, a hundredth of a baht. */
const satang = z.number().int().nonnegative();
/** `null`: no limit. */
const limit = z
  .number()
  .int()
  .min(LIMITS.spendingLimitSatangMin)
  .max(LIMITS.spendingLimitSatangMax)
  .nullable();

const SpendingOfPeriod = z.object({
  limit_satang: limit,
  /** Orders of the period that are paid or may still be. */
  spent_satang: satang,
  /** When the next period begins. */
  renews_at: z.iso.datetime(),
  /** A higher limit, or none, that takes effect later. */
  next: z.object({ limit_satang: limit, at: z.iso.datetime() }).nullable(),
});
export type SpendingOfPeriod = z.infer<typeof SpendingOfPeriod>;

export const Spending = z.object({
  day: SpendingOfPeriod,
  month: SpendingOfPeriod,
  /** Until when the member neither buys nor spends coins; `null`: not excluded. */
  excluded_until: z.iso.datetime().nullable(),
});
export type Spending = z.infer<typeof Spending>;

/** How long a member can exclude themselves. */
export const ExclusionDays = z.union([z.literal(7), z.literal(30), z.literal(180)]);
export type ExclusionDays = z.infer<typeof ExclusionDays>;

const period = z.object({ period: SpendingPeriod });

export const spendingEndpoints = endpoints({
  'GET /member/spending': {
    summary: 'The bearer’s spending limits, what was spent, and the self-exclusion',
    tag: 'Spending',
    caller: 'browser',
    identity: 'member',
    data: Spending,
    errors: [],
  },
  'PUT /member/spending/limit/{period}': {
    summary:
      'Set the limit of coins bought per day or month. A lower one applies at once, a higher one or none after 24 hours',
    tag: 'Spending',
    caller: 'browser',
    identity: 'member',
    params: period,
    body: z.strictObject({ limit_satang: limit }),
    data: Spending,
    errors: [],
  },
  'DELETE /member/spending/limit/{period}/next': {
    summary: 'Withdraw a higher limit that has not taken effect; succeeds without one',
    tag: 'Spending',
    caller: 'browser',
    identity: 'member',
    params: period,
    data: Spending,
    errors: [],
  },
  'POST /member/spending/exclusion': {
    summary:
      'Exclude oneself from buying and spending coins; it can be prolonged, and not shortened',
    tag: 'Spending',
    caller: 'browser',
    identity: 'member',
    body: z.strictObject({ days: ExclusionDays }),
    data: Spending,
    errors: [],
  },
});
