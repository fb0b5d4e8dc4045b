import { z } from 'zod';
import { endpoints } from '../../endpoint.ts';
import { PaymentMethod } from '../orders.ts';

const satang = z.number().int();
const coins = z.number().int();
const time = z.iso.datetime();
const day = z.iso.date();

/** Coins that moved between the house and all other accounts. Every sum of `net` with the members' own is zero. */
export const CoinFlows = z.object({
  /** Bought coins, and those that refunds took back. */
  sold: coins,
  sold_returned: coins,
  /** Bonuses, codes and adjustments, and those that were taken back. */
  granted: coins,
  granted_returned: coins,
  /** Gifts put into escrow. */
  held: coins,
  /** Gifts returned from escrow, and by the house after a corrected result. */
  returned: coins,
  corrected: coins,
  /** Gifts that the house kept, and unlocks of premium lives less those refunded. */
  earned_gifts: coins,
  earned_premium: coins,
  forfeited: coins,
  /** Change of the members' wallets and of their debts. */
  members: coins,
  receivables: coins,
  /** Change of the coins in escrow. */
  escrows: coins,
});
export type CoinFlows = z.infer<typeof CoinFlows>;

export const BahtFlows = z.object({
  by_method: z.array(
    z.object({ method: PaymentMethod.nullable(), orders: z.number().int(), satang }),
  ),
  received_satang: satang,
  /** Paid back by a provider or by hand. */
  refunded_satang: satang,
  /** Taken back by banks, less what they returned after an appeal. */
  charged_back_satang: satang,
  /** VAT in the received baht less what went back: 7/107, rounded half up to the satang. */
  vat_satang: satang,
});
export type BahtFlows = z.infer<typeof BahtFlows>;

const ReportRow = z.object({
  /** `YYYY-MM-DD` or `YYYY-MM`, in Bangkok. */
  period: z.string(),
  coins: CoinFlows,
  baht: BahtFlows,
});
export type ReportRow = z.infer<typeof ReportRow>;

const reportQuery = z.object({
  from: day,
  to: day,
  by: z.enum(['day', 'month']).default('day'),
});

const readReports = {
  tag: 'Operator: money',
  caller: 'operator',
  identity: 'staff',
  permission: 'read_money_reports',
} as const;

export const operatorMoneyEndpoints = endpoints({
  'GET /operator/money/report': {
    summary: 'Coins and baht by day or month, from the ledger and the orders',
    ...readReports,
    query: reportQuery,
    data: z.object({ rows: z.array(ReportRow), total: ReportRow }),
    errors: [],
  },
  'GET /operator/money/report/csv': {
    summary: 'The report as CSV',
    ...readReports,
    query: reportQuery,
    data: z.object({ file_name: z.string(), csv: z.string() }),
    errors: [],
  },
  'GET /operator/money/check': {
    summary: 'The last ledger checks, and differences between orders and their payments',
    tag: 'Operator: money',
    caller: 'operator',
    identity: 'staff',
    permission: 'manage_orders',
    data: z.object({
      ledger: z.object({
        checked_at: time.nullable(),
        /** Broken invariants in words; empty if the ledger is correct. */
        faults: z.array(z.string()),
        good_at: time.nullable(),
        full_good_at: time.nullable(),
      }),
      waiting: z.object({
        slips: z.number().int(),
        oldest_slip_at: time.nullable(),
        refunds_by_hand: z.number().int(),
        webhooks: z.number().int(),
      }),
      differences: z.array(
        z.object({
          kind: z.enum([
            /** Another amount arrived than was ordered. */
            'amount',
            /** Paid, but no attempt has the money. */
            'unpaid',
            /** Money arrived, but the order is not paid. */
            'uncredited',
            /** More than one attempt has money that is not refunded. */
            'paid_twice',
            /** Pending for longer than reconciliation needs. */
            'stuck',
          ]),
          order_id: z.uuid(),
          number: z.string(),
          ordered_satang: satang,
          paid_satang: satang,
          since: time,
        }),
      ),
    }),
    errors: [],
  },
});
