import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Language } from '@sangwian/contract/endpoints/member';
import type { ReportRow } from '@sangwian/contract/endpoints/operator/money';
import { toBahtText } from '@sangwian/money/satang';
import { stringify } from 'csv-stringify/sync';
import { bangkokTime } from '../../../platform/time/bangkok-day.ts';
import type { OrderLineRow } from './order-search.store.ts';
import { presentLine } from './present-orders.ts';

/** Lines written per turn of the event loop. */
const LINES_AT_ONCE_MAX = 200;
const CSV = {
  record_delimiter: 'windows',
  // Prefixes text that a spreadsheet would run as a formula.
  escape_formulas: true,
  // By default the library quotes only the record delimiter, which is CRLF here.
  quoted_match: /[\r\n]/,
} as const;

const ORDER_HEADINGS: Record<Language, readonly string[]> = {
  EN: [
    'Made',
    'Number',
    'Status',
    'Reason',
    'Baht',
    'Coins',
    'Bonus',
    'Method',
    'Provider',
    'Member',
    'Member id',
    'Paid',
  ],
  TH: [
    'สร้างเมื่อ',
    'เลขที่',
    'สถานะ',
    'เหตุผล',
    'บาท',
    'เหรียญ',
    'โบนัส',
    'วิธีชำระ',
    'ผู้ให้บริการ',
    'สมาชิก',
    'รหัสสมาชิก',
    'ชำระเมื่อ',
  ],
};

function orderCells(row: OrderLineRow): (string | number)[] {
  const line = presentLine(row);
  return [
    bangkokTime(row.created_at),
    line.number,
    line.status,
    line.reason ?? '',
    toBahtText(line.satang),
    line.base_coins,
    line.bonus_coins,
    line.method ?? '',
    line.provider ?? '',
    line.member.name,
    line.member.member_id,
    row.paid_at === null ? '' : bangkokTime(row.paid_at),
  ];
}

/** Writes orders as CSV in pieces of a few milliseconds each: UTF-8 with a byte order mark, CRLF, Bangkok time. */
export async function* writeOrdersCsv(
  pages: AsyncIterable<readonly OrderLineRow[]>,
  language: Language,
): AsyncGenerator<string> {
  yield stringify([[...ORDER_HEADINGS[language]]], { ...CSV, bom: true });
  for await (const page of pages) {
    for (let from = 0; from < page.length; from += LINES_AT_ONCE_MAX) {
      yield stringify(page.slice(from, from + LINES_AT_ONCE_MAX).map(orderCells), CSV);
      await nextTurn();
    }
  }
}

const REPORT_HEADINGS: Record<Language, readonly string[]> = {
  EN: [
    'Period',
    'Coins sold',
    'Sold, taken back',
    'Granted',
    'Granted, taken back',
    'Held',
    'Returned',
    'Returned after corrections',
    'Earned by gifts',
    'Earned by premium',
    'Forfeited',
    'Received (baht)',
    'Refunded (baht)',
    'Charged back (baht)',
    'VAT (baht)',
  ],
  TH: [
    'ช่วงเวลา',
    'เหรียญที่ขาย',
    'ขายแล้วเรียกคืน',
    'แจก',
    'แจกแล้วเรียกคืน',
    'พักไว้',
    'คืนสมาชิก',
    'คืนหลังแก้ผล',
    'รายได้จากของขวัญ',
    'รายได้จากพรีเมียม',
    'ริบ',
    'รับเงิน (บาท)',
    'คืนเงิน (บาท)',
    'ธนาคารเรียกคืน (บาท)',
    'ภาษีมูลค่าเพิ่ม (บาท)',
  ],
};

const reportCells = ({ period, coins, baht }: ReportRow): (string | number)[] => [
  period,
  coins.sold,
  coins.sold_returned,
  coins.granted,
  coins.granted_returned,
  coins.held,
  coins.returned,
  coins.corrected,
  coins.earned_gifts,
  coins.earned_premium,
  coins.forfeited,
  ...[baht.received_satang, baht.refunded_satang, baht.charged_back_satang, baht.vat_satang].map(
    toBahtText,
  ),
];

/** Writes a report as CSV, its total in the last line. */
export const writeReportCsv = (
  { rows, total }: { readonly rows: readonly ReportRow[]; readonly total: ReportRow },
  language: Language,
): string =>
  stringify([[...REPORT_HEADINGS[language]], ...[...rows, total].map(reportCells)], {
    ...CSV,
    bom: true,
  });
