import { ApiError } from '@sangwian/node-kit/api-error';
import type { z } from 'zod';

/** An opaque cursor: what has to be known to read the next page, base64url. */
export const sealCursor = (position: unknown): string =>
  Buffer.from(JSON.stringify(position)).toString('base64url');

/**
 * The position that a cursor holds.
 *
 * @throws {ApiError} `request_invalid` where it is none of this list
 */
export function openCursor<Schema extends z.ZodType>(
  cursor: string,
  schema: Schema,
): z.output<Schema> {
  try {
    return schema.parse(JSON.parse(Buffer.from(cursor, 'base64url').toString()));
  } catch (cause) {
    throw new ApiError('request_invalid', {
      details: [{ path: 'query.cursor', message: 'is not a cursor of this list' }],
      cause,
    });
  }
}
