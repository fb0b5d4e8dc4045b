/** Rows of one page: a few milliseconds of the event loop, whatever is made of them. */
const PAGE_ROWS_MAX = 1_000;

/**
 * Reads rows page by page, each when the one before is used up.
 *
 * @param read reads the rows after `last`, at most `limit`
 * @param rowsMax beyond it nothing is read
 */
export async function* readPages<Row>(
  read: (last: Row | undefined, limit: number) => Promise<readonly Row[]>,
  rowsMax: number,
): AsyncGenerator<readonly Row[]> {
  let last: Row | undefined;
  let left = rowsMax;
  while (left > 0) {
    const limit = Math.min(PAGE_ROWS_MAX, left);
    const rows = await read(last, limit);
    if (rows.length > 0) yield rows;
    if (rows.length < limit) return;
    last = rows.at(-1);
    left -= rows.length;
  }
}
