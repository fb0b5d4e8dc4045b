import type { Kysely } from 'kysely';

/**
 * A step of the schema, forward only, in one transaction with the others of its run. It is written against no table
 * type: the types say what the schema is now, a migration what it was then.
 */
export interface Migration {
  up(db: Kysely<unknown>): Promise<void>;
}
