import type { Kysely } from 'kysely';

/**
 * A forward-only step of the schema. It does not use the table types, because they describe the present schema and not
 * the schema at the time of the migration.
 */
export interface Migration {
  up(db: Kysely<unknown>): Promise<void>;
  /**
   * False: runs outside a transaction, for `create index concurrently`. Such a step may be interrupted halfway and has
   * to succeed when it runs again.
   */
  readonly transaction?: boolean;
}
