import { ApiError } from '@sangwian/node-kit/api-error';
import type { z } from 'zod';

/**
 * Parses a value with a schema, for routes outside the contract.
 *
 * @throws {ApiError} `request_invalid` with every invalid field
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
