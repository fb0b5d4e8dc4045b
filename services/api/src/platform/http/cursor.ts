import { ApiError } from '@sangwian/node-kit/api-error';
import type { z } from 'zod';

/** Encodes the position of the next page as an opaque cursor in base64url. */
export const sealCursor = (position: unknown): string =>
  Buffer.from(JSON.stringify(position)).toString('base64url');

/**
 * Decodes the position in a cursor; `null` without a cursor, at the first page.
 *
 * @throws {ApiError} `request_invalid` if it is not a cursor of this list
 */
export function openCursor<Schema extends z.ZodType>(
  cursor: string | undefined,
  schema: Schema,
): z.output<Schema> | null {
  if (cursor === undefined) return null;
  try {
    return schema.parse(JSON.parse(Buffer.from(cursor, 'base64url').toString()));
  } catch (cause) {
    throw new ApiError('request_invalid', {
      details: [{ path: 'query.cursor', message: 'is not a cursor of this list' }],
      cause,
    });
  }
}

/**
 * Returns the rows of one page and the cursor of the next one.
 *
 * @param rows rows read with a limit of one more than the page, which shows whether there is another page
 * @param positionOf returns the position after the last row of the page
 */
export function pageOf<Row>(
  rows: readonly Row[],
  limit: number,
  positionOf: (last: Row) => unknown,
): { shown: Row[]; next_cursor: string | null } {
  const shown = rows.slice(0, limit);
  const last = shown.at(-1);
  const isMore = rows.length > limit && last !== undefined;
  return { shown, next_cursor: isMore ? sealCursor(positionOf(last)) : null };
}
