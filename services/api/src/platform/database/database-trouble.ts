import { type Kysely, sql } from 'kysely';
import type { Database } from '../../schema/database.ts';

/** PostgreSQL error codes: disk full; I/O error. */
const DISK_ERROR = /^(53100|58030)$/;
/** Number of rows of a sort of several megabytes, which spills to disk with the minimum `work_mem`. */
const SPILLED_ROWS = 20_000;

/**
 * Records that the disk of the database is full. The database still answers queries in this state, so only a failed
 * write reveals it. A sort that spills to disk detects the recovery, because it needs no table and leaves nothing
 * behind.
 */
export class DatabaseTrouble {
  #diskFull = false;

  /** Records a full disk if the error reports one. */
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
