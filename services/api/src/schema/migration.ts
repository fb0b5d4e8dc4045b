import type { Kysely } from 'kysely';

/**
 * A forward-only step of the schema. Migrations do not use the table types, because these describe the current schema
 * and not the schema at the time of the migration.
 */
export interface Migration {
  up(db: Kysely<unknown>): Promise<void>;
  /**
   * `false` to run outside a transaction, for `create index concurrently`. Such a step may be interrupted halfway and
   * has to succeed when it runs again.
   */
  readonly transaction?: boolean;
}
