import type { MemberId, WatchToken } from '@sangwian/contract/ids';
import { type Kysely, sql, type Transaction } from 'kysely';
import { lockOfId, takeLock } from '../../../platform/database/advisory-locks.ts';
import type { Database } from '../../../schema/database.ts';
import type { WatchEndReason } from './watch.tables.ts';
import type { WatchingBrowser } from './watch-presence.ts';

/** A row is not written again for a sign of life this soon after the last one. */
const SEEN_AGAIN_MS = 10_000;

export interface EndedWatch {
  readonly watch_session_id: string;
  readonly member_id: string;
  readonly watch_token: string;
  readonly program_live_id: string;
}

export interface WatchPlace {
  readonly sessionId: string;
  readonly programLiveId: string;
  readonly matchLiveStreamId: string;
  readonly now: Date;
  readonly expiresAt: Date;
}

/** Reads, and signs of life: single statements that need no transaction. */
export class WatchReader {
  readonly #db: Kysely<Database>;

  constructor(db: Kysely<Database>) {
    this.#db = db;
  }

  /** @param after the id of the last session of the page before */
  findForExport(memberId: MemberId, after: string | undefined, limit: number) {
    const active = this.#db
      .selectFrom('watch_session')
      .select(['watch_session_id', 'program_live_id', 'match_live_stream_id', 'started_at'])
      .select(['last_seen_at', sql<Date | null>`null::timestamptz(3)`.as('ended_at')])
      .select(sql<WatchEndReason | null>`null`.as('end_reason'))
      .where('member_id', '=', memberId)
      .$if(after !== undefined, (query) => query.where('watch_session_id', '<', after as string));
    const ended = this.#db
      .selectFrom('ended_watch_session')
      .select(['watch_session_id', 'program_live_id', 'match_live_stream_id', 'started_at'])
      .select(['last_seen_at', sql<Date | null>`ended_at`.as('ended_at')])
      .select(sql<WatchEndReason | null>`end_reason`.as('end_reason'))
      .where('member_id', '=', memberId)
      .$if(after !== undefined, (query) => query.where('watch_session_id', '<', after as string));
    return active.unionAll(ended).orderBy('watch_session_id', 'desc').limit(limit).execute();
  }

  /** Viewers by live and stream. A session that was last seen before `silentBefore` is none any more. */
  countActive(
    silentBefore: Date,
  ): Promise<{ program_live_id: string; match_live_stream_id: string; viewers: number }[]> {
    return this.#db
      .selectFrom('watch_session')
      .select(['program_live_id', 'match_live_stream_id'])
      .select(sql<number>`count(*)::int`.as('viewers'))
      .where('gone_at', 'is', null)
      .where('last_seen_at', '>=', silentBefore)
      .groupBy(['program_live_id', 'match_live_stream_id'])
      .execute();
  }

  /** Sessions that were last seen before `silentBefore`. */
  async findSilent(silentBefore: Date, limit: number): Promise<string[]> {
    const rows = await this.#db
      .selectFrom('watch_session')
      .select('watch_session_id')
      .where('last_seen_at', '<', silentBefore)
      .limit(limit)
      .execute();
    return rows.map((row) => row.watch_session_id);
  }

