import { type Kysely, sql } from 'kysely';
import type { Database } from '../../../schema/database.ts';

export interface NicknameRow {
  readonly nickname: string | null;
  readonly changed_at: Date;
}

export interface NewNickname {
  readonly memberId: string;
  readonly nickname: string;
  readonly key: string;
  readonly now: Date;
  /** A nickname that was changed after this time is kept. */
  readonly notSince: Date;
}

const isTaken = (error: unknown): boolean =>
  error instanceof Error && Reflect.get(error, 'constraint') === 'member_nickname_key_key';

/** Reads and writes members' nicknames. */
export class NicknameStore {
  readonly #db: Kysely<Database>;

  constructor(db: Kysely<Database>) {
    this.#db = db;
  }

  find(memberId: string): Promise<NicknameRow | undefined> {
    return this.#db
      .selectFrom('member_nickname')
      .select(['nickname', 'changed_at'])
      .where('member_id', '=', memberId)
      .executeTakeFirst();
  }

  /** Stores a nickname in one statement, so that concurrent requests cannot both pass. */
  async set(change: NewNickname): Promise<'set' | 'taken' | 'too_soon'> {
    const { memberId, nickname, key, now, notSince } = change;
    try {
      const { numInsertedOrUpdatedRows } = await this.#db
        .insertInto('member_nickname')
        .values({ member_id: memberId, nickname, nickname_key: key, changed_at: now })
        .onConflict((conflict) =>
          conflict
            .column('member_id')
            .doUpdateSet({ nickname, nickname_key: key, changed_at: now })
            .where('member_nickname.changed_at', '<=', notSince),
        )
        .executeTakeFirst();
      return numInsertedOrUpdatedRows === 0n ? 'too_soon' : 'set';
    } catch (error) {
      if (isTaken(error)) return 'taken';
      throw error;
    }
  }

  /** Removes a nickname. The time of the last change stays, so that a removal does not shorten the wait. */
  async clear(memberId: string): Promise<void> {
    await this.#db
      .updateTable('member_nickname')
      .set({ nickname: null, nickname_key: null })
      .where('member_id', '=', memberId)
      .execute();
  }

  /** Returns which of these keys other members have. */
  async findTaken(keys: readonly string[]): Promise<ReadonlySet<string>> {
    const rows = await this.#db
      .selectFrom('member_nickname')
      .select('nickname_key')
      .where('nickname_key', '=', sql<string>`any(${[...keys]}::text[])`)
      .execute();
    return new Set(rows.flatMap(({ nickname_key: key }) => key ?? []));
  }
}
