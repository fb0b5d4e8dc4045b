import type { Photo } from '@sangwian/contract/endpoints/photo';
import type { ProgramLiveId } from '@sangwian/contract/ids';
import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { Database } from '../../../schema/database.ts';
import { accessOf, priceOf } from '../lives/lives.module.ts';
import type { StoredSegment } from './recordings.tables.ts';
import {
  type ObjectRow,
  type PeriodRow,
  placeSegments,
  type ReplayTrack,
} from './replay-timeline.ts';

/**
 * If the media process does not complete a recording within this time, the replay is served without its last
 * seconds.
 */
const INCOMPLETE_MS_MAX = 9_000;

/** A recording that can be watched: a replay, or the recording of a live in progress. */
export interface ReplayRow {
  readonly recording_id: string;
  readonly program_live_id: string;
  readonly channel_id: string;
  readonly started_at: Date;
  /** `null` while the live is in progress. */
  readonly expires_at: Date | null;
  /** Whether the recording is a replay, to which the media process adds nothing that it sent in time. */
  readonly is_over: boolean;
  /** Increases while a restarted media process sends missing segments. */
  readonly bytes: number;
}

/** A live whose replay can be watched. */
export interface ReplayLineRow {
  readonly program_live_id: string;
  readonly program_id: string;
  readonly title_th: string;
  readonly title_en: string;
  readonly promotion_th: string;
  readonly promotion_en: string;
  readonly stadium_th: string;
  readonly stadium_en: string;
  readonly photo: Photo | null;
  readonly access: 'free' | 'premium';
  readonly price_coins: number | null;
  readonly starts_at: Date;
  readonly ended_at: Date;
  readonly expires_at: Date;
  readonly bouts: number;
}

/** The sort key of the last line of a page of replays. */
export interface ReplayPosition {
  readonly endedAt: Date;
  readonly programLiveId: string;
}

export interface ReplayRange {
  /** The page starts after this line. */
  readonly from: ReplayPosition | null;
  /** Only this live, or `null` for all lives. */
  readonly only: ProgramLiveId | null;
}

/** Reads replays, and the recordings of lives in progress. */
export class ReplayStore {
  readonly #db: Kysely<Database>;
  readonly #days: number;

  /** @param days for which a replay is kept by default */
  constructor(db: Kysely<Database>, days: number) {
    this.#db = db;
    this.#days = days;
  }

  /** Finds the replays of a live, one per channel. */
  async findOfLive(programLiveId: ProgramLiveId, now: Date): Promise<ReplayRow[]> {
    const rows = await this.findWatchable(programLiveId, now);
    return rows.filter(({ is_over }) => is_over);
  }

  /** Finds the recordings of a live, one per channel, also while the live is in progress. */
  findWatchable(programLiveId: ProgramLiveId, now: Date): Promise<ReplayRow[]> {
    return this.#find(sql`recording.program_live_id = ${programLiveId}`, now);
  }

  async find(recordingId: string, now: Date): Promise<ReplayRow | undefined> {
    return (await this.#find(sql`recording_id = ${recordingId}`, now))[0];
  }

  /** Reads a page of the lives that have a replay, latest first. */
  async list({ from, only }: ReplayRange, limit: number, now: Date): Promise<ReplayLineRow[]> {
    const which = only === null ? sql`true` : sql`recording.program_live_id = ${only}`;
    const { rows } = await sql<ReplayLineRow>`
      select distinct on (replay.ended_at, program_live_id) program_live_id, program_id,
        title_th, title_en, promotion.name_th as promotion_th, promotion.name_en as promotion_en,
        stadium.name_th as stadium_th, stadium.name_en as stadium_en, photo.shown as photo,
        ${accessOf('live')} as access, ${priceOf('live')} as price_coins, live.starts_at, replay.ended_at, replay.expires_at, (
          select count(*)::int from match_live
          where match_live.program_live_id = live.program_live_id and replaced_at is null
        ) as bouts
      from (${this.#replays(which, now)}) as replay
      join program_live as live using (program_live_id)
      join program using (program_id)
      join promotion using (promotion_id)
      join stadium using (stadium_id)
      left join photo using (program_id)
      where is_over and replay.expires_at > ${now} and (${from === null}::boolean
        or (replay.ended_at, program_live_id)
          < (${from?.endedAt ?? null}::timestamptz, ${from?.programLiveId ?? null}::uuid))
      order by replay.ended_at desc, program_live_id desc
      limit ${limit}
    `.execute(this.#db);
    return rows;
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

  async #find(which: RawBuilder<unknown>, now: Date): Promise<ReplayRow[]> {
    const { rows } = await sql<ReplayRow>`
      select * from (${this.#replays(which, now)}) as replay
      where not is_over or expires_at > ${now}
      order by recording_id
    `.execute(this.#db);
    return rows;
  }

  /** Selects the recordings that can be watched, and those that have expired but are not removed yet. */
  #replays(which: RawBuilder<unknown>, now: Date): RawBuilder<unknown> {
    return sql`
      select recording_id, program_live_id, channel_id, started_at, live.ended_at, bytes,
        live.ended_at + make_interval(days => coalesce(live.replay_days, ${this.#days}::int))
          as expires_at,
        live.status = 'ended' and (completed_at is not null or live.ended_at
          <= ${now}::timestamptz - make_interval(secs => ${INCOMPLETE_MS_MAX / 1_000}::float8))
          as is_over
      from recording
      join program_live as live using (program_live_id)
      where ${which} and recording.removed_at is null and bytes > 0
        and live.status in ('in_progress', 'ended') and live.cancelled_at is null
        and coalesce(live.replay_days, ${this.#days}::int) > 0`;
  }
}

const toObject = (
  row: Omit<ObjectRow, 'segments'> & { readonly segments: unknown },
): ObjectRow => ({
  ...row,
  segments: row.segments as readonly StoredSegment[],
});
