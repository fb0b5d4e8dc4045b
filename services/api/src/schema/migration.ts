import type { Kysely } from 'kysely';

/**
 * A step of the schema, forward only. It is written without table types: the types describe the present schema, a
 * migration the schema at its time.
 */
export interface Migration {
  up(db: Kysely<unknown>): Promise<void>;
  /**
   * False: runs outside a transaction, for `create index concurrently`. Such a step may be cut off in the middle, so it
   * has to succeed when it runs again.
   */
  readonly transaction?: boolean;
}
