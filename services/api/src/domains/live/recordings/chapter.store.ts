import type { ProgramLiveId } from '@sangwian/contract/ids';
import type { Kysely } from 'kysely';
import type { Database } from '../../../schema/database.ts';
import type { LoggedAct } from './chapter-rules.ts';

/** Reads the operators' acts on the bouts of a live. */
export class ChapterStore {
  readonly #db: Kysely<Database>;

  constructor(db: Kysely<Database>) {
    this.#db = db;
  }

  /** Returns the acts in the order of the log. */
  async findActs(programLiveId: ProgramLiveId): Promise<LoggedAct[]> {
    const rows = await this.#db
      .selectFrom('show_action')
      .select(['match_live_id', 'action', 'details', 'created_at'])
      .where('program_live_id', '=', programLiveId)
      .where('match_live_id', 'is not', null)
      .orderBy('show_action_id')
      .execute();
    return rows.map(({ match_live_id, action, details, created_at }) => ({
      ...{ matchLiveId: match_live_id ?? '', action, details },
      at: created_at,
    }));
  }
}
