import type { Kysely, Transaction } from 'kysely';
import { lockOfId, takeLock } from '../../../platform/database/advisory-locks.ts';
import type { Database } from '../../../schema/database.ts';

export interface DeletedMember {
  readonly memberId: string;
  readonly deletedAt: Date;
}

/** Reads and writes the replaced avatars whose files are not deleted yet, and the deleted members. */
export class AccountStore {
  readonly #db: Kysely<Database>;

  constructor(db: Kysely<Database>) {
    this.#db = db;
  }

  /**
   * Locks the file of a profile picture until the transaction ends, so that no other request writes or deletes the file
   * meanwhile.
   */
  async lockPicture(trx: Transaction<Database>, picture: string): Promise<void> {
    await takeLock(trx, lockOfId('picture', picture));
  }

  /** Adds a replaced avatar. The cleanup job deletes its file if no member uses the file. */
  async addDroppedPicture(trx: Transaction<Database>, picture: string): Promise<void> {
    await trx
      .insertInto('dropped_picture')
      .values({ picture })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
  }

  async findDroppedPictures(limit: number): Promise<string[]> {
    const rows = await this.#db
      .selectFrom('dropped_picture')
      .select('picture')
      .orderBy('dropped_at')
      .limit(limit)
      .execute();
    return rows.map((row) => row.picture);
  }

  /** Removes an avatar after the cleanup job has handled its file. */
  async removeDroppedPicture(trx: Transaction<Database>, picture: string): Promise<void> {
    await trx.deleteFrom('dropped_picture').where('picture', '=', picture).execute();
  }

  async addDeleted(trx: Transaction<Database>, deleted: DeletedMember): Promise<void> {
    await trx
      .insertInto('deleted_member')
      .values({
        member_id: deleted.memberId,
        deleted_at: deleted.deletedAt,
        traffic_forgotten_at: null,
      })
      .execute();
  }

  /** Returns members who were deleted since `since` and whose traffic data is not erased yet, latest first. */
  async findDeletedSince(since: Date, limit: number): Promise<string[]> {
    const rows = await this.#db
      .selectFrom('deleted_member')
      .select('member_id')
      .where('deleted_at', '>=', since)
      .where('traffic_forgotten_at', 'is', null)
      .orderBy('deleted_at', 'desc')
      .limit(limit)
      .execute();
    return rows.map((row) => row.member_id);
  }

  /** Returns members who were deleted before `before` and whose traffic data is not erased yet. */
  async findTrafficToErase(before: Date, limit: number): Promise<string[]> {
    const rows = await this.#db
      .selectFrom('deleted_member')
      .select('member_id')
      .where('deleted_at', '<', before)
      .where('traffic_forgotten_at', 'is', null)
      .limit(limit)
      .execute();
    return rows.map((row) => row.member_id);
  }

  async markTrafficErased(trx: Transaction<Database>, memberId: string, now: Date) {
    await trx
      .updateTable('deleted_member')
      .set({ traffic_forgotten_at: now })
      .where('member_id', '=', memberId)
      .execute();
  }
}
