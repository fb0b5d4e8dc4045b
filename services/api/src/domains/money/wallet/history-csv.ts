import {
  Movement,
  type MovementAbout,
  type MovementKind,
} from '@sangwian/contract/endpoints/coins';
import type { Language } from '@sangwian/contract/endpoints/member';
import { type Cells, streamCsv } from '../../../platform/http/csv-file.ts';
import { bangkokDay, startOfBangkokDay } from '../../../platform/time/bangkok-day.ts';
import type { MovementRow } from './wallet.store.ts';

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

const REASONS: Record<NonNullable<MovementAbout['reason']>, Record<Language, string>> = {
  result_corrected: { TH: 'แก้ไขผลการแข่งขัน', EN: 'result corrected' },
  outage: { TH: 'ภาพขัดข้อง', EN: 'the picture failed' },
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

function cellsOf(row: MovementRow, language: Language): Cells {
  const about = Movement.shape.about.parse(row.about);
  const title = language === 'TH' ? about?.title_th : about?.title_en;
  const detail = title ?? (about?.type === 'code' ? about.id : '');
  const suffix = about?.reason === undefined ? '' : ` (${REASONS[about.reason][language]})`;
  return [
    ...dateAndTime(row.at),
    KINDS[row.kind][language],
    `${detail}${suffix}`,
    row.coins,
    row.balance_after,
    row.transfer_id,
  ];
}

/** Writes a history as CSV, with times in Bangkok's time zone. */
export const writeHistoryCsv = (
  pages: AsyncIterable<readonly MovementRow[]>,
  language: Language,
): AsyncGenerator<string> => streamCsv(HEADINGS[language], pages, (row) => cellsOf(row, language));
