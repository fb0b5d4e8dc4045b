import type { ProgramLiveId } from '@sangwian/contract/ids';
import { type Kysely, sql } from 'kysely';
import type { Database } from '../../../schema/database.ts';
import type { StoredSegment } from './recordings.tables.ts';
import {
  type ObjectRow,
  type PeriodRow,
  placeSegments,
  type ReplayTrack,
} from './replay-timeline.ts';

/** If the media process has died, a replay is served without its last seconds after this long. */
const INCOMPLETE_MS_MAX = 9_000;

/** A recording that can be watched. */
export interface ReplayRow {
  readonly recording_id: string;
  readonly program_live_id: string;
  readonly channel_id: string;
  readonly ended_at: Date;
  readonly expires_at: Date;
  /** Grows while a restarted media process sends what was missing. */
  readonly bytes: number;
}

/** Reads recordings of ended lives. */
export class ReplayStore {
  readonly #db: Kysely<Database>;
  readonly #days: number;

  /** @param days for which a replay is kept unless its live says otherwise */
  constructor(db: Kysely<Database>, days: number) {
    this.#db = db;
    this.#days = days;
  }

  /** Finds the replays of a live, one for each channel. */
  findOfLive(programLiveId: ProgramLiveId, now: Date): Promise<ReplayRow[]> {
    return this.#find(sql`recording.program_live_id = ${programLiveId}`, now);
  }

  async find(recordingId: string, now: Date): Promise<ReplayRow | undefined> {
    return (await this.#find(sql`recording_id = ${recordingId}`, now))[0];
  }

  /** Reads the playlists of a recording. */
  async readTracks(recordingId: string): Promise<ReplayTrack[]> {
    const [periods, objects] = await Promise.all([
      this.#db
        .selectFrom('recording_period')
        .select(['folder', 'first_sequence', 'discontinuity', 'init', 'codecs'])
        .select(['width', 'height', 'frame_rate'])
        .where('recording_id', '=', recordingId)
        .execute(),
      this.#db
        .selectFrom('recording_object')
        .select(['folder', 'first_sequence', 'period_sequence', 'starts_at', 'segments'])
        .where('recording_id', '=', recordingId)
        .orderBy('folder')
        .orderBy('first_sequence')
        .execute(),
    ]);
    const periodsOf = Map.groupBy(periods, ({ folder }) => folder);
    const objectsOf = Map.groupBy(objects, ({ folder }) => folder);
    return [...objectsOf].map(([folder, rows]) =>
      placeSegments(folder, (periodsOf.get(folder) ?? []) as PeriodRow[], rows.map(toObject)),
    );
  }

  async #find(which: ReturnType<typeof sql>, now: Date): Promise<ReplayRow[]> {
    const { rows } = await sql<ReplayRow>`
      select * from (
        select recording_id, program_live_id, channel_id, live.ended_at, bytes,
          live.ended_at + make_interval(days => coalesce(live.replay_days, ${this.#days}::int))
            as expires_at
        from recording
        join program_live as live using (program_live_id)
        where ${which} and recording.removed_at is null and bytes > 0
          and live.status = 'ended' and live.cancelled_at is null
          and (completed_at is not null or live.ended_at
            <= ${now}::timestamptz - make_interval(secs => ${INCOMPLETE_MS_MAX / 1_000}::float8))
      ) as replay
      where expires_at > ${now}
      order by recording_id
    `.execute(this.#db);
    return rows;
  }
}

const toObject = (
  row: Omit<ObjectRow, 'segments'> & { readonly segments: unknown },
): ObjectRow => ({
  ...row,
  segments: row.segments as readonly StoredSegment[],
});
