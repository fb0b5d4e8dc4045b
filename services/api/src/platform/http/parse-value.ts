import { ApiError } from '@sangwian/node-kit/api-error';
import type { z } from 'zod';

/**
 * A value in the schema's shape, for routes that are no endpoints of the contract.
 *
 * @throws {ApiError} `request_invalid`, with every field that is wrong
 */
export function parseValue<Schema extends z.ZodType>(
  schema: Schema,
  value: unknown,
): z.output<Schema> {
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  throw new ApiError('request_invalid', {
    details: parsed.error.issues.map((issue) => ({
      path: issue.path.join('.'),
      message: issue.message,
    })),
  });
}
