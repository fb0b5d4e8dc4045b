import { ApiError } from '@sangwian/node-kit/api-error';
import { staleEdit } from '../../../platform/http/stale-edit.ts';

const FOREIGN_KEY_VIOLATION = '23503';

/** Converts times to the format of the contract. */
const plain = (row: object): object =>
  Object.fromEntries(
    Object.entries(row).map(([field, value]) => [
      field,
      value instanceof Date ? value.toISOString() : value,
    ]),
  );

/**
 * Refuses an edit that is based on an older version.
 *
 * @param wanted the values of the edit
 * @throws {ApiError} `edit_stale` with the current values that differ from the edit, and the name of the last editor
 */
export function refuseStale(
  row: { readonly version: number; readonly updated_by: string | null },
  version: number,
  wanted: object = {},
): void {
  if (row.version === version) return;
  throw staleEdit(plain(row), plain(wanted), row.updated_by);
}

/**
 * Runs a deletion and translates a violated foreign key.
 *
 * @throws {ApiError} `programme_in_use` with the table that refers to the row
 */
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
