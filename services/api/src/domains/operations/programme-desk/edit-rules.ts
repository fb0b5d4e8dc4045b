import { ApiError } from '@sangwian/node-kit/api-error';
import { staleEdit } from '../../../platform/http/stale-edit.ts';

const FOREIGN_KEY_VIOLATION = '23503';

/** Times as the contract writes them. */
const plain = (row: object): object =>
  Object.fromEntries(
    Object.entries(row).map(([field, value]) => [
      field,
      value instanceof Date ? value.toISOString() : value,
    ]),
  );

/**
 * Refuses an edit of an older version.
 *
 * @param wanted the values of the edit
 * @throws {ApiError} `edit_stale` with the present values that differ from the edit, and the name of their editor
 */
export function refuseStale(
  row: { readonly version: number; readonly updated_by: string | null },
  version: number,
  wanted: object = {},
): void {
  if (row.version === version) return;
  throw staleEdit(plain(row), plain(wanted), row.updated_by);
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
