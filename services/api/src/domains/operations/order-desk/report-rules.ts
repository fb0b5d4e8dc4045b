import type { BahtFlows, CoinFlows, ReportRow } from '@sangwian/contract/endpoints/operator/money';
import type { BahtFlow } from '../../money/orders/orders.module.ts';
import type { AccountFlow } from '../../money/wallet/wallet.module.ts';

/** Thai VAT is 7 %, included in the price: 7/107 of it. */
const VAT_PARTS = 7;
const PRICE_PARTS = 107;

/** Returns the VAT in an amount, rounded half up to the satang. A negative amount mirrors the positive one. */
export function vatIn(satang: number): number {
  const size = Math.abs(satang);
  const vat = Math.floor((size * VAT_PARTS * 2 + PRICE_PARTS) / (PRICE_PARTS * 2));
  return satang < 0 ? 0 - vat : vat;
}

function coinFlowsOf(flows: readonly AccountFlow[]): CoinFlows {
  const of = (account: string) => {
    const own = flows.filter((flow) => flow.account === account);
    const received = own.reduce((sum, flow) => sum + flow.received, 0);
    const paid = own.reduce((sum, flow) => sum + flow.paid, 0);
    return { received, paid, net: received - paid };
  };
  const escrows = of('escrows');
  const gifts = of('revenue:gifts');
  return {
    sold: of('sold').paid,
    sold_returned: of('sold').received,
    granted: of('granted').paid,
    granted_returned: of('granted').received,
    held: escrows.received,
    // Coins of kept gifts move from escrow to the house. All other coins that leave escrow return to members.
    returned: escrows.paid - gifts.received,
    corrected: 0 - of('corrections').net || 0,
    earned_gifts: gifts.net,
    earned_premium: of('revenue:premium').net,
    forfeited: of('forfeited').net,
    members: of('members').net,
    receivables: of('receivables').net,
    escrows: escrows.net,
  };
}

function bahtFlowsOf(flows: readonly BahtFlow[]): BahtFlows {
  const sumOf = (kind: BahtFlow['kind']): number =>
    flows.filter((flow) => flow.kind === kind).reduce((sum, { satang }) => sum + satang, 0);
  const byMethod = new Map<BahtFlow['method'], { orders: number; satang: number }>();
  for (const { kind, method, orders, satang } of flows) {
    if (kind !== 'received') continue;
    const known = byMethod.get(method) ?? { orders: 0, satang: 0 };
    byMethod.set(method, { orders: known.orders + orders, satang: known.satang + satang });
  }
  const received = sumOf('received');
  const refunded = sumOf('refunded');
  const chargedBack = sumOf('charged_back');
  return {
    by_method: [...byMethod].map(([method, sums]) => ({ method, ...sums })),
    received_satang: received,
    refunded_satang: refunded,
    charged_back_satang: chargedBack,
    vat_satang: vatIn(received - refunded - chargedBack),
  };
}

/** Returns the periods of a report, including periods without transfers, and the total. */
export function makeReport(
  periods: readonly string[],
  coins: readonly AccountFlow[],
  baht: readonly BahtFlow[],
): { rows: ReportRow[]; total: ReportRow } {
  return {
    rows: periods.map((period) => ({
      period,
      coins: coinFlowsOf(coins.filter((flow) => flow.period === period)),
      baht: bahtFlowsOf(baht.filter((flow) => flow.period === period)),
    })),
    total: { period: 'total', coins: coinFlowsOf(coins), baht: bahtFlowsOf(baht) },
  };
}

const DAY_MS = 24 * 60 * 60_000;

/** Returns the days (`YYYY-MM-DD`) or months (`YYYY-MM`) from one day to another, both included. */
export function periodsBetween(from: string, to: string, by: 'day' | 'month'): string[] {
  const periods: string[] = [];
  for (let at = Date.parse(from); at <= Date.parse(to); at += DAY_MS) {
    const period = new Date(at).toISOString().slice(0, by === 'day' ? 10 : 7);
    if (periods.at(-1) !== period) periods.push(period);
  }
  return periods;
}
