import type { PhotoCrop } from '@sangwian/contract/endpoints/operator/uploads';
import type { Photo } from '@sangwian/contract/endpoints/photo';
import type { ProgramLiveId } from '@sangwian/contract/ids';
import type { PhotoOwner } from '@sangwian/contract/rules/photo-formats';
import { type Kysely, type Selectable, sql, type Transaction } from 'kysely';
import { lockOfId, takeLock } from '../../../platform/database/advisory-locks.ts';
import type { Database } from '../../../schema/database.ts';

export type PhotoRow = Selectable<Database['photo']>;

/** A fighter or a card. */
export interface PhotoSubject {
  readonly owner: PhotoOwner;
  readonly ownerId: string;
}

/** The columns that an upload or a crop sets. */
export interface PhotoChange {
  readonly original_folder: string;
  readonly width_px: number;
  readonly height_px: number;
  readonly crop: PhotoCrop;
  readonly focusX: number;
  readonly focusY: number;
  readonly updated_by: string;
}

const columnOf = (owner: PhotoOwner) => `${owner}_id` as const;

const columnsOf = ({ crop, focusX, focusY, ...rest }: PhotoChange) => ({
  ...rest,
  crop_left_px: crop.left,
  crop_top_px: crop.top,
  crop_width_px: crop.width,
  crop_height_px: crop.height,
  focus_x_percent: focusX,
  focus_y_percent: focusY,
});

export const ownerOf = (row: Pick<PhotoRow, 'fighter_id' | 'program_id'>): PhotoSubject =>
  row.fighter_id === null
    ? { owner: 'program', ownerId: row.program_id ?? '' }
    : { owner: 'fighter', ownerId: row.fighter_id };

export class UploadsStore {
  readonly #db: Kysely<Database>;

  constructor(db: Kysely<Database>) {
    this.#db = db;
  }

  /** Returns whether this fighter or card exists. */
  async hasOwner({ owner, ownerId }: PhotoSubject): Promise<boolean> {
    const { rows } = await sql`
      select from ${sql.table(owner)} where ${sql.ref(columnOf(owner))} = ${ownerId}`.execute(
      this.#db,
    );
    return rows.length > 0;
  }

  /**
   * Locks a fighter or a card against other changes of its photo until the transaction ends.
   *
   * @returns whether the fighter or card exists
   */
  async lockOwner(trx: Transaction<Database>, { owner, ownerId }: PhotoSubject): Promise<boolean> {
    if (owner === 'program') {
      // Every change of a card locks the live of the card first.
      await sql`select from program_live where program_id = ${ownerId} for no key update`.execute(
        trx,
      );
    }
    const { rows } = await sql`
      select from ${sql.table(owner)}
      where ${sql.ref(columnOf(owner))} = ${ownerId} for no key update`.execute(trx);
    return rows.length > 0;
  }

  find({ owner, ownerId }: PhotoSubject, db: Kysely<Database> = this.#db) {
    return db
      .selectFrom('photo')
      .selectAll()
      .where(columnOf(owner), '=', ownerId)
      .executeTakeFirst();
  }

  findById(photoId: string): Promise<PhotoRow | undefined> {
    return this.#db
      .selectFrom('photo')
      .selectAll()
      .where('photo_id', '=', photoId)
      .executeTakeFirst();
  }

  /** Locks a folder against concurrent writing and removal until the transaction ends. */
  async lockFolder(trx: Transaction<Database>, folder: string): Promise<void> {
    await takeLock(trx, lockOfId('photo', folder));
  }

  /** Adds or changes the photo of a fighter or a card, and increments its version. */
  save(
    trx: Transaction<Database>,
    { owner, ownerId }: PhotoSubject,
    change: PhotoChange,
  ): Promise<PhotoRow> {
    const values = columnsOf(change);
    return trx
      .insertInto('photo')
      .values({
        ...values,
        fighter_id: owner === 'fighter' ? ownerId : null,
        program_id: owner === 'program' ? ownerId : null,
      })
      .onConflict((conflict) =>
        conflict.column(columnOf(owner)).doUpdateSet({
          ...values,
          version: sql`photo.version + 1`,
          updated_at: sql`now()`,
        }),
      )
      .returningAll()
      .executeTakeFirstOrThrow();
  }

  async remove(trx: Transaction<Database>, photoId: string): Promise<void> {
    await trx.deleteFrom('photo').where('photo_id', '=', photoId).execute();
  }

  /** Sets the published files of a version. */
  async setShown(
    trx: Transaction<Database>,
    { photo_id, version }: Pick<PhotoRow, 'photo_id' | 'version'>,
    photo: Photo,
  ): Promise<void> {
    await trx
      .updateTable('photo')
      .set({ encoded_version: version, shown: JSON.stringify(photo) })
      .where('photo_id', '=', photo_id)
      .execute();
  }

  /**
   * Increments the revisions of the lives that show a photo.
   *
   * @returns these lives
   */
  async reviseLives(
    trx: Transaction<Database>,
    { owner, ownerId }: PhotoSubject,
  ): Promise<ProgramLiveId[]> {
    const { rows } =
      owner === 'program'
        ? await sql<{ program_live_id: ProgramLiveId }>`
            update program_live set revision = revision + 1 where program_id = ${ownerId}
            returning program_live_id`.execute(trx)
        : await sql<{ program_live_id: ProgramLiveId }>`
            with shown as (
              select match_live_id from match_live join bout using (bout_id)
              where ${ownerId} in (red_fighter_id, blue_fighter_id) and match_live.status <> 'ended'
              order by match_live_id for update of match_live
            )
            update match_live set revision = revision + 1
            from shown where shown.match_live_id = match_live.match_live_id
            returning program_live_id`.execute(trx);
    return [...new Set(rows.map((row) => row.program_live_id))];
  }

  async dropFolder(trx: Transaction<Database>, folder: string): Promise<void> {
    await trx
      .insertInto('dropped_photo_folder')
      .values({ folder })
      .onConflict((conflict) => conflict.column('folder').doUpdateSet({ dropped_at: sql`now()` }))
      .execute();
  }

  async findDropped(before: Date, limit: number): Promise<string[]> {
    const rows = await this.#db
      .selectFrom('dropped_photo_folder')
      .select('folder')
      .where('dropped_at', '<', before)
      .orderBy('dropped_at')
      .limit(limit)
      .execute();
    return rows.map(({ folder }) => folder);
  }

  async isFolderUsed(trx: Transaction<Database>, folder: string): Promise<boolean> {
    const { rows } = await sql`
      select from photo
      where original_folder = ${folder} or shown ->> 'path' = ${`/uploads/${folder}`}
      limit 1`.execute(trx);
    return rows.length > 0;
  }

  async forgetFolder(trx: Transaction<Database>, folder: string): Promise<void> {
    await trx.deleteFrom('dropped_photo_folder').where('folder', '=', folder).execute();
  }
}
