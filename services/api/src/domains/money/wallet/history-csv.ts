import { setImmediate as nextTurn } from 'node:timers/promises';
import { Movement, type MovementKind } from '@sangwian/contract/endpoints/coins';
import type { Language } from '@sangwian/contract/endpoints/member';
import { bangkokDay, startOfBangkokDay } from '../../../platform/time/bangkok-day.ts';
import type { MovementRow } from './wallet.store.ts';

/** Lines that one turn of the event loop writes. */
const LINES_AT_ONCE_MAX = 200;
const BYTE_ORDER_MARK = '\ufeff';

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

/** A cell of text; what a spreadsheet would take for a formula is kept from being one. */
function cell(text: string): string {
  const harmless = /^[=+\-@\t\r]/.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless;
}

function dateAndTime(at: Date): [string, string] {
  const day = bangkokDay(at);
  const seconds = Math.floor((at.getTime() - startOfBangkokDay(day).getTime()) / 1000);
  const clock = [seconds / 3600, (seconds / 60) % 60, seconds % 60];
  return [
    day.split('-').reverse().join('/'),
    clock.map((part) => String(Math.floor(part)).padStart(2, '0')).join(':'),
  ];
}

function line(row: MovementRow, language: Language): string {
  const about = Movement.shape.about.parse(row.about);
  const title = language === 'TH' ? about?.title_th : about?.title_en;
  const detail = title ?? (about?.type === 'code' ? about.id : '');
  const suffix = about?.reason === 'result_corrected' ? ` (${CORRECTED[language]})` : '';
  const [date, time] = dateAndTime(row.at);
  return [
    date,
    time,
    cell(KINDS[row.kind][language]),
    cell(`${detail}${suffix}`),
    String(row.coins),
    String(row.balance_after),
    row.transfer_id,
  ].join(',');
}

/**
 * Writes a history as a table for spreadsheets, in pieces that each take a few milliseconds: UTF-8 with a byte order
 * mark, CRLF (RFC 4180), times of Bangkok.
 */
export async function* writeHistoryCsv(
  pages: AsyncIterable<readonly MovementRow[]>,
  language: Language,
): AsyncGenerator<string> {
  yield `${BYTE_ORDER_MARK}${HEADINGS[language].map(cell).join(',')}\r\n`;
  for await (const page of pages) {
    for (let from = 0; from < page.length; from += LINES_AT_ONCE_MAX) {
      const rows = page.slice(from, from + LINES_AT_ONCE_MAX);
      yield rows.map((row) => `${line(row, language)}\r\n`).join('');
      await nextTurn();
    }
  }
}
