import type { Kysely } from 'kysely';
import type { Database } from '../../../schema/database.ts';

export interface RecordedBackup {
  readonly takenAt: Date;
  readonly bytes: number;
  /** Location of the backup, as the operator describes it. */
  readonly place: string;
}

export class BackupStore {
  readonly #db: Kysely<Database>;

  constructor(db: Kysely<Database>) {
    this.#db = db;
  }

  async record({ takenAt, bytes, place }: RecordedBackup): Promise<void> {
    await this.#db.insertInto('backup').values({ taken_at: takenAt, bytes, place }).execute();
  }

  /** Returns the time of the newest backup, or `null`. */
  async findLast(): Promise<Date | null> {
    const row = await this.#db
      .selectFrom('backup')
      .select('taken_at')
      .orderBy('taken_at', 'desc')
      .limit(1)
      .executeTakeFirst();
    return row?.taken_at ?? null;
  }
}
