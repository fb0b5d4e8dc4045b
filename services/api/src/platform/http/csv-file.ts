import { setImmediate as nextTurn } from 'node:timers/promises';
import { stringify } from 'csv-stringify/sync';
import { bangkokDay } from '../time/bangkok-day.ts';
import { StreamedData, StreamedText } from './streamed-json.ts';

/** Lines written per turn of the event loop, which takes a few milliseconds. */
const LINES_AT_ONCE_MAX = 200;
const FORMAT = {
  record_delimiter: 'windows',
  // Prefixes text that a spreadsheet would run as a formula.
  escape_formulas: true,
  // By default, the library quotes a cell only for the complete record delimiter, which is CRLF here.
  quoted_match: /[\r\n]/,
} as const;

export type Cells = readonly (string | number)[];

const toLines = (rows: readonly Cells[], bom: boolean): string =>
  stringify([...rows], { ...FORMAT, bom });

/** Writes a short table as CSV: UTF-8 with a byte order mark, CRLF (RFC 4180). */
export const writeCsv = (rows: readonly Cells[]): string => toLines(rows, true);

/** Writes a table like `writeCsv`, in pieces that take a few milliseconds each. */
export async function* streamCsv<Row>(
  headings: Cells,
  pages: AsyncIterable<readonly Row[]>,
  cellsOf: (row: Row) => Cells,
): AsyncGenerator<string> {
  yield writeCsv([headings]);
  for await (const page of pages) {
    for (let from = 0; from < page.length; from += LINES_AT_ONCE_MAX) {
      yield toLines(page.slice(from, from + LINES_AT_ONCE_MAX).map(cellsOf), false);
      await nextTurn();
    }
  }
}

/** Returns a response with a CSV file, whose name contains the day. The file is generated while it is sent. */
export const csvFile = (name: string, now: Date, csv: AsyncIterable<string>): StreamedData =>
  new StreamedData({
    file_name: `sangwian-${name}-${bangkokDay(now)}.csv`,
    csv: new StreamedText(csv),
  });
