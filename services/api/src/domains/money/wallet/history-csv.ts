import { setImmediate as nextTurn } from 'node:timers/promises';
import { Movement, type MovementKind } from '@sangwian/contract/endpoints/coins';
import type { Language } from '@sangwian/contract/endpoints/member';
import { stringify } from 'csv-stringify/sync';
import { bangkokDay, startOfBangkokDay } from '../../../platform/time/bangkok-day.ts';
import type { MovementRow } from './wallet.store.ts';

/** Lines written per turn of the event loop. */
const LINES_AT_ONCE_MAX = 200;
const CSV = {
  record_delimiter: 'windows',
  // Prefixes text that a spreadsheet would run as a formula.
  escape_formulas: true,
  // By default the library quotes only the record delimiter, which is CRLF here.
  quoted_match: /[\r\n]/,
} as const;

const HEADINGS: Record<Language, readonly string[]> = {
  TH: ['วันที่', 'เวลา', 'รายการ', 'รายละเอียด', 'เหรียญ', 'คงเหลือ', 'รหัสรายการ'],
  EN: ['Date', 'Time', 'Movement', 'For', 'Coins', 'Balance', 'Number'],
};

const KINDS: Record<MovementKind, Record<Language, string>> = {
  purchase: { TH: 'ซื้อเหรียญ', EN: 'Coins bought' },
  bonus: { TH: 'โบนัส', EN: 'Bonus' },
  coin_code: { TH: 'แลกโค้ด', EN: 'Redeem code' },
  grant: { TH: 'ได้รับเหรียญ', EN: 'Coins received' },
  adjustment: { TH: 'ปรับยอด', EN: 'Adjustment' },
  gift: { TH: 'เชียร์', EN: 'Cheer' },
  gift_refund: { TH: 'คืนเหรียญเชียร์', EN: 'Cheer refunded' },
  unlock: { TH: 'เปิดดูไลฟ์', EN: 'Live unlocked' },
  unlock_refund: { TH: 'คืนเหรียญค่าไลฟ์', EN: 'Unlock refunded' },
  purchase_refund: { TH: 'คืนเงินการซื้อ', EN: 'Purchase refunded' },
  chargeback: { TH: 'ธนาคารเรียกเงินคืน', EN: 'Payment taken back by the bank' },
  debt_settled: { TH: 'หักเหรียญค้าง', EN: 'Owed coins settled' },
  forfeit: { TH: 'สละเหรียญ', EN: 'Coins given up' },
};

const CORRECTED: Record<Language, string> = {
  TH: 'แก้ไขผลการแข่งขัน',
  EN: 'result corrected',
};

function dateAndTime(at: Date): [string, string] {
  const day = bangkokDay(at);
  const seconds = Math.floor((at.getTime() - startOfBangkokDay(day).getTime()) / 1000);
  const clock = [seconds / 3600, (seconds / 60) % 60, seconds % 60];
  return [
    day.split('-').reverse().join('/'),
    clock.map((part) => String(Math.floor(part)).padStart(2, '0')).join(':'),
  ];
}

function cellsOf(row: MovementRow, language: Language): (string | number)[] {
  const about = Movement.shape.about.parse(row.about);
  const title = language === 'TH' ? about?.title_th : about?.title_en;
  const detail = title ?? (about?.type === 'code' ? about.id : '');
  const suffix = about?.reason === 'result_corrected' ? ` (${CORRECTED[language]})` : '';
  return [
    ...dateAndTime(row.at),
    KINDS[row.kind][language],
    `${detail}${suffix}`,
    row.coins,
    row.balance_after,
    row.transfer_id,
  ];
}

/**
 * Writes a history as CSV in pieces of a few milliseconds each: UTF-8 with a byte order mark, CRLF (RFC 4180), Bangkok
 * time.
 */
export async function* writeHistoryCsv(
  pages: AsyncIterable<readonly MovementRow[]>,
  language: Language,
): AsyncGenerator<string> {
  yield stringify([[...HEADINGS[language]]], { ...CSV, bom: true });
  for await (const page of pages) {
    for (let from = 0; from < page.length; from += LINES_AT_ONCE_MAX) {
      const rows = page.slice(from, from + LINES_AT_ONCE_MAX);
      yield stringify(
        rows.map((row) => cellsOf(row, language)),
        CSV,
      );
      await nextTurn();
    }
  }
}
