import { ApiError } from '@sangwian/node-kit/api-error';

/**
 * Returns the refusal of a stale edit: the present values that differ from the sent ones, and who changed the row last.
 *
 * @param present the row as the caller reads it
 * @param sent the values of the edit, by the same names
 */
export function staleEdit(present: object, sent: object, by: string | null): ApiError {
  const differing = Object.entries(sent).flatMap(([path, value]) => {
    const now: unknown = Reflect.get(present, path);
    return JSON.stringify(now) === JSON.stringify(value)
      ? []
      : [{ path, message: typeof now === 'string' ? now : JSON.stringify(now) }];
  });
  return new ApiError('edit_stale', { details: [...differing, { path: 'by', message: by ?? '' }] });
}
