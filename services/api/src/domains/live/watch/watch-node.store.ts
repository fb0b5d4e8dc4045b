import type { MemberId, WatchToken } from '@sangwian/contract/ids';
import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { Database } from '../../../schema/database.ts';
import type { NodeViewers } from './watch.tables.ts';
import type { WatchingBrowser } from './watch-presence.ts';

/**
 * The `last_seen_at` of a session that a node holds. Nodes of the earlier release never consider such a
 * session silent.
 */
export const HELD_AT = new Date('9999-12-31T00:00:00Z');
/**
 * A node that has not reported for this long counts as down: its viewers are not counted, and other nodes may
 * claim its sessions.
 */
export const NODE_SILENCE_MS = 5_000;
/**
 * The sessions of a node are released this long after its expiry. Within this time browsers connect to
 * another node.
 */
const RELEASE_AFTER_MS = 10_000;

/** A session that a node tried to claim. */
export interface ClaimedRow {
  readonly watch_session_id: string;
  readonly member_id: MemberId;
  readonly watch_token: WatchToken;
  readonly program_live_id: string;
  readonly match_live_stream_id: string;
  /** Whether this node holds the session now; `false` if another node holds it. */
  readonly held: boolean;
}

export interface DeadNode {
  readonly watch_node_id: string;
  readonly seen_at: Date | null;
}

const interval = (ms: number) => sql`make_interval(secs => ${ms / 1_000}::float8)`;
/** SQL: whether the node of `watch_session` is down. */
const NODE_IS_AWAY = sql<boolean>`not exists (
  select from watch_node
  where watch_node.watch_node_id = watch_session.watch_node_id and watch_node.expires_at > now()
)`;

/** Reads and writes which node holds which watch session. Each method is a single statement. */
export class WatchNodeStore {
  readonly #db: Kysely<Database>;
  readonly #nodeId: string;

  constructor(db: Kysely<Database>, nodeId: string) {
    this.#db = db;
    this.#nodeId = nodeId;
  }

