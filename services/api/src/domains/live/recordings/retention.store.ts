import type { ProgramLiveId } from '@sangwian/contract/ids';
import { type Kysely, sql } from 'kysely';
import { addJob } from '../../../platform/jobs/task.ts';
import type { Database } from '../../../schema/database.ts';

export const REMOVE_TASK = 'recording_removal';
const LISTED_MAX = 200;

export interface RecordingRow {
  readonly recording_id: string;
  readonly program_live_id: string;
  readonly title_th: string;
  readonly title_en: string;
  readonly status: 'not_started' | 'in_progress' | 'ended';
  readonly channel_id: string;
  readonly bytes: number;
  readonly started_at: Date;
  readonly completed_at: Date | null;
  readonly replay_days: number | null;
  readonly replay_price_coins: number | null;
  readonly expires_at: Date | null;
}

/** How long a replay is kept, and its price. `null` means the site's default and the price of the live. */
interface ReplayTerms {
  readonly replay_days: number | null;
  readonly replay_price_coins: number | null;
}

interface ReplayChange {
  readonly replay_days?: number | null | undefined;
  readonly replay_price_coins?: number | null | undefined;
}

/** Reads and writes how long recordings are kept, and removes them. */
export class RetentionStore {
  readonly #db: Kysely<Database>;

  constructor(db: Kysely<Database>) {
    this.#db = db;
  }

  /** @param days for which a replay is kept by default */
  async list(days: number): Promise<RecordingRow[]> {
    const { rows } = await sql<RecordingRow>`
      select recording_id, recording.program_live_id, title_th, title_en, live.status, channel_id,
        bytes, recording.started_at, completed_at, replay_days, replay_price_coins,
        live.ended_at + make_interval(days => coalesce(replay_days, ${days}::int)) as expires_at
      from recording
      join program_live as live using (program_live_id)
      join program using (program_id)
      where removed_at is null
      order by recording_id desc
      limit ${LISTED_MAX}
    `.execute(this.#db);
    return rows;
  }

  /**
   * Sets the days and the price of a replay. A missing value is not changed.
   *
   * @returns `undefined` for an unknown live
   */
  async setReplay(programLiveId: ProgramLiveId, change: ReplayChange) {
    const { replay_days: days, replay_price_coins: coins } = change;
    const { rows } = await sql<{ before: ReplayTerms; after: ReplayTerms }>`
      update program_live set
        replay_days = case when ${days === undefined} then replay_days else ${days ?? null}::int end,
        replay_price_coins = case when ${coins === undefined} then replay_price_coins
          else ${coins ?? null}::bigint end
      where program_live_id = ${programLiveId}
      returning
        json_build_object('replay_days', old.replay_days,
          'replay_price_coins', old.replay_price_coins) as before,
        json_build_object('replay_days', new.replay_days,
          'replay_price_coins', new.replay_price_coins) as after
    `.execute(this.#db);
    return rows[0];
  }

  /** Hides the recordings of a live at once, and enqueues their removal. @returns whether the live exists */
  async remove(programLiveId: ProgramLiveId, now: Date): Promise<boolean> {
    return this.#db.transaction().execute(async (trx) => {
      const live = await trx
        .updateTable('program_live')
        .set({ replay_days: 0 })
        .where('program_live_id', '=', programLiveId)
        .returning('program_live_id')
        .executeTakeFirst();
      if (live === undefined) return false;
      await trx
        .updateTable('recording')
        .set({ removed_at: now })
        .where('program_live_id', '=', programLiveId)
        .where('removed_at', 'is', null)
        .execute();
      await addJob(trx, REMOVE_TASK, { key: REMOVE_TASK });
      return true;
    });
  }

  /**
   * Marks expired recordings and recordings of cancelled lives as removed.
   *
   * @returns all recordings whose objects must be deleted
   */
  async takeRemoved(days: number, now: Date): Promise<string[]> {
    await sql`
      update recording set removed_at = ${now}
      from program_live as live
      where live.program_live_id = recording.program_live_id and removed_at is null
        and live.status = 'ended' and (live.cancelled_at is not null
          or live.ended_at + make_interval(days => coalesce(live.replay_days, ${days}::int)) <= ${now})
    `.execute(this.#db);
    const rows = await this.#db
      .selectFrom('recording')
      .select('recording_id')
      .where('removed_at', 'is not', null)
      .execute();
    return rows.map((row) => row.recording_id);
  }

  /**
   * Deletes a recording whose objects are deleted. With the last recording of a live, also deletes the
   * members' positions in the replay.
   */
  async delete(recordingId: string): Promise<void> {
    await sql`
      with deleted as (
        delete from recording where recording_id = ${recordingId} returning program_live_id
      )
      delete from replay_position using deleted
      where replay_position.program_live_id = deleted.program_live_id and not exists (
        select from recording other where other.program_live_id = deleted.program_live_id
          and other.recording_id <> ${recordingId}
      )`.execute(this.#db);
  }
}
