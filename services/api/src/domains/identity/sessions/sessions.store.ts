import type { MemberStatus } from '@sangwian/contract/endpoints/member';
import { type Kysely, sql } from 'kysely';
import type { Database } from '../../../schema/database.ts';

export interface NewSession {
  readonly memberId: string;
  readonly tokenHash: Buffer;
  readonly userAgent: string;
  readonly address: string;
  /** SHA-256 of the secret that the browser keeps. */
  readonly deviceHash: Buffer | null;
  readonly createdAt: Date;
  readonly expiresAt: Date;
}

export interface SessionRow {
  readonly member_session_id: string;
  readonly member_id: string;
  readonly created_at: Date;
  readonly last_seen_at: Date;
  readonly expires_at: Date;
  readonly revoked_at: Date | null;
  readonly status: MemberStatus;
  readonly status_reason: string | null;
  readonly status_since: Date | null;
  readonly status_until: Date | null;
  readonly deleted_at: Date | null;
  readonly map_system_id: string | null;
}

export interface EndedSession {
  readonly member_session_id: string;
  readonly member_id: string;
  readonly status: MemberStatus;
}

export interface RevokedSession {
  readonly member_id: string;
  readonly member_session_id: string;
}

export class SessionsStore {
  readonly #db: Kysely<Database>;

  constructor(db: Kysely<Database>) {
    this.#db = db;
  }

