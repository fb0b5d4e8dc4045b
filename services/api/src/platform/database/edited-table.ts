import type { Generated } from 'kysely';

/** Columns of a table whose rows operators edit. */
export interface EditedTable {
  /** Version, incremented by each change of an operator. A stale edit is refused. */
  version: Generated<number>;
  /** The operator who made the last change; `null` before the first change in the console. */
  updated_by: string | null;
}
