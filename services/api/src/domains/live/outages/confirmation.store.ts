import type { Kysely, Selectable } from 'kysely';
import type { Database } from '../../../schema/database.ts';
import type { OutageTables } from './outages.tables.ts';

export type ConfirmationRow = Selectable<OutageTables['outage_confirmation']>;

/** Reads and writes the periods that operators confirmed as outages. */
export class ConfirmationStore {
  readonly #db: Kysely<Database>;

  constructor(db: Kysely<Database>) {
    this.#db = db;
  }

  async find(programLiveIds: readonly string[]): Promise<ConfirmationRow[]> {
    if (programLiveIds.length === 0) return [];
    return this.#db
      .selectFrom('outage_confirmation')
      .selectAll()
      .where('program_live_id', 'in', [...programLiveIds])
      .orderBy('began_at')
      .execute();
  }

  /** Adds a period, or replaces a period that began at the same time and was reported for longer since. */
  async add(row: ConfirmationRow): Promise<void> {
    const { program_live_id: _live, began_at: _began, ...changed } = row;
    await this.#db
      .insertInto('outage_confirmation')
      .values(row)
      .onConflict((conflict) =>
        conflict
          .columns(['program_live_id', 'began_at'])
          .doUpdateSet(changed)
          .where('outage_confirmation.ended_at', '<', row.ended_at),
      )
      .execute();
  }
}
