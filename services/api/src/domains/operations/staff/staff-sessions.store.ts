import { type Kysely, sql } from 'kysely';
import type { Database } from '../../../schema/database.ts';

export interface NewStaffSession {
  readonly staffId: string;
  readonly tokenHash: Buffer;
  readonly userAgent: string;
  readonly address: string;
  readonly now: Date;
  readonly expiresAt: Date;
}

/** Sessions of the console. */
export class StaffSessionsStore {
  readonly #db: Kysely<Database>;

  constructor(db: Kysely<Database>) {
    this.#db = db;
  }

  /** @returns the session's id; `undefined` if the account was deactivated meanwhile */
  async insert(session: NewStaffSession): Promise<string | undefined> {
    // A concurrent deactivation either waits for this lock or is already visible here.
    const { rows } = await sql<{ staff_session_id: string }>`
      insert into staff_session
        (staff_id, token_hash, user_agent, address, created_at, last_seen_at, expires_at, proved_at)
      select staff_id, ${session.tokenHash}::bytea, ${session.userAgent}, ${session.address},
        ${session.now}::timestamptz, ${session.now}::timestamptz, ${session.expiresAt}::timestamptz,
        ${session.now}::timestamptz
      from staff where staff_id = ${session.staffId}::uuid and deactivated_at is null
      for share
      returning staff_session_id
    `.execute(this.#db);
    return rows[0]?.staff_session_id;
  }

  /** Returns an open session with its account. */
  findOpenByToken(tokenHash: Buffer, now: Date, idle: Date) {
    return this.#db
      .selectFrom('staff_session')
      .innerJoin('staff', 'staff.staff_id', 'staff_session.staff_id')
      .select(['staff_session_id', 'staff.staff_id', 'name', 'role'])
      .select(['proved_at', 'last_seen_at'])
      .where('token_hash', '=', tokenHash)
      .where('revoked_at', 'is', null)
      .where('deactivated_at', 'is', null)
      .where('expires_at', '>', now)
      .where('last_seen_at', '>', idle)
      .executeTakeFirst();
  }

  async touch(sessionId: string, now: Date): Promise<void> {
    await this.#db
      .updateTable('staff_session')
      .set({ last_seen_at: now })
      .where('staff_session_id', '=', sessionId)
      .execute();
  }

  async setProved(sessionId: string, now: Date): Promise<void> {
    await this.#db
      .updateTable('staff_session')
      .set({ proved_at: now })
      .where('staff_session_id', '=', sessionId)
      .execute();
  }

  /** Lists sessions, most recently used first. */
  listOpen(staffId: string, now: Date, idle: Date) {
    return this.#db
      .selectFrom('staff_session')
      .select(['staff_session_id', 'user_agent', 'address'])
      .select(['created_at', 'last_seen_at', 'expires_at'])
      .where('staff_id', '=', staffId)
      .where('revoked_at', 'is', null)
      .where('expires_at', '>', now)
      .where('last_seen_at', '>', idle)
      .orderBy('last_seen_at', 'desc')
      .execute();
  }

  /** @returns whether the session was open */
  async revoke(staffId: string, sessionId: string, now: Date): Promise<boolean> {
    const { numUpdatedRows } = await this.#db
      .updateTable('staff_session')
      .set({ revoked_at: now })
      .where('staff_id', '=', staffId)
      .where('staff_session_id', '=', sessionId)
      .where('revoked_at', 'is', null)
      .executeTakeFirst();
    return numUpdatedRows === 1n;
  }

  async revokeAll(staffId: string, now: Date, exceptSessionId?: string): Promise<void> {
    await this.#db
      .updateTable('staff_session')
      .set({ revoked_at: now })
      .where('staff_id', '=', staffId)
      .where('revoked_at', 'is', null)
      .$if(exceptSessionId !== undefined, (query) =>
        query.where('staff_session_id', '<>', exceptSessionId as string),
      )
      .execute();
  }

  /** Deletes sessions that ended before a time. */
  async deleteEnded(before: Date): Promise<void> {
    await this.#db.deleteFrom('staff_session').where('expires_at', '<', before).execute();
  }
}
