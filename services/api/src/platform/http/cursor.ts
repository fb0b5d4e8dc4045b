import { ApiError } from '@sangwian/node-kit/api-error';
import type { z } from 'zod';

/** Encodes the position of the next page as an opaque cursor in base64url. */
export const sealCursor = (position: unknown): string =>
  Buffer.from(JSON.stringify(position)).toString('base64url');

/**
 * Decodes the position in a cursor.
 *
 * @throws {ApiError} `request_invalid` if it is not a cursor of this list
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
