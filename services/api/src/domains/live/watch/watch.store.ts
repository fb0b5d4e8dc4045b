import type { MemberId, ProgramLiveId, WatchToken } from '@sangwian/contract/ids';
import { type Kysely, sql, type Transaction } from 'kysely';
import { lockOfId, takeLock } from '../../../platform/database/advisory-locks.ts';
import type { Database } from '../../../schema/database.ts';
import type { WatchEndReason } from './watch.tables.ts';

export interface EndedWatch {
  readonly watch_session_id: string;
  readonly member_id: string;
  readonly watch_token: string;
  readonly program_live_id: string;
}

export interface WatchFields {
  readonly sessionId: string;
  readonly programLiveId: string;
  readonly matchLiveStreamId: string;
  readonly now: Date;
  readonly expiresAt: Date;
}

/** Reads watch sessions. Each method is a single statement. */
export class WatchReader {
  readonly #db: Kysely<Database>;

  constructor(db: Kysely<Database>) {
    this.#db = db;
  }

  /**
   * Reads a page of a member's watch sessions. A running session counts as last seen now.
   *
   * @param after the last session id of the previous page
   */
  findForExport(memberId: MemberId, after: string | undefined, limit: number, now: Date) {
    const active = this.#db
      .selectFrom('watch_session')
      .select(['watch_session_id', 'program_live_id', 'match_live_stream_id', 'started_at'])
      .select(sql<Date>`least(last_seen_at, ${now}::timestamptz(3))`.as('last_seen_at'))
      .select(sql<Date | null>`null::timestamptz(3)`.as('ended_at'))
      .select(sql<WatchEndReason | null>`null`.as('end_reason'))
      .where('member_id', '=', memberId)
      .$if(after !== undefined, (query) => query.where('watch_session_id', '<', after as string));
    const ended = this.#db
      .selectFrom('ended_watch_session')
      .select(['watch_session_id', 'program_live_id', 'match_live_stream_id', 'started_at'])
      // A node of an earlier release may have copied `HELD_AT` from a held session.
      .select(sql<Date>`least(last_seen_at, ended_at)`.as('last_seen_at'))
      .select(sql<Date | null>`ended_at`.as('ended_at'))
      .select(sql<WatchEndReason | null>`end_reason`.as('end_reason'))
      .where('member_id', '=', memberId)
      .$if(after !== undefined, (query) => query.where('watch_session_id', '<', after as string));
    return active.unionAll(ended).orderBy('watch_session_id', 'desc').limit(limit).execute();
  }

  /** Finds sessions that no node holds and that were last seen before `silentBefore`. */
  async findSilent(silentBefore: Date, limit: number): Promise<string[]> {
    const rows = await this.#db
      .selectFrom('watch_session')
      .select('watch_session_id')
      .where('watch_node_id', 'is', null)
      .where('last_seen_at', '<', silentBefore)
      .limit(limit)
      .execute();
    return rows.map((row) => row.watch_session_id);
  }

  /** Finds running sessions whose sign-in was revoked after `since`, and that the revoking node did not end. */
  async findOrphaned(since: Date, limit: number): Promise<string[]> {
    const rows = await this.#db
      .selectFrom('watch_session')
      .innerJoin(
        'member_session',
        'member_session.member_session_id',
        'watch_session.member_session_id',
      )
      .select('watch_session_id')
      .where('revoked_at', '>=', since)
      .limit(limit)
      .execute();
    return rows.map((row) => row.watch_session_id);
  }

  async isActive(watchSessionId: string): Promise<boolean> {
    const row = await this.#db
      .selectFrom('watch_session')
      .select('watch_session_id')
      .where('watch_session_id', '=', watchSessionId)
      .executeTakeFirst();
    return row !== undefined;
  }
}

/** Returns those of these members who are watching a live, in a browser that is still connected. */
export async function findWatching(
  db: Kysely<Database>,
  programLiveId: ProgramLiveId,
  memberIds: readonly string[],
): Promise<ReadonlySet<string>> {
  const rows = await db
    .selectFrom('watch_session')
    .select('member_id')
    .where('member_id', '=', sql<string>`any(${[...memberIds]}::uuid[])`)
    .where('program_live_id', '=', programLiveId)
    .where('gone_at', 'is', null)
    .execute();
  return new Set(rows.map((row) => row.member_id));
}

/** Changes watch sessions. Must run in a transaction. */
export class WatchWriter {
  readonly #trx: Transaction<Database>;

  constructor(trx: Transaction<Database>) {
    this.#trx = trx;
  }

