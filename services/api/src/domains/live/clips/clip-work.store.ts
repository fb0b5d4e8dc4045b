import type { ClipFailure } from '@sangwian/contract/endpoints/clips';
import { type Kysely, sql } from 'kysely';
import type { Database } from '../../../schema/database.ts';
import type { ClipFile } from './clip-files.ts';

/** A clip and the attempt that encodes it. */
export interface ClipWork {
  readonly clip_id: string;
  readonly recording_id: string;
  readonly starts_at: Date;
  readonly duration_ms: number;
  readonly crop_permille: number;
  readonly created_at: Date;
  readonly attempt: number;
}

/** A removed clip whose files may still be stored. */
export interface RemovedClip {
  readonly clip_id: string;
  readonly recording_id: string;
}

/** Reads and writes the encoding of clips. Writes of an attempt have no effect once another attempt has begun. */
export class ClipWorkStore {
  readonly #db: Kysely<Database>;

  constructor(db: Kysely<Database>) {
    this.#db = db;
  }

  /** Reads a clip that is not ready; `undefined` if the clip is ready, failed or removed. */
  async findWaiting(clipId: string): Promise<ClipWork | undefined> {
    return this.#db
      .selectFrom('clip')
      .select(['clip_id', 'recording_id', 'starts_at', 'duration_ms', 'crop_permille'])
      .select(['created_at', 'attempt'])
      .where('clip_id', '=', clipId)
      .where('state', 'in', ['queued', 'encoding'])
      .where('removed_at', 'is', null)
      .executeTakeFirst();
  }

  /**
   * Begins an attempt, which supersedes every earlier attempt.
   *
   * @returns the attempt's number; `null` if the clip needs no encoding
   */
  async begin(clipId: string): Promise<number | null> {
    const row = await this.#db
      .updateTable('clip')
      .set((eb) => ({ state: 'encoding' as const, progress: 0, attempt: eb('attempt', '+', 1) }))
      .where('clip_id', '=', clipId)
      .where('state', 'in', ['queued', 'encoding'])
      .where('removed_at', 'is', null)
      .returning('attempt')
      .executeTakeFirst();
    return row?.attempt ?? null;
  }

  /** @returns false if the clip was removed or another attempt has begun */
  async setProgress(clipId: string, attempt: number, percent: number): Promise<boolean> {
    return this.#write(clipId, attempt, { progress: percent });
  }

  /** @returns false if the clip was removed or another attempt has begun */
  async finish(
    clipId: string,
    attempt: number,
    bytes: Readonly<Record<ClipFile, number>>,
    now: Date,
  ): Promise<boolean> {
    return this.#write(clipId, attempt, {
      state: 'ready',
      progress: 100,
      ready_at: now,
      landscape_bytes: bytes.landscape,
      vertical_bytes: bytes.vertical,
      poster_bytes: bytes.poster,
    });
  }

  /** Queues the clip again, so that another attempt can begin later. */
  async release(clipId: string, attempt: number): Promise<void> {
    await this.#write(clipId, attempt, { state: 'queued', progress: 0 });
  }

  async fail(clipId: string, attempt: number, failure: ClipFailure): Promise<void> {
    await this.#write(clipId, attempt, { state: 'failed', failure });
  }

  /** Fails clips that have waited since before a time. Their jobs were given up or discarded. */
  async failStale(before: Date): Promise<void> {
    await this.#db
      .updateTable('clip')
      .set({ state: 'failed', failure: 'encoding_failed' })
      .where('state', 'in', ['queued', 'encoding'])
      .where('created_at', '<', before)
      .execute();
  }

  /** Finds removed clips that still have files, are being encoded, or can be deleted. */
  async findRemoved(keptSince: Date): Promise<RemovedClip[]> {
    const { rows } = await sql<RemovedClip>`
      select clip_id, recording_id from clip where removed_at is not null
        and (landscape_bytes is not null or state = 'encoding' or removed_at < ${keptSince})
    `.execute(this.#db);
    return rows;
  }

  /**
   * Deletes a clip that was removed before `keptSince`. Otherwise records that the files of the removed clip
   * are gone.
   */
  async clear(clipId: string, keptSince: Date): Promise<void> {
    await sql`delete from clip where clip_id = ${clipId} and removed_at < ${keptSince}`.execute(
      this.#db,
    );
    await sql`
      update clip set state = 'failed', failure = 'encoding_failed', ready_at = null,
        landscape_bytes = null, vertical_bytes = null, poster_bytes = null
      where clip_id = ${clipId} and removed_at is not null
    `.execute(this.#db);
  }

  async #write(
    clipId: string,
    attempt: number,
    values: Partial<{
      state: 'queued' | 'ready' | 'failed';
      progress: number;
      failure: ClipFailure;
      ready_at: Date;
      landscape_bytes: number;
      vertical_bytes: number;
      poster_bytes: number;
    }>,
  ): Promise<boolean> {
    const { numUpdatedRows } = await this.#db
      .updateTable('clip')
      .set(values)
      .where('clip_id', '=', clipId)
      .where('attempt', '=', attempt)
      .where('state', 'in', ['queued', 'encoding'])
      .where('removed_at', 'is', null)
      .executeTakeFirst();
    return numUpdatedRows === 1n;
  }
}