  /** Sessions whose sign-in is revoked: the node that revoked it ended before it ended them. */
  async findOrphaned(limit: number): Promise<string[]> {
    const rows = await this.#db
      .selectFrom('watch_session')
      .innerJoin(
        'member_session',
        'member_session.member_session_id',
        'watch_session.member_session_id',
      )
      .select('watch_session_id')
      .where('revoked_at', 'is not', null)
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

  /** Playlist requests of these sessions were seen. Unknown and ended ones are passed over. */
  async seenByIds(watchSessionIds: readonly string[], now: Date): Promise<void> {
    await sql`
      update watch_session set last_seen_at = ${now}, gone_at = null
      where watch_session_id = any(${[...watchSessionIds]}::uuid[])
        and (last_seen_at < ${seenAgain(now)} or gone_at is not null)
    `.execute(this.#db);
  }

  /** Sockets of these members' browsers were heard. */
  async seenByTokens(beats: readonly WatchingBrowser[], now: Date): Promise<void> {
    await sql`
      update watch_session set last_seen_at = ${now}, gone_at = null
      from unnest(
        ${beats.map((beat) => beat.memberId)}::uuid[],
        ${beats.map((beat) => beat.watchToken)}::uuid[]
      ) as beat (member_id, watch_token)
      where watch_session.member_id = beat.member_id
        and watch_session.watch_token = beat.watch_token
        and (last_seen_at < ${seenAgain(now)} or gone_at is not null)
    `.execute(this.#db);
  }

  /** The last sockets of these members' browsers are gone. */
  async goneByTokens(browsers: readonly WatchingBrowser[], now: Date): Promise<void> {
    await sql`
      update watch_session set gone_at = ${now}
      from unnest(
        ${browsers.map((browser) => browser.memberId)}::uuid[],
        ${browsers.map((browser) => browser.watchToken)}::uuid[]
      ) as browser (member_id, watch_token)
      where watch_session.member_id = browser.member_id
        and watch_session.watch_token = browser.watch_token
        and gone_at is null
    `.execute(this.#db);
  }
}

const seenAgain = (now: Date): Date => new Date(now.getTime() - SEEN_AGAIN_MS);

/** Changes of watch sessions. It cannot be made outside a transaction. */
export class WatchWriter {
  readonly #trx: Transaction<Database>;

  constructor(trx: Transaction<Database>) {
    this.#trx = trx;
  }

  /** Joins and leaves of one member wait for each other until the transaction ends. */
  async lockMember(memberId: MemberId): Promise<void> {
    await takeLock(this.#trx, lockOfId('watching', memberId));
  }

  /** Whether this sign-in is still good; if so, whatever ends it waits for this transaction, and then ends the watch. */
  async holdSignIn(sessionId: string): Promise<boolean> {
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

  async start(memberId: MemberId, watchToken: WatchToken, place: WatchPlace): Promise<string> {
    const row = await this.#trx
      .insertInto('watch_session')
      .values({
        member_id: memberId,
        watch_token: watchToken,
        started_at: place.now,
        ...rowOf(place),
      })
      .returning('watch_session_id')
      .executeTakeFirstOrThrow();
    return row.watch_session_id;
  }

  /** Another tab of the same browser: the session moves to what was joined last. */
  async share(watchSessionId: string, place: WatchPlace): Promise<void> {
    await this.#trx
      .updateTable('watch_session')
      .set(rowOf(place))
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

  /** The sessions that were started with these sign-ins. */
  endOfSignIns(sessionIds: readonly string[], now: Date): Promise<EndedWatch[]> {
    return this.#end(
      sql<boolean>`member_session_id = any(${[...sessionIds]}::uuid[])`,
      'signed_out',
      now,
    );
  }

  /** Those of these sessions that are still silent: one that was heard meanwhile goes on, a locked one is left. */
  endSilent(
    watchSessionIds: readonly string[],
    silentBefore: Date,
    now: Date,
  ): Promise<EndedWatch[]> {
    return this.#end(
      sql<boolean>`watch_session_id in (
        select watch_session_id from watch_session
        where watch_session_id = any(${[...watchSessionIds]}::uuid[])
          and last_seen_at < ${silentBefore}
        for update skip locked
      )`,
      'silent',
      now,
    );
  }

  /**
   * Every end moves the session to the ended ones and kills its grant: or it could be watched on
   * after leaving.
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
          program_live_id, match_live_stream_id, started_at, last_seen_at, ${now}, ${reason} from ended
      ), revoked as (
        insert into watch_revocation (watch_session_id, expires_at, revoked_at)
        select watch_session_id, expires_at, ${now} from ended
      )
      select watch_session_id, member_id, watch_token, program_live_id from ended
    `.execute(this.#trx);
    return rows;
  }
}

const rowOf = (place: WatchPlace) => ({
  member_session_id: place.sessionId,
  program_live_id: place.programLiveId,
  match_live_stream_id: place.matchLiveStreamId,
  last_seen_at: place.now,
  gone_at: null,
  expires_at: place.expiresAt,
});
