import type { Language } from '@sangwian/contract/endpoints/member';
import { type Cells, streamCsv } from '../../../platform/http/csv-file.ts';
import { bangkokTime } from '../../../platform/time/bangkok-day.ts';
import type { MemberLineRow } from './member-search.store.ts';
import { presentLine } from './present-members.ts';

const HEADINGS: Record<Language, readonly string[]> = {
  EN: [
    'Member id',
    'Name',
    'State',
    'Until',
    'Coins',
    'Sanctions',
    'Partner',
    'Joined',
    'Last seen',
  ],
  TH: ['รหัสสมาชิก', 'ชื่อ', 'สถานะ', 'ถึง', 'เหรียญ', 'จำนวนโทษ', 'พาร์ตเนอร์', 'สมัครเมื่อ', 'เข้ามาล่าสุด'],
};

const timeCell = (at: Date | null): string => (at === null ? '' : bangkokTime(at));

function cellsOf(row: MemberLineRow): Cells {
  const line = presentLine(row);
  return [
    line.member_id,
    line.name,
    line.state,
    timeCell(row.status_until),
    line.balance_coins,
    line.sanctions,
    line.map_system_id ?? '',
    timeCell(row.created_at),
    timeCell(row.last_seen_at),
  ];
}

/** Writes members as CSV, with times in the time zone of Bangkok. */
export const writeMembersCsv = (
  pages: AsyncIterable<readonly MemberLineRow[]>,
  language: Language,
): AsyncGenerator<string> => streamCsv(HEADINGS[language], pages, cellsOf);
