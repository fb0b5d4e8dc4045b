import { type Kysely, sql } from 'kysely';
import type { Database } from '../../../schema/database.ts';
import type { LinkProvider } from '../members/members.module.ts';

export interface AppleReturn {
  readonly code: string;
  readonly firstName: string | null;
  readonly lastName: string | null;
}

export interface Revocation {
  readonly id: string;
  readonly provider: LinkProvider;
  readonly sealedToken: Buffer;
  /** The number of attempts, including the current one. */
  readonly attempts: number;
}

export interface WaitingRevocations {
  readonly provider: LinkProvider;
  readonly tried: boolean;
  readonly waiting: number;
}

export class ProvidersStore {
  readonly #db: Kysely<Database>;

  constructor(db: Kysely<Database>) {
    this.#db = db;
  }

  /** Stores the response that Apple's page posted. A second post with the same state changes nothing. */
  async saveReturn(state: string, posted: AppleReturn, expiresAt: Date): Promise<void> {
    await this.#db
      .insertInto('apple_return')
      .values({
        state,
        code: posted.code,
        first_name: posted.firstName,
        last_name: posted.lastName,
        expires_at: expiresAt,
      })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
  }

  /** Returns and deletes a stored response. Of two concurrent calls, one gets the response. */
  async useReturn(state: string, now: Date): Promise<AppleReturn | undefined> {
    const row = await this.#db
      .deleteFrom('apple_return')
      .where('state', '=', state)
      .where('expires_at', '>', now)
      .returning(['code', 'first_name', 'last_name'])
      .executeTakeFirst();
    if (row === undefined) return undefined;
    return { code: row.code, firstName: row.first_name, lastName: row.last_name };
  }

  async deleteExpiredReturns(now: Date): Promise<void> {
    await this.#db.deleteFrom('apple_return').where('expires_at', '<=', now).execute();
  }

  /** Queues a revocation in the transaction that removes the link. */
  async addRevocation(
    trx: Kysely<Database>,
    provider: LinkProvider,
    sealedToken: Buffer,
    dueAt: Date,
  ): Promise<void> {
    await trx
      .insertInto('link_revocation')
      .values({ provider, sealed_token: sealedToken, next_attempt_at: dueAt })
      .execute();
  }

  /** Claims the due revocations and schedules the next attempt of each, so that no two nodes make the same attempt. */
  async claimRevocations(
    now: Date,
    nextAfter: (attempts: number) => Date,
    countMax: number,
  ): Promise<Revocation[]> {
    return this.#db.transaction().execute(async (trx) => {
      const rows = await trx
        .selectFrom('link_revocation')
        .selectAll()
        .where('next_attempt_at', '<=', now)
        .orderBy('next_attempt_at')
        .limit(countMax)
        .forUpdate()
        .skipLocked()
        .execute();
      for (const { link_revocation_id, attempts } of rows) {
        await trx
          .updateTable('link_revocation')
          .set({ attempts: attempts + 1, next_attempt_at: nextAfter(attempts + 1) })
          .where('link_revocation_id', '=', link_revocation_id)
          .execute();
      }
      return rows.map((row) => ({
        id: row.link_revocation_id,
        provider: row.provider,
        sealedToken: row.sealed_token,
        attempts: row.attempts + 1,
      }));
    });
  }

  /** Counts the queued revocations by provider and by whether they have been tried. */
  async countRevocations(): Promise<readonly WaitingRevocations[]> {
    const { rows } = await sql<WaitingRevocations>`
      select provider, attempts > 0 as tried, count(*)::integer as waiting
      from link_revocation group by provider, attempts > 0
    `.execute(this.#db);
    return rows;
  }

  async deleteRevocation(id: string): Promise<void> {
    await this.#db.deleteFrom('link_revocation').where('link_revocation_id', '=', id).execute();
  }
}
