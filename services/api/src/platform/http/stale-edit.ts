import { ApiError } from '@sangwian/node-kit/api-error';

/**
 * Returns the refusal of a stale edit, with the current values that differ from the sent ones and the name of the last
 * editor.
 *
 * @param present the current row in the caller's format
 * @param sent the values of the edit, with the same names
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
