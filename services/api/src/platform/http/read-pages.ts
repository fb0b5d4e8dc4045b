import { StreamedRows } from './streamed-json.ts';

/** Rows per page, which occupy the event loop for a few milliseconds. */
const PAGE_ROWS_MAX = 1_000;

/**
 * Reads rows page by page, each page after the previous one was consumed.
 *
 * @param read reads the rows after `last`, at most `limit`
 * @param rowsMax maximum number of rows
 * @param pageRowsMax rows per page, lower for large rows
 */
export async function* readPages<Row>(
  read: (last: Row | undefined, limit: number) => Promise<readonly Row[]>,
  rowsMax: number,
  pageRowsMax = PAGE_ROWS_MAX,
): AsyncGenerator<readonly Row[]> {
  let last: Row | undefined;
  let left = rowsMax;
  while (left > 0) {
    const limit = Math.min(pageRowsMax, left);
    const rows = await read(last, limit);
    if (rows.length > 0) yield rows;
    if (rows.length < limit) return;
    last = rows.at(-1);
    left -= rows.length;
  }
}

export interface ExportOptions<Row> {
  readonly rowsMax: number;
  readonly pageRowsMax?: number;
  /** The row as exported, without its position fields. */
  readonly show: (row: Row) => unknown;
}

/** Returns the rows of an export, read while they are sent. */
export function exportPages<Row>(
  read: (last: Row | undefined, limit: number) => Promise<readonly Row[]>,
  { rowsMax, pageRowsMax, show }: ExportOptions<Row>,
): StreamedRows {
  async function* shownPages(): AsyncGenerator<readonly unknown[]> {
    for await (const page of readPages(read, rowsMax, pageRowsMax)) yield page.map(show);
  }
  return new StreamedRows(shownPages());
}