  /**
   * Inserts a session of an active member. The lock serialises this with concurrent bans and deletions, so that neither
   * misses the new session.
   *
   * @returns `undefined` if the member is barred or deleted
   */
  async insert(session: NewSession): Promise<string | undefined> {
    const { rows } = await sql<{ member_session_id: string }>`
      with admitted as (
        select member_id from member
        where member_id = ${session.memberId} and status = 'active' and deleted_at is null
        for share
      )
      insert into member_session
        (member_id, token_hash, user_agent, address, device_hash, created_at, last_seen_at, expires_at)
      select member_id, ${session.tokenHash}::bytea, ${session.userAgent}::text, ${session.address}::text,
        ${session.deviceHash}::bytea, ${session.createdAt}::timestamptz, ${session.createdAt}::timestamptz,
        ${session.expiresAt}::timestamptz
      from admitted
      returning member_session_id
    `.execute(this.#db);
    return rows[0]?.member_session_id;
  }

  /** Returns a member's account status; `undefined` if the member was deleted. */
  findAccountStatus(memberId: string) {
    return this.#db
      .selectFrom('member')
      .select(['status', 'status_reason', 'status_since', 'status_until'])
      .where('member_id', '=', memberId)
      .where('deleted_at', 'is', null)
      .executeTakeFirst();
  }

  /** Returns the session of a token, open or ended, with its member's account status. */
  findByTokenHash(tokenHash: Buffer): Promise<SessionRow | undefined> {
    return this.#db
      .selectFrom('member_session')
      .innerJoin('member', 'member.member_id', 'member_session.member_id')
      .select([
        'member_session.member_session_id',
        'member_session.member_id',
        'member_session.created_at',
        'member_session.last_seen_at',
        'member_session.expires_at',
        'member_session.revoked_at',
        'member.status',
        'member.status_reason',
        'member.status_since',
        'member.status_until',
        'member.deleted_at',
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

  /** Returns the time of the last proof of ownership in an open session: a confirmation, or else the sign-in. */
  async findLastProofAt(memberId: string, sessionId: string): Promise<Date | undefined> {
    const row = await this.#db
      .selectFrom('member_session')
      .select(['created_at', 'confirmed_at'])
      .where('member_id', '=', memberId)
      .where('member_session_id', '=', sessionId)
      .where('revoked_at', 'is', null)
      .executeTakeFirst();
    return row?.confirmed_at ?? row?.created_at;
  }

  async confirm(memberId: string, sessionId: string, now: Date): Promise<void> {
    await this.#db
      .updateTable('member_session')
      .set({ confirmed_at: now })
      .where('member_id', '=', memberId)
      .where('member_session_id', '=', sessionId)
      .where('revoked_at', 'is', null)
      .execute();
  }

  findForExport(memberId: string, after: string | undefined, limit: number) {
    return this.#db
      .selectFrom('member_session')
      .select([
        'member_session_id',
        'user_agent',
        'address',
        'created_at',
        'last_seen_at',
        'confirmed_at',
        'expires_at',
        'revoked_at',
      ])
      .where('member_id', '=', memberId)
      .$if(after !== undefined, (query) => query.where('member_session_id', '<', after as string))
      .orderBy('member_session_id', 'desc')
      .limit(limit)
      .execute();
  }

  /** Erases a member's IP addresses, user agents and devices. */
  async forgetTraffic(memberId: string): Promise<void> {
    await this.#db.deleteFrom('member_device').where('member_id', '=', memberId).execute();
    await this.#db
      .updateTable('member_session')
      .set({ user_agent: '', address: '', device_hash: null })
      .where('member_id', '=', memberId)
      .execute();
  }

  /** Revokes those of these sessions that are open, and returns their ids. */
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

  /** Revokes all sessions of a partner's members. */
  async revokeOfPartner(mapSystemId: string, now: Date): Promise<void> {
    await this.#db
      .updateTable('member_session')
      .from('member')
      .set({ revoked_at: now })
      .whereRef('member.member_id', '=', 'member_session.member_id')
      .where('member.map_system_id', '=', mapSystemId)
      .where('member_session.revoked_at', 'is', null)
      .execute();
  }

  /** Revokes the oldest open sessions of all members. */
  async revokeOldest(limit: number, now: Date): Promise<RevokedSession[]> {
    const { rows } = await sql<RevokedSession>`
      update member_session set revoked_at = ${now}
      where member_session_id in (
        select member_session_id from member_session
        where revoked_at is null and expires_at > ${now}
        order by expires_at limit ${limit}
        for update skip locked
      )
      returning member_id, member_session_id
    `.execute(this.#db);
    return rows;
  }

  /** Returns the sessions among these that have ended. */
  async findEnded(sessionIds: readonly string[], now: Date): Promise<EndedSession[]> {
    if (sessionIds.length === 0) return [];
    const { rows } = await sql<EndedSession>`
      select member_session.member_session_id, member_session.member_id, member.status
      from member_session join member using (member_id)
      where member_session_id = any(${sessionIds}::uuid[])
        and (revoked_at is not null or expires_at <= ${now} or deleted_at is not null)
    `.execute(this.#db);
    return rows;
  }

  /** Returns a member's open sessions, most recently used first. */
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

  /** Returns a member's open sessions except the newest `kept`. */
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

  /** Forgets all devices of a member except the device of the given session. */
  async forgetDevices(memberId: string, exceptSessionId: string | null): Promise<void> {
    await this.#db
      .updateTable('member_session')
      .set({ device_hash: null })
      .where('member_id', '=', memberId)
      .where('device_hash', 'is not', null)
      .where('member_session_id', 'is distinct from', exceptSessionId)
      .execute();
  }

  /** Forgets the device of a session, in all sessions on that device. */
  async forgetDeviceOf(memberId: string, sessionId: string): Promise<void> {
    await this.#db
      .deleteFrom('member_device')
      .where('member_id', '=', memberId)
      .where('device_hash', '=', (query) =>
        query
          .selectFrom('member_session')
          .select('device_hash')
          .where('member_session_id', '=', sessionId),
      )
      .execute();
    await this.#db
      .updateTable('member_session')
      .set({ device_hash: null })
      .where('member_id', '=', memberId)
      .where('device_hash', '=', (query) =>
        query
          .selectFrom('member_session as revoked')
          .select('revoked.device_hash')
          .where('revoked.member_session_id', '=', sessionId),
      )
      .execute();
  }

  /** Returns whether the member of this phone has a session, open or ended, that remembers this device. */
  async isKnownDevice(phone: string, deviceHash: Buffer): Promise<boolean> {
    const row = await this.#db
      .selectFrom('member_session')
      .innerJoin('member', 'member.member_id', 'member_session.member_id')
      .select('member_session_id')
      .where('member.phone', '=', phone)
      .where('member_session.device_hash', '=', deviceHash)
      .limit(1)
      .executeTakeFirst();
    return row !== undefined;
  }

  /**
   * Deletes sessions that expired before `before` and that no other table refers to.
   *
   * @returns the number of deleted sessions, at most `limit`
   */
  async deleteExpiredBefore(before: Date, limit: number): Promise<number> {
    const { numAffectedRows } = await sql`
      delete from member_session where member_session_id in (
        select member_session_id from member_session ended
        where expires_at < ${before}
          and not exists (select from push_subscription where member_session_id = ended.member_session_id)
          and not exists (select from watch_session where member_session_id = ended.member_session_id)
        order by expires_at limit ${limit}
        for update skip locked
      )
    `.execute(this.#db);
    return Number(numAffectedRows ?? 0);
  }

  /** Returns whether the member of this phone has signed in from this IP address before. */
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

  /** Saves an own device of a member. Keeps the newest `keptMax` and deletes the others. */
  async saveDevice(
    memberId: string,
    deviceHash: Buffer,
    { now, keptMax }: { now: Date; keptMax: number },
  ): Promise<void> {
    await sql`
      with kept as (
        insert into member_device (member_id, device_hash, proven_at)
        values (${memberId}::uuid, ${deviceHash}::bytea, ${now}::timestamptz)
        on conflict (member_id, device_hash) do update set proven_at = excluded.proven_at
      )
      delete from member_device where member_id = ${memberId}::uuid and device_hash in (
        select device_hash from member_device
        where member_id = ${memberId}::uuid and device_hash <> ${deviceHash}::bytea
        order by proven_at desc offset ${keptMax - 1}
      )
    `.execute(this.#db);
  }

  /** Returns whether the device has signed in as the member of this phone, or has proven the phone. */
  async isOwnDevice(phone: string, deviceHash: Buffer): Promise<boolean> {
    const row = await this.#db
      .selectFrom('member_device')
      .innerJoin('member', 'member.member_id', 'member_device.member_id')
      .select('member_device.member_id')
      .where('member.phone', '=', phone)
      .where('member_device.device_hash', '=', deviceHash)
      .executeTakeFirst();
    return row !== undefined;
  }

  findDevicesForExport(memberId: string) {
    return this.#db
      .selectFrom('member_device')
      .select('proven_at')
      .where('member_id', '=', memberId)
      .orderBy('proven_at', 'desc')
      .execute();
  }
}
