import type { ProgramLiveId } from '@sangwian/contract/ids';
import { type Kysely, sql } from 'kysely';
import type { ObjectStore } from '../../../platform/objects/object-store.ts';
import type { Database } from '../../../schema/database.ts';
import { type Cut, type CutRange, type FoundCut, findCut } from './cut-rules.ts';
import { objectKey } from './recording-rules.ts';
import type { StoredSegment } from './recordings.tables.ts';
import type { ReplayReader } from './replay-reader.ts';
import { type PeriodRow, placeSegments, wallAt } from './replay-timeline.ts';

/** Upper limit of an object's duration. Objects are stored every 30 s, and the last segment can add some seconds. */
const OBJECT_MS_MAX = 150_000;
/** Segments that the media process has not sent this long after the end of a live are considered lost. */
const LATE_MS_MAX = 90_000;

/** A recording from which clips can be cut. */
export interface CuttableRecording {
  readonly recording_id: string;
  readonly channel_id: string;
  readonly access: 'free' | 'premium';
  readonly premium_clips: boolean;
  readonly crop_permille: number;
  /** When the live ended; `null` while it is in progress. */
  readonly ended_at: Date | null;
}

/** Finds and reads ranges of recordings. */
export interface CutSource {
  /** Finds the recording of a live in progress or of a replay; `undefined` if there is none or it has expired. */
  findRecording(programLiveId: ProgramLiveId, now: Date): Promise<CuttableRecording | undefined>;
  find(recordingId: string, range: CutRange, now: Date): Promise<Cut>;
  /** Maps a position in the replay to wall-clock time; `null` if there is no video at that position. */
  wallAt(recordingId: string, positionMs: number): Promise<number | null>;
  /** Reads a range as one fragmented MP4. */
  read(recordingId: string, cut: FoundCut): AsyncGenerator<Buffer>;
}

async function findRecording(
  db: Kysely<Database>,
  days: number,
  programLiveId: ProgramLiveId,
  now: Date,
): Promise<CuttableRecording | undefined> {
  const { rows } = await sql<CuttableRecording>`
    select recording_id, recording.channel_id, live.access, promotion.premium_clips,
      channel.clip_crop_permille as crop_permille, live.ended_at
    from recording
    join program_live as live using (program_live_id)
    join program using (program_id)
    join promotion using (promotion_id)
    join channel on channel.channel_id = recording.channel_id
    where program_live_id = ${programLiveId} and removed_at is null and live.cancelled_at is null
      and coalesce(live.replay_days, ${days}::int) > 0
      and (live.ended_at is null or live.ended_at
        + make_interval(days => coalesce(live.replay_days, ${days}::int)) > ${now}::timestamptz)
    order by exists (
      select from match_live_stream as stream
      where stream.program_live_id = recording.program_live_id
        and stream.channel_id = recording.channel_id and stream.kind = 'hls'
    ) desc, recording_id
    limit 1
  `.execute(db);
  return rows[0];
}

interface Extent {
  /** `null` if there is no recording. */
  readonly startedAt: Date | null;
  /** Whether no more segments will be stored. */
  readonly isOver: boolean;
}

async function readExtent(db: Kysely<Database>, recordingId: string, now: Date): Promise<Extent> {
  const row = await db
    .selectFrom('recording')
    .innerJoin('program_live', 'program_live.program_live_id', 'recording.program_live_id')
    .select(['started_at', 'completed_at', 'removed_at', 'ended_at'])
    .where('recording_id', '=', recordingId)
    .executeTakeFirst();
  if (row === undefined || row.removed_at !== null) return { startedAt: null, isOver: true };
  const isLate = row.ended_at !== null && now.getTime() - row.ended_at.getTime() > LATE_MS_MAX;
  return { startedAt: row.started_at, isOver: row.completed_at !== null || isLate };
}

/** Reads the segments around a range, by rendition. */
async function readTracks(db: Kysely<Database>, recordingId: string, range: CutRange) {
  const objects = await db
    .selectFrom('recording_object')
    .select(['folder', 'first_sequence', 'period_sequence', 'starts_at', 'segments'])
    .where('recording_id', '=', recordingId)
    .where('folder', 'not like', '%audio')
    .where('starts_at', '>=', new Date(range.startMs - OBJECT_MS_MAX))
    .where('starts_at', '<=', new Date(range.endMs))
    .orderBy('folder')
    .orderBy('first_sequence')
    .execute();
  if (objects.length === 0) return [];
  const periods = await db
    .selectFrom('recording_period')
    .select(['folder', 'first_sequence', 'discontinuity', 'init', 'codecs'])
    .select(['width', 'height', 'frame_rate'])
    .where('recording_id', '=', recordingId)
    .execute();
  const periodsOf = Map.groupBy(periods, ({ folder }) => folder);
  return [...Map.groupBy(objects, ({ folder }) => folder)].map(([folder, rows]) =>
    placeSegments(
      folder,
      (periodsOf.get(folder) ?? []) as PeriodRow[],
      rows.map((row) => ({ ...row, segments: row.segments as readonly StoredSegment[] })),
    ),
  );
}

/** @throws {Error} if an object of the recording was removed */
async function* readCut(
  objects: Pick<ObjectStore, 'readRange'>,
  recordingId: string,
  { folder, segments }: FoundCut,
): AsyncGenerator<Buffer> {
  const [first] = segments;
  if (first === undefined) return;
  yield first.period.init;
  for (const { objectSequence, offset, bytes } of segments) {
    const key = objectKey(recordingId, folder, objectSequence);
    const found = await objects.readRange(key, offset, bytes);
    if (found === null) throw new Error(`${key} is missing`);
    yield found;
  }
}

/** @param days for which a replay is kept by default */
export const createCutSource = (
  db: Kysely<Database>,
  objects: Pick<ObjectStore, 'readRange'>,
  { reader, days }: { readonly reader: Pick<ReplayReader, 'read'>; readonly days: number },
): CutSource => ({
  wallAt: async (recordingId, positionMs) => {
    const [best] = (await reader.read(recordingId))?.tracks ?? [];
    return best === undefined ? null : wallAt(best, positionMs);
  },
  findRecording: (programLiveId, now) => findRecording(db, days, programLiveId, now),
  find: async (recordingId, range, now) => {
    // Read first, so that a segment stored between the two reads is reported as waiting instead of missing.
    const { startedAt, isOver } = await readExtent(db, recordingId, now);
    if (startedAt === null || range.startMs < startedAt.getTime()) return { kind: 'missing' };
    return findCut(await readTracks(db, recordingId, range), range, isOver);
  },
  read: (recordingId, cut) => readCut(objects, recordingId, cut),
});
