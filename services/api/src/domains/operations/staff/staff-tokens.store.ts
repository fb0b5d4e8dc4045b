import type { Kysely } from 'kysely';
import type { Database } from '../../../schema/database.ts';

/** Personal access tokens. */
export class StaffTokensStore {
  readonly #db: Kysely<Database>;

  constructor(db: Kysely<Database>) {
    this.#db = db;
  }

  /** Returns a token that is good now, with its account. */
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
}