  /** Reports the viewers of this node. @returns false if there was no earlier report, or it had expired */
  async report(
    viewers: readonly NodeViewers[],
    now: Date,
    forMs = NODE_SILENCE_MS,
  ): Promise<boolean> {
    const { rows } = await sql<{ unbroken: boolean }>`
      insert into watch_node as node (watch_node_id, viewers, seen_at, expires_at)
      values (${this.#nodeId}, ${JSON.stringify(viewers)}, ${now}, now() + ${interval(forMs)})
      on conflict (watch_node_id) do update
        set viewers = excluded.viewers, seen_at = excluded.seen_at, expires_at = excluded.expires_at
      returning coalesce(old.expires_at > now(), false) as unbroken
    `.execute(this.#db);
    return rows[0]?.unbroken === true;
  }

  claimBrowsers(browsers: readonly WatchingBrowser[]): Promise<ClaimedRow[]> {
    return this.#claim(sql`
      select watch_session.* from unnest(
        ${browsers.map((browser) => browser.memberId)}::uuid[],
        ${browsers.map((browser) => browser.watchToken)}::uuid[]
      ) as browser (member_id, watch_token)
      join watch_session using (member_id, watch_token)`);
  }

  claimSessions(watchSessionIds: readonly string[]): Promise<ClaimedRow[]> {
    return this.#claim(sql`
      select watch_session.* from watch_session
      where watch_session_id = any(${[...watchSessionIds]}::uuid[])`);
  }

  /** Claims those of the found sessions that no other node holds. @returns all found sessions */
  async #claim(found: RawBuilder<unknown>): Promise<ClaimedRow[]> {
    const { rows } = await sql<ClaimedRow>`
      with heard as materialized (${found}), free as (
        select watch_session_id from watch_session
        join heard using (watch_session_id)
        where (watch_session.watch_node_id is null or watch_session.watch_node_id = ${this.#nodeId} or ${NODE_IS_AWAY})
          -- Another node may claim the session during this statement, which cannot see the report of that node yet.
          and watch_session.watch_node_id is not distinct from heard.watch_node_id
        for update of watch_session skip locked
      ), claimed as (
        update watch_session
        set watch_node_id = ${this.#nodeId}, last_seen_at = ${HELD_AT}, gone_at = null
        from free where watch_session.watch_session_id = free.watch_session_id
        returning watch_session.*
      )
      select watch_session_id, member_id, watch_token, program_live_id, match_live_stream_id, true as held
      from claimed
      union all
      select watch_session_id, member_id, watch_token, program_live_id, match_live_stream_id, false
      from heard where watch_session_id not in (select watch_session_id from claimed)
    `.execute(this.#db);
    return rows;
  }

  /** Releases sessions without further signs of life on this node, and stores their last sign of life. */
  async release(
    sessions: readonly { readonly watchSessionId: string; readonly heardAt: Date }[],
    now: Date,
  ): Promise<void> {
    await sql`
      with lost as (
        select watch_session_id, heard_at from unnest(
          ${sessions.map((session) => session.watchSessionId)}::uuid[],
          ${sessions.map((session) => session.heardAt)}::timestamptz[]
        ) as lost (watch_session_id, heard_at)
      ), mine as (
        select watch_session_id from watch_session
        where watch_session_id in (select watch_session_id from lost) and watch_node_id = ${this.#nodeId}
        order by watch_session_id for update
      )
      update watch_session
      set watch_node_id = null, gone_at = ${now}, last_seen_at = least(last_seen_at, lost.heard_at)
      from lost join mine using (watch_session_id)
      where watch_session.watch_session_id = lost.watch_session_id
    `.execute(this.#db);
  }

  /** Finds this node's sessions that a join or a node of the earlier release has changed since the claim. */
  async findRewritten(limit: number): Promise<ClaimedRow[]> {
    const { rows } = await sql<ClaimedRow>`
      select watch_session_id, member_id, watch_token, program_live_id, match_live_stream_id, true as held
      from watch_session where watch_node_id = ${this.#nodeId} and last_seen_at < ${HELD_AT}
      limit ${limit}
    `.execute(this.#db);
    return rows;
  }

  /** Returns the ids of all sessions that this node holds according to the database. */
  async findHeldIds(): Promise<string[]> {
    const rows = await this.#db
      .selectFrom('watch_session')
      .select('watch_session_id')
      .where('watch_node_id', '=', this.#nodeId)
      .execute();
    return rows.map((row) => row.watch_session_id);
  }
}

/**
 * Finds nodes that hold sessions and have been down for a while. Skips through the index, which takes a few
 * reads per node.
 */
export async function findDeadNodes(db: Kysely<Database>): Promise<DeadNode[]> {
  const { rows } = await sql<DeadNode>`
    with recursive holder as (
      (select watch_node_id from watch_session where watch_node_id is not null order by watch_node_id limit 1)
      union all
      select (
        select watch_node_id from watch_session
        where watch_node_id > holder.watch_node_id order by watch_node_id limit 1
      ) from holder where holder.watch_node_id is not null
    )
    select holder.watch_node_id, seen_at from holder left join watch_node using (watch_node_id)
    where holder.watch_node_id is not null
      and coalesce(expires_at < now() - ${interval(RELEASE_AFTER_MS)}, true)
  `.execute(db);
  return rows;
}

/**
 * Releases sessions of a dead node as of its last report.
 *
 * @returns the number of released sessions, at most `limit`
 */
export async function releaseDeadNode(
  db: Kysely<Database>,
  { watch_node_id: nodeId, seen_at: seenAt }: DeadNode,
  now: Date,
  limit: number,
): Promise<number> {
  const { numAffectedRows } = await sql`
    update watch_session
    set watch_node_id = null, gone_at = coalesce(gone_at, ${now}), last_seen_at = least(last_seen_at, ${seenAt ?? now})
    where watch_session_id in (
      select watch_session_id from watch_session
      where watch_node_id = ${nodeId} and ${NODE_IS_AWAY}
      limit ${limit} for update skip locked
    )
  `.execute(db);
  return Number(numAffectedRows ?? 0);
}

/** Deletes the rows of nodes that expired more than an hour ago. */
export async function deleteOldNodes(db: Kysely<Database>): Promise<void> {
  await sql`delete from watch_node where expires_at < now() - interval '1 hour'`.execute(db);
}

/**
 * Counts viewers by live and stream: the viewers that nodes report, plus sessions that no node holds.
 * Sessions without a holder are new, or are renewed by nodes of the earlier release. They are ignored if
 * they were last seen before `silentBefore`.
 */
export async function countViewers(
  db: Kysely<Database>,
  silentBefore: Date,
): Promise<NodeViewers[]> {
  const { rows } = await sql<NodeViewers>`
    select program_live_id, match_live_stream_id, sum(viewers)::int as viewers
    from (
      select stream.* from watch_node, jsonb_to_recordset(watch_node.viewers)
        as stream (program_live_id uuid, match_live_stream_id uuid, viewers bigint)
      where expires_at > now()
      union all
      select program_live_id, match_live_stream_id, count(*) from watch_session
      where watch_node_id is null and gone_at is null and last_seen_at >= ${silentBefore}
      group by program_live_id, match_live_stream_id
    ) as counted
    group by program_live_id, match_live_stream_id
  `.execute(db);
  return rows;
}
