import type {
  OperatorChatCase,
  OperatorChatLine,
} from '@sangwian/contract/endpoints/operator/chat';
import { type Cells, csvFile, streamCsv } from '../../../platform/http/csv-file.ts';
import { readPages } from '../../../platform/http/read-pages.ts';
import { bangkokTime } from '../../../platform/time/bangkok-day.ts';

const CSV_ROWS_MAX = 100_000;
const CSV_PAGE_ROWS_MAX = 500;

type ReadRows<Row> = (last: Row | undefined, limit: number) => Promise<readonly Row[]>;

const timeOf = (at: string | undefined): string =>
  at === undefined ? '' : bangkokTime(new Date(at));

/** Returns a response that streams a CSV file. */
function fileOf<Row>(
  name: string,
  now: Date,
  rows: { headings: Cells; read: ReadRows<Row>; cellsOf: (row: Row) => Cells },
) {
  const pages = readPages(rows.read, CSV_ROWS_MAX, CSV_PAGE_ROWS_MAX);
  return csvFile(name, now, streamCsv(rows.headings, pages, rows.cellsOf));
}

/** Returns cases as a CSV file, with times in Bangkok's time zone. */
export const casesCsv = (now: Date, read: ReadRows<OperatorChatCase>) =>
  fileOf('chat-reports', now, {
    headings: [
      'Opened',
      'Member',
      'Member id',
      'Message',
      'Reports',
      'Reasons',
      'State',
      'Decision',
      'Reason',
      'By',
      'Decided',
    ],
    read,
    cellsOf: (row) => [
      timeOf(row.opened_at),
      row.member_name,
      row.member_id,
      row.text ?? '',
      row.reports,
      Object.entries(row.reasons)
        .map(([reason, count]) => `${reason} ${count}`)
        .join(', '),
      row.state,
      row.decision?.decision ?? '',
      row.decision?.reason ?? '',
      row.decision?.by ?? row.taken?.by ?? '',
      timeOf(row.decision?.at),
    ],
  });

/** Returns removed lines as a CSV file, with times in Bangkok's time zone. */
export const removedCsv = (now: Date, read: ReadRows<OperatorChatLine>) =>
  fileOf('chat-removed', now, {
    headings: ['Sent', 'Member', 'Member id', 'Message', 'Removed', 'By', 'Reason'],
    read,
    cellsOf: (row) => [
      timeOf(row.sent_at),
      row.member_name,
      row.member_id,
      row.text,
      timeOf(row.removed?.at),
      row.removed?.by ?? '',
      row.removed?.reason ?? '',
    ],
  });