  /** Serializes the joins and leaves of one member until the transaction ends. */
  async lockMember(memberId: MemberId): Promise<void> {
    await takeLock(this.#trx, lockOfId('watching', memberId));
  }

  /**
   * Locks a sign-in until the transaction ends, so that it cannot be revoked.
   *
   * @returns false if it is already revoked
   */
  async lockSignIn(sessionId: string): Promise<boolean> {
    const row = await this.#trx
      .selectFrom('member_session')
      .select('member_session_id')
      .where('member_session_id', '=', sessionId)
      .where('revoked_at', 'is', null)
      .forShare()
      .executeTakeFirst();
    return row !== undefined;
  }

  findActive(memberId: MemberId) {
    return this.#trx
      .selectFrom('watch_session')
      .select(['watch_session_id', 'watch_token'])
      .where('member_id', '=', memberId)
      .executeTakeFirst();
  }

  async wasEjected(memberId: MemberId, watchToken: WatchToken): Promise<boolean> {
    const row = await this.#trx
      .selectFrom('ended_watch_session')
      .select('watch_session_id')
      .where('member_id', '=', memberId)
      .where('watch_token', '=', watchToken)
      .where('end_reason', '=', 'ejected')
      .limit(1)
      .executeTakeFirst();
    return row !== undefined;
  }

  async start(memberId: MemberId, watchToken: WatchToken, fields: WatchFields): Promise<string> {
    const row = await this.#trx
      .insertInto('watch_session')
      .values({
        member_id: memberId,
        watch_token: watchToken,
        started_at: fields.now,
        ...rowOf(fields),
      })
      .returning('watch_session_id')
      .executeTakeFirstOrThrow();
    return row.watch_session_id;
  }

  /** Moves a shared session to the stream that the newest tab has joined. */
  async share(watchSessionId: string, fields: WatchFields): Promise<void> {
    await this.#trx
      .updateTable('watch_session')
      .set(rowOf(fields))
      .where('watch_session_id', '=', watchSessionId)
      .execute();
  }

  end(
    watchSessionIds: readonly string[],
    reason: WatchEndReason,
    now: Date,
  ): Promise<EndedWatch[]> {
    return this.#end(
      sql<boolean>`watch_session_id = any(${[...watchSessionIds]}::uuid[])`,
      reason,
      now,
    );
  }

  /** Ends the sessions that were started with these sign-ins. */
  endBySignIns(sessionIds: readonly string[], now: Date): Promise<EndedWatch[]> {
    return this.#end(
      sql<boolean>`member_session_id = any(${[...sessionIds]}::uuid[])`,
      'signed_out',
      now,
    );
  }

  /** Ends those of the sessions that are still silent. Skips locked rows. */
  endSilent(
    watchSessionIds: readonly string[],
    silentBefore: Date,
    now: Date,
  ): Promise<EndedWatch[]> {
    return this.#end(
      sql<boolean>`watch_session_id in (
        select watch_session_id from watch_session
        where watch_session_id = any(${[...watchSessionIds]}::uuid[])
          and watch_node_id is null and last_seen_at < ${silentBefore}
        for update skip locked
      )`,
      'silent',
      now,
    );
  }

  /**
   * Moves sessions to `ended_watch_session` and revokes their grants in one statement, so that an ended
   * session can never be watched.
   */
  async #end(
    which: ReturnType<typeof sql<boolean>>,
    reason: WatchEndReason,
    now: Date,
  ): Promise<EndedWatch[]> {
    const { rows } = await sql<EndedWatch>`
      with ended as (
        delete from watch_session where ${which} returning *
      ), kept as (
        insert into ended_watch_session (watch_session_id, member_id, member_session_id, watch_token,
            program_live_id, match_live_stream_id, started_at, last_seen_at, ended_at, end_reason)
        select watch_session_id, member_id, member_session_id, watch_token,
          program_live_id, match_live_stream_id, started_at, least(last_seen_at, ${now}), ${now}, ${reason} from ended
      ), revoked as (
        insert into watch_revocation (watch_session_id, expires_at, revoked_at)
        select watch_session_id, expires_at, ${now} from ended
      )
      select watch_session_id, member_id, watch_token, program_live_id from ended
    `.execute(this.#trx);
    return rows;
  }
}

const rowOf = (fields: WatchFields) => ({
  member_session_id: fields.sessionId,
  program_live_id: fields.programLiveId,
  match_live_stream_id: fields.matchLiveStreamId,
  last_seen_at: fields.now,
  gone_at: null,
  expires_at: fields.expiresAt,
});
