import { randomUUID } from 'node:crypto';
import type { MemberId, WatchToken } from '@sangwian/contract/ids';
import { LIMITS } from '@sangwian/contract/limits';
import { type Kysely, sql } from 'kysely';
import type { Database } from '../../services/api/src/schema/database.ts';
import type { ViewingNode } from './viewing-nodes.ts';

/** Number of members who join together, and whose browsers then send heartbeats together. */
const GROUP = 5_000;
/** 20 000 joins per second. */
const GROUP_EVERY_MS = 250;

interface Browser {
  readonly memberId: MemberId;
  readonly watchToken: WatchToken;
}

interface CrowdOptions {
  readonly db: Kysely<Database>;
  readonly adminDb: Kysely<Database>;
  readonly liveId: string;
  readonly watchers: number;
}

async function makeMembers(db: Kysely<Database>, count: number): Promise<string[]> {
  const { rows } = await sql<{ member_id: string }>`
    insert into member (first_name, last_name) select 'แฟน', 'มวย' from generate_series(1, ${count})
    returning member_id
  `.execute(db);
  return rows.map((row) => row.member_id);
}

/** Signs members in for an hour. @returns their session ids, in the order of the members */
async function signIn(db: Kysely<Database>, members: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ member_session_id: string }>`
    insert into member_session (member_id, token_hash, user_agent, address, created_at, last_seen_at, expires_at)
    select member_id, sha256(uuid_send(gen_random_uuid())), 'bench', '::1', now(), now(), now() + interval '1 hour'
    from unnest(${[...members]}::uuid[]) with ordinality as crowd (member_id, place) order by place
    returning member_session_id
  `.execute(db);
  return rows.map((row) => row.member_session_id);
}

/** Creates another live, which only probes watch. */
async function openProbeLive(db: Kysely<Database>, liveId: string): Promise<string> {
  const { rows } = await sql<{ program_live_id: string }>`
    update program_live set status = 'in_progress', access = 'free', price_coins = null
    where program_live_id = (
      select program_live_id from program_live join match_live_stream using (program_live_id)
      where program_live_id <> ${liveId} and status = 'not_started' and access = 'free' limit 1
    ) returning program_live_id
  `.execute(db);
  const found = rows[0]?.program_live_id;
  if (found === undefined) throw new Error('the sample season has no second live');
  return found;
}

/** Members whose browsers watch one live and send heartbeats like the site's pages. */
export class WatchCrowd {
  readonly db: Kysely<Database>;
  readonly adminDb: Kysely<Database>;
  readonly liveId: string;
  readonly probeLiveId: string;
  readonly #members: readonly string[];
  readonly #signIns: readonly string[];
  readonly #timers: NodeJS.Timeout[] = [];

  private constructor(
    { db, adminDb, liveId }: CrowdOptions,
    probeLiveId: string,
    members: readonly string[],
    signIns: readonly string[],
  ) {
    this.db = db;
    this.adminDb = adminDb;
    this.liveId = liveId;
    this.probeLiveId = probeLiveId;
    this.#members = members;
    this.#signIns = signIns;
  }

  /** Creates the members, who do not watch yet. */
  static async create(options: CrowdOptions): Promise<WatchCrowd> {
    const { db, watchers, liveId } = options;
    const members = await makeMembers(db, watchers);
    const signIns = await signIn(db, members);
    await sql`vacuum analyze member, member_session`.execute(db);
    return new WatchCrowd(options, await openProbeLive(db, liveId), members, signIns);
  }

  /** Lets all members join, group by group. @returns the duration in milliseconds */
  async arrive(nodes: readonly ViewingNode[]): Promise<number> {
    const beganMs = performance.now();
    for (let from = 0; from < this.#members.length; from += GROUP) {
      const dueMs = beganMs + (from / GROUP) * GROUP_EVERY_MS;
      await new Promise((done) => setTimeout(done, Math.max(0, dueMs - performance.now())));
      const browsers = await this.#join(from, from + GROUP);
      this.#beat(nodes[(from / GROUP) % nodes.length] as ViewingNode, browsers);
    }
    return performance.now() - beganMs;
  }

  stop(): void {
    for (const timer of this.#timers) clearInterval(timer);
  }

  async joinProbe({ watch }: ViewingNode): Promise<Browser & { readonly sessionId: string }> {
    const [memberId = ''] = await makeMembers(this.db, 1);
    const [sessionId = ''] = await signIn(this.db, [memberId]);
    const browser = { memberId: memberId as MemberId, watchToken: randomUUID() as WatchToken };
    const body = {
      ...{ member_id: memberId, watch_token: browser.watchToken },
      program_live_id: this.probeLiveId,
    };
    const bearer = { memberId: browser.memberId, sessionId, external: false };
    await watch.handlers?.['POST /memberWatchStream/joinWatchStream']?.({ body, bearer } as never);
    watch.beat(browser.memberId, browser.watchToken);
    return { ...browser, sessionId };
  }

  async leaveProbe(
    { watch }: ViewingNode,
    { memberId, watchToken, sessionId }: Browser & { readonly sessionId: string },
  ): Promise<void> {
    const body = { member_id: memberId, watch_token: watchToken };
    const bearer = { memberId, sessionId, external: false };
    await watch.handlers?.['PUT /memberWatchStream/leaveWatchStream']?.({ body, bearer } as never);
  }

  /** Inserts the rows of all joins in one statement. */
  async #join(from: number, to: number): Promise<Browser[]> {
    const now = new Date();
    const { rows } = await sql<{ member_id: string; watch_token: string }>`
      insert into watch_session (member_id, member_session_id, watch_token, program_live_id,
          match_live_stream_id, started_at, last_seen_at, expires_at)
      select member_id, member_session_id, gen_random_uuid(), program_live_id, match_live_stream_id,
        ${now}, ${now}, ${new Date(now.getTime() + 12 * 3_600_000)}
      from unnest(
        ${this.#members.slice(from, to)}::uuid[], ${this.#signIns.slice(from, to)}::uuid[]
      ) as crowd (member_id, member_session_id), (
        select program_live_id, match_live_stream_id from match_live_stream
        where program_live_id = ${this.liveId} limit 1
      ) as stream
      returning member_id, watch_token
    `.execute(this.db);
    return rows.map((row) => ({
      memberId: row.member_id as MemberId,
      watchToken: row.watch_token as WatchToken,
    }));
  }

  #beat({ watch }: ViewingNode, browsers: readonly Browser[]): void {
    for (const browser of browsers) watch.addSocket(browser);
    const beat = (): void => {
      for (const { memberId, watchToken } of browsers) watch.beat(memberId, watchToken);
    };
    beat();
    this.#timers.push(setInterval(beat, LIMITS.watchBeatMs));
  }
}
