import type { MemberStatus } from '@sangwian/contract/endpoints/member';
import type { Kysely } from 'kysely';
import type { Database } from '../../database/database.ts';

export interface NewSession {
  readonly memberId: string;
  readonly tokenHash: Buffer;
  readonly userAgent: string;
  readonly address: string;
  readonly createdAt: Date;
  readonly expiresAt: Date;
}

export interface SessionRow {
  readonly member_session_id: string;
  readonly member_id: string;
  readonly last_seen_at: Date;
  readonly expires_at: Date;
  readonly revoked_at: Date | null;
  readonly status: MemberStatus;
  readonly status_reason: string | null;
  readonly status_since: Date | null;
  readonly map_system_id: string | null;
}

export class SessionsStore {
  readonly #db: Kysely<Database>;

  constructor(db: Kysely<Database>) {
    this.#db = db;
  }

  async insert(session: NewSession): Promise<string> {
    const row = await this.#db
      .insertInto('member_session')
      .values({
        member_id: session.memberId,
        token_hash: session.tokenHash,
        user_agent: session.userAgent,
        address: session.address,
        created_at: session.createdAt,
        last_seen_at: session.createdAt,
        expires_at: session.expiresAt,
        revoked_at: null,
      })
      .returning('member_session_id')
      .executeTakeFirstOrThrow();
    return row.member_session_id;
  }

  /** The session of a token, good or ended, with how its member stands. */
  findByTokenHash(tokenHash: Buffer): Promise<SessionRow | undefined> {
    return this.#db
      .selectFrom('member_session')
      .innerJoin('member', 'member.member_id', 'member_session.member_id')
      .select([
        'member_session.member_session_id',
        'member_session.member_id',
        'member_session.last_seen_at',
        'member_session.expires_at',
        'member_session.revoked_at',
        'member.status',
        'member.status_reason',
        'member.status_since',
        'member.map_system_id',
      ])
      .where('token_hash', '=', tokenHash)
      .executeTakeFirst();
  }

  async touch(sessionId: string, now: Date, expiresAt: Date): Promise<void> {
    await this.#db
      .updateTable('member_session')
      .set({ last_seen_at: now, expires_at: expiresAt })
      .where('member_session_id', '=', sessionId)
      .where('revoked_at', 'is', null)
      .execute();
  }

  /** Returns those that were good until now. */
  async revoke(memberId: string, sessionIds: readonly string[], now: Date): Promise<string[]> {
    if (sessionIds.length === 0) return [];
    const rows = await this.#db
      .updateTable('member_session')
      .set({ revoked_at: now })
      .where('member_id', '=', memberId)
      .where('member_session_id', 'in', sessionIds)
      .where('revoked_at', 'is', null)
      .returning('member_session_id')
      .execute();
    return rows.map((row) => row.member_session_id);
  }

  /** Sign-ins that are good, the latest used first. */
  findOpen(memberId: string, now: Date) {
    return this.#db
      .selectFrom('member_session')
      .select(['member_session_id', 'user_agent', 'created_at', 'last_seen_at'])
      .where('member_id', '=', memberId)
      .where('revoked_at', 'is', null)
      .where('expires_at', '>', now)
      .orderBy('last_seen_at', 'desc')
      .orderBy('member_session_id', 'desc')
      .execute();
  }

  /** Sign-ins that are good, beyond the newest `kept`. */
  async findOlderThanNewest(memberId: string, kept: number, now: Date): Promise<string[]> {
    const rows = await this.#db
      .selectFrom('member_session')
      .select('member_session_id')
      .where('member_id', '=', memberId)
      .where('revoked_at', 'is', null)
      .where('expires_at', '>', now)
      .orderBy('last_seen_at', 'desc')
      .orderBy('member_session_id', 'desc')
      .offset(kept)
      .execute();
    return rows.map((row) => row.member_session_id);
  }

  /** Whether the member has signed in from this address before. */
  async isKnownAddress(phone: string, address: string): Promise<boolean> {
    const row = await this.#db
      .selectFrom('member_session')
      .innerJoin('member', 'member.member_id', 'member_session.member_id')
      .select('member_session_id')
      .where('member.phone', '=', phone)
      .where('member_session.address', '=', address)
      .limit(1)
      .executeTakeFirst();
    return row !== undefined;
  }
}
