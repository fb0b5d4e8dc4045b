import type { Language } from '@sangwian/contract/endpoints/member';
import type { ReportRow } from '@sangwian/contract/endpoints/operator/money';
import { toBahtText } from '@sangwian/money/satang';
import { type Cells, streamCsv, writeCsv } from '../../../platform/http/csv-file.ts';
import { bangkokTime } from '../../../platform/time/bangkok-day.ts';
import type { OrderLineRow } from './order-search.store.ts';
import { presentLine } from './present-orders.ts';

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

function orderCells(row: OrderLineRow): Cells {
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

/** Writes orders as CSV, with times in the time zone of Bangkok. */
export const writeOrdersCsv = (
  pages: AsyncIterable<readonly OrderLineRow[]>,
  language: Language,
): AsyncGenerator<string> => streamCsv(ORDER_HEADINGS[language], pages, orderCells);

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

const reportCells = ({ period, coins, baht }: ReportRow): Cells => [
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

/** Writes a report as CSV, with the total in the last line. */
export const writeReportCsv = (
  { rows, total }: { readonly rows: readonly ReportRow[]; readonly total: ReportRow },
  language: Language,
): string => writeCsv([REPORT_HEADINGS[language], ...[...rows, total].map(reportCells)]);
