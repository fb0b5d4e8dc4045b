import type { Bilingual } from '@sangwian/contract/endpoints/live';
import { CsvError, parse } from 'csv-parse/sync';

export interface CsvLine {
  /** The line number in the file, from 1. If cells contain line breaks, the number of the first of these lines. */
  readonly number: number;
  readonly cells: readonly string[];
}

export interface CsvFault {
  readonly line: number;
  readonly message: Bilingual;
}

const MESSAGES: Readonly<Record<string, Bilingual>> = {
  CSV_QUOTE_NOT_CLOSED: {
    th: 'เปิดเครื่องหมายคำพูดไว้แต่ไม่ปิด',
    en: 'a quotation mark is never closed',
  },
  CSV_NON_TRIMABLE_CHAR_AFTER_CLOSING_QUOTE: {
    th: 'มีเครื่องหมายคำพูดปิดอยู่กลางช่อง',
    en: 'a closing quotation mark is in the middle of a field',
  },
};

/**
 * Reads the non-empty lines of a CSV file (RFC 4180). Lines may end with LF, CR or CRLF; line breaks in cells become
 * LF. Cells are trimmed.
 *
 * @param linesMax maximum number of lines to read; -1 for all
 */
export function readCsv(text: string, linesMax = -1): readonly CsvLine[] | CsvFault {
  const table: CsvLine[] = [];
  try {
    parse(text.replace(/\r\n?/g, '\n'), {
      bom: true,
      trim: true,
      relax_quotes: true,
      relax_column_count: true,
      skip_empty_lines: true,
      skip_records_with_empty_values: true,
      to: linesMax,
      on_record: (cells, { lines }) => {
        table.push({ number: lines - cells.join('').split('\n').length + 1, cells });
        return null;
      },
    });
    return table;
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    const message = MESSAGES[error.code];
    if (message === undefined) throw error;
    return { line: Number(error.lines), message };
  }
}
