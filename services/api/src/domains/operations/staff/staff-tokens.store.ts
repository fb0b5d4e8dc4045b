import type { Kysely } from 'kysely';
import type { Database } from '../../../schema/database.ts';

export interface NewTokenRow {
  readonly staffId: string;
  readonly name: string;
  readonly tokenHash: Buffer;
  readonly scopes: readonly string[];
  readonly now: Date;
  readonly expiresAt: Date;
  /** Maximum number of tokens that are not revoked. */
  readonly openMax: number;
}

/** Personal access tokens. */
export class StaffTokensStore {
  readonly #db: Kysely<Database>;

  constructor(db: Kysely<Database>) {
    this.#db = db;
  }

  /** Returns a valid token with its account. */
  findOpen(tokenHash: Buffer, now: Date) {
    return this.#db
      .selectFrom('staff_token')
      .innerJoin('staff', 'staff.staff_id', 'staff_token.staff_id')
      .select(['staff_token_id', 'staff.staff_id', 'staff.name', 'role', 'scopes', 'last_used_at'])
      .where('token_hash', '=', tokenHash)
      .where('revoked_at', 'is', null)
      .where('expires_at', '>', now)
      .where('deactivated_at', 'is', null)
      .executeTakeFirst();
  }

  async touch(tokenId: string, now: Date): Promise<void> {
    await this.#db
      .updateTable('staff_token')
      .set({ last_used_at: now })
      .where('staff_token_id', '=', tokenId)
      .execute();
  }

  /** Lists the tokens that are not revoked, newest first. */
  list(staffId: string) {
    return this.#db
      .selectFrom('staff_token')
      .select(['staff_token_id', 'name', 'scopes', 'created_at', 'expires_at', 'last_used_at'])
      .where('staff_id', '=', staffId)
      .where('revoked_at', 'is', null)
      .orderBy('staff_token_id', 'desc')
      .execute();
  }

  /** @returns the id; `undefined` if the account has `openMax` tokens already */
  insert(token: NewTokenRow): Promise<string | undefined> {
    const { staffId, now } = token;
    return this.#db.transaction().execute(async (trx) => {
      // Serializes the creation of tokens for one account, so that the count is exact.
      const lock = trx.selectFrom('staff').select('staff_id').where('staff_id', '=', staffId);
      await lock.forUpdate().execute();
      const { open } = await trx
        .selectFrom('staff_token')
        .select(({ fn }) => fn.countAll<number>().as('open'))
        .where('staff_id', '=', staffId)
        .where('revoked_at', 'is', null)
        .executeTakeFirstOrThrow();
      if (open >= token.openMax) return undefined;
      const row = await trx
        .insertInto('staff_token')
        .values({
          staff_id: staffId,
          name: token.name,
          token_hash: token.tokenHash,
          scopes: [...token.scopes],
          created_at: now,
          expires_at: token.expiresAt,
        })
        .returning('staff_token_id')
        .executeTakeFirstOrThrow();
      return row.staff_token_id;
    });
  }

  /** @returns whether the token was open */
  async revoke(staffId: string, tokenId: string, now: Date): Promise<boolean> {
    const { numUpdatedRows } = await this.#db
      .updateTable('staff_token')
      .set({ revoked_at: now })
      .where('staff_id', '=', staffId)
      .where('staff_token_id', '=', tokenId)
      .where('revoked_at', 'is', null)
      .executeTakeFirst();
    return numUpdatedRows === 1n;
  }
}
