import { type Kysely, sql } from 'kysely';
import type { Database } from '../../schema/database.ts';

/** PostgreSQL's own codes: the disk is full; it cannot be read or written. */
const DISK = /^(53100|58030)$/;
/** Some megabytes, sorted with as little memory as there may be, so that they have to go to the disk. */
const SPILLED_ROWS = 20_000;

/**
 * Remembers that the database could not write. While its disk is full it still answers and reads, so nothing but a
 * refused write tells; it is found well again by writing, which takes no table and leaves nothing behind.
 */
export class DatabaseTrouble {
  #diskFull = false;

  /** Looks at every error that the database answers with. */
  readonly note = (error: unknown): void => {
    const code: unknown = typeof error === 'object' && error !== null && Reflect.get(error, 'code');
    if (typeof code === 'string' && DISK.test(code)) this.#diskFull = true;
  };

  /** Whether the database cannot write now. Asks it only where it could not before. */
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
