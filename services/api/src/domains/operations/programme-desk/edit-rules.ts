import { ApiError } from '@sangwian/node-kit/api-error';

const FOREIGN_KEY_VIOLATION = '23503';

/** Returns the names of the fields that differ, with both values as text. */
export function differingFields(
  before: object,
  after: object,
): { field: string; before: string; after: string }[] {
  const text = (value: unknown): string =>
    value === null || value === undefined
      ? ''
      : value instanceof Date
        ? value.toISOString()
        : String(value);
  return Object.entries(after).flatMap(([field, value]) => {
    const earlier = text((before as Record<string, unknown>)[field]);
    return earlier === text(value) ? [] : [{ field, before: earlier, after: text(value) }];
  });
}

/**
 * Refuses an edit of an older version.
 *
 * @param wanted the values of the edit
 * @throws {ApiError} `edit_stale` with the fields that differ from the edit, and the name of their editor
 */
export function refuseStale(
  row: { readonly version: number; readonly updated_by: string | null },
  version: number,
  wanted: object = {},
): void {
  if (row.version === version) return;
  const fields = differingFields(row, wanted).map(({ field }) => field);
  const paths = fields.length === 0 ? ['version'] : fields;
  throw new ApiError('edit_stale', {
    details: paths.map((path) => ({ path, message: row.updated_by ?? '' })),
  });
}

/** Runs a deletion. @throws {ApiError} `programme_in_use` with the table that refers to the row */
export async function deleteUnused<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    const { code, table } = error as { readonly code?: string; readonly table?: string };
    if (code !== FOREIGN_KEY_VIOLATION) throw error;
    throw inUse(table ?? '');
  }
}

export const inUse = (what: string): ApiError =>
  new ApiError('programme_in_use', { details: [{ path: what, message: 'depends on it' }] });
