import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Language } from '@sangwian/contract/endpoints/member';
import { stringify } from 'csv-stringify/sync';
import { bangkokTime } from '../../../platform/time/bangkok-day.ts';
import type { MemberLineRow } from './member-search.store.ts';
import { presentLine } from './present-members.ts';

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

function cellsOf(row: MemberLineRow): (string | number)[] {
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

/** Writes members as CSV in pieces of a few milliseconds each: UTF-8 with a byte order mark, CRLF, Bangkok time. */
export async function* writeMembersCsv(
  pages: AsyncIterable<readonly MemberLineRow[]>,
  language: Language,
): AsyncGenerator<string> {
  yield stringify([[...HEADINGS[language]]], { ...CSV, bom: true });
  for await (const page of pages) {
    for (let from = 0; from < page.length; from += LINES_AT_ONCE_MAX) {
      yield stringify(page.slice(from, from + LINES_AT_ONCE_MAX).map(cellsOf), CSV);
      await nextTurn();
    }
  }
}
