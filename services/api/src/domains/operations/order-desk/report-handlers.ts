import { LIMITS } from '@sangwian/contract/limits';
import { ApiError } from '@sangwian/node-kit/api-error';
import type { Handlers } from '../../../platform/http/handler.ts';
import { StreamedData } from '../../../platform/http/streamed-json.ts';
import { endOfBangkokDay, startOfBangkokDay } from '../../../platform/time/bangkok-day.ts';
import type { DeskParts } from './desk-parts.ts';
import { writeReportCsv } from './orders-csv.ts';
import { makeReport, periodsBetween } from './report-rules.ts';

/** Maximum number of differences shown. More differences usually have one common cause. */
const DIFFERENCES_MAX = 100;

interface ReportQuery {
  readonly from: string;
  readonly to: string;
  readonly by: 'day' | 'month';
}

/** Creates a report from the ledger and the orders. @throws {ApiError} `request_invalid` if its span is too long */
async function readReport({ wallet, orders }: DeskParts, { from, to, by }: ReportQuery) {
  const days = periodsBetween(from, to, 'day').length;
  if (days === 0 || days > LIMITS.reportDaysMax) {
    const message = `the days must be in order, at most ${LIMITS.reportDaysMax}`;
    throw new ApiError('request_invalid', { details: [{ path: 'query.to', message }] });
  }
  const span = { from: startOfBangkokDay(from), before: endOfBangkokDay(to), by };
  const [coins, baht] = await Promise.all([wallet.sumFlows(span), orders.sumBaht(span)]);
  return makeReport(periodsBetween(from, to, by), coins, baht);
}

/**
 * Reads the last ledger checks, the numbers of waiting slips, manual refunds and webhooks, and the differences between
 * orders and payments.
 */
async function readCheck({ wallet, slips, search, webhooks, clock }: DeskParts) {
  const [{ last, good }, sent, byHand, unhandled, differences] = await Promise.all([
    wallet.readLastChecks(),
    slips.countWaiting(),
    search.countRefundsByHand(),
    webhooks.countWaiting(),
    search.findDifferences(clock(), DIFFERENCES_MAX),
  ]);
  const times = [good.full, good.incremental].flatMap((at) => at?.getTime() ?? []);
  return {
    ledger: {
      checked_at: last?.checkedAt.toISOString() ?? null,
      faults: [...(last?.faults ?? [])],
      good_at: times.length === 0 ? null : new Date(Math.max(...times)).toISOString(),
      full_good_at: good.full?.toISOString() ?? null,
    },
    waiting: {
      slips: sent.slips,
      oldest_slip_at: sent.oldest?.toISOString() ?? null,
      refunds_by_hand: byHand,
      webhooks: unhandled,
    },
    differences: differences.map(({ since, ...difference }) => ({
      ...difference,
      since: since.toISOString(),
    })),
  };
}

/** Creates the handlers of reports and checks for the console. */
export const createReportHandlers = (deps: DeskParts): Handlers => ({
  'GET /operator/money/report': async ({ query }) => ({ data: await readReport(deps, query) }),
  'GET /operator/money/report/csv': async ({ query, language }) => ({
    data: new StreamedData({
      file_name: `sangwian-report-${query.from}-${query.to}.csv`,
      csv: writeReportCsv(await readReport(deps, query), language),
    }),
  }),
  'GET /operator/money/check': async () => ({ data: await readCheck(deps) }),
});
