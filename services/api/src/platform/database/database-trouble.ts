import { type Kysely, sql } from 'kysely';
import type { Database } from '../../schema/database.ts';

/** PostgreSQL error codes: disk full; I/O error. */
const DISK_ERROR = /^(53100|58030)$/;
/** Rows of a sort of several megabytes. With the minimum `work_mem` it must spill to disk. */
const SPILLED_ROWS = 20_000;

/**
 * Records that the disk of the database is full. The database still answers queries then, so only a failed write shows
 * it. Recovery is detected by a sort that spills to disk, which needs no table and leaves nothing behind.
 */
export class DatabaseTrouble {
  #diskFull = false;

  /** Inspects an error of the database. */
  readonly note = (error: unknown): void => {
    const code: unknown = typeof error === 'object' && error !== null && Reflect.get(error, 'code');
    if (typeof code === 'string' && DISK_ERROR.test(code)) this.#diskFull = true;
  };

  /** Whether the disk is still full. Queries the database only after a failed write. */
  async isDiskFull(db: Kysely<Database>): Promise<boolean> {
    if (!this.#diskFull) return false;
    try {
      await db.transaction().execute(async (trx) => {
        await sql`set local work_mem = '64kB'`.execute(trx);
        await sql`select count(*) from (
          select repeat(md5(n::text), 8) as text from generate_series(1, ${SPILLED_ROWS}::int) n order by 1 offset 1
        ) spilled`.execute(trx);
      });
      this.#diskFull = false;
    } catch (error) {
      this.note(error);
    }
    return this.#diskFull;
  }
}
