import { type Kysely, sql } from 'kysely';
import type { Database } from '../../../schema/database.ts';
import { addStoryboard } from './add-storyboard.ts';
import type { ObjectHead } from './recording-rules.ts';

/**
 * A restarted media process sends the segments that are not stored yet. It has the last two hours of a
 * channel on disk.
 */
const RESENT_HOURS_MAX = 3;

/** A recording to which a media process contributes. */
export interface OpenRecording {
  readonly recording_id: string;
  readonly channel_id: string;
  readonly started_at: Date;
  /** When the live ended; `null` while the live is in progress. */
  readonly ended_at: Date | null;
  readonly is_complete: boolean;
}

export interface RecordingLimits {
  /** Days for which a replay is kept by default; 0 if lives are not recorded by default. */
  readonly days: number;
  /** Maximum size of a recording, after which no more objects are accepted. */
  readonly bytesMax: number;
}

/** Runs the work in the caller's transaction, or in a new transaction if there is none. */
const withinTransaction = <Result>(
  db: Kysely<Database>,
  work: (trx: Kysely<Database>) => Promise<Result>,
): Promise<Result> => (db.isTransaction ? work(db) : db.transaction().execute(work));

/** Reads and writes recordings and the objects that media processes have sent. */
export class RecordingsStore {
  readonly #db: Kysely<Database>;

  constructor(db: Kysely<Database>) {
    this.#db = db;
  }

  /** Begins the recordings of the lives in progress on these channels. A recording covers the live from its start. */
  async begin(channelIds: readonly string[], { days }: RecordingLimits, now: Date): Promise<void> {
    await sql`
      insert into recording (program_live_id, channel_id, started_at)
      select distinct live.program_live_id, stream.channel_id, coalesce((
          select max(created_at) from show_action
          where show_action.program_live_id = live.program_live_id and action = 'live-start'
        ), ${now}::timestamptz)
      from match_live_stream as stream
      join program_live as live using (program_live_id)
      where stream.channel_id = any(${[...channelIds]}::text[]) and live.status = 'in_progress'
        and coalesce(live.replay_days, ${days}::int) > 0
        and not exists (
          select from recording where recording.program_live_id = live.program_live_id
            and recording.channel_id = stream.channel_id
        )
      on conflict do nothing
    `.execute(this.#db);
  }

  /** Finds the recordings of these channels that still accept objects. */
  async findOpen(
    channelIds: readonly string[],
    { days, bytesMax }: RecordingLimits,
    now: Date,
  ): Promise<OpenRecording[]> {
    const { rows } = await sql<OpenRecording>`
      select recording_id, channel_id, started_at, live.ended_at,
        completed_at is not null as is_complete
      from recording
      join program_live as live using (program_live_id)
      where channel_id = any(${[...channelIds]}::text[]) and removed_at is null
        and coalesce(live.replay_days, ${days}::int) > 0 and live.cancelled_at is null
        and bytes < ${bytesMax}
        and (live.ended_at is null
          or live.ended_at > ${now}::timestamptz - make_interval(hours => ${RESENT_HOURS_MAX}::int))
      order by recording_id
    `.execute(this.#db);
    return rows;
  }

  /** Returns the last segment of each rendition that this origin has sent. */
  async findStored(recordingId: string, originId: string) {
    return this.#db
      .selectFrom('recording_object')
      .select(['folder', sql<number>`max(last_sequence)`.as('last_sequence')])
      .where('recording_id', '=', recordingId)
      .where('media_origin_id', '=', originId)
      .groupBy('folder')
      .execute();
  }

  /** Returns the last segment of a stored object; `null` if there is none. */
  async findLastSequence(
    recordingId: string,
    { folder, first_sequence }: Pick<ObjectHead, 'folder' | 'first_sequence'>,
  ): Promise<number | null> {
    const row = await this.#db
      .selectFrom('recording_object')
      .select('last_sequence')
      .where('recording_id', '=', recordingId)
      .where('folder', '=', folder)
      .where('first_sequence', '=', first_sequence)
      .executeTakeFirst();
    return row?.last_sequence ?? null;
  }

  /**
   * Adds the row of a stored object.
   *
   * @returns the bytes of the whole recording, or `null` if the recording has been removed
   */
  async addObject(recordingId: string, head: ObjectHead, bytes: number): Promise<number | null> {
    return withinTransaction(this.#db, async (trx) => {
      const recording = await trx
        .selectFrom('recording')
        .select('bytes')
        .where('recording_id', '=', recordingId)
        .where('removed_at', 'is', null)
        .forUpdate()
        .executeTakeFirst();
      if (recording === undefined) return null;
      const { folder, first_sequence, segments, period } = head;
      const { init, ...described } = period;
      await trx
        .insertInto('recording_period')
        .values({
          recording_id: recordingId,
          folder,
          ...described,
          init: Buffer.from(init, 'base64'),
        })
        .onConflict((conflict) => conflict.doNothing())
        .execute();
      const added = await trx
        .insertInto('recording_object')
        .values({
          recording_id: recordingId,
          folder,
          first_sequence,
          last_sequence: first_sequence + segments.length - 1,
          period_sequence: period.first_sequence,
          media_origin_id: head.origin_id,
          bytes,
          starts_at: new Date(head.starts_at),
          segments: JSON.stringify(segments),
        })
        .onConflict((conflict) => conflict.doNothing())
        .returning('bytes')
        .executeTakeFirst();
      // A concurrent request has stored the same object.
      if (added === undefined) return recording.bytes;
      await trx
        .updateTable('recording')
        .set((row) => ({ bytes: row('bytes', '+', bytes) }))
        .where('recording_id', '=', recordingId)
        .execute();
      return recording.bytes + bytes;
    });
  }

  /** Finds a recording that accepts objects. */
  async findBytes(recordingId: string): Promise<number | null> {
    const row = await this.#db
      .selectFrom('recording')
      .select('bytes')
      .where('recording_id', '=', recordingId)
      .where('removed_at', 'is', null)
      .executeTakeFirst();
    return row?.bytes ?? null;
  }

  /** Marks the recording of an ended live as complete, unless another origin published the channel last. */
  async complete(recordingId: string, originId: string, now: Date): Promise<void> {
    await withinTransaction(this.#db, async (trx) => {
      const { rows } = await sql`
      update recording set completed_at = ${now}
      from program_live as live
      where recording_id = ${recordingId} and live.program_live_id = recording.program_live_id
        and live.status = 'ended' and completed_at is null
        and not exists (
          select from channel_lease where channel_lease.channel_id = recording.channel_id
            and media_origin_id <> ${originId}
        )
      returning recording_id
    `.execute(trx);
      if (rows.length > 0) await addStoryboard(trx, recordingId);
    });
  }
}
