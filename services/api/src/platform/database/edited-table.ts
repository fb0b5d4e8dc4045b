import type { Generated } from 'kysely';

/** A row that operators edit. */
export interface EditedTable {
  /** Counts the changes by operators, so that a stale edit is refused. */
  version: Generated<number>;
  /** The last operator; `null` before the first change by the console. */
  updated_by: string | null;
}
