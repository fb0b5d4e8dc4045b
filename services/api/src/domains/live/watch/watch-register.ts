import { LIMITS } from '@sangwian/contract/limits';
import { every, type RepeatedTask } from '@sangwian/node-kit/every';
import type { Logger } from '@sangwian/node-kit/logger';
import type { Clock } from '../../../platform/time/clock.ts';
import { type HeldSession, HeldSessions, keyOf } from './held-sessions.ts';
import { type ClaimedRow, NODE_SILENCE_MS, type WatchNodeStore } from './watch-node.store.ts';
import type { WatchingBrowser } from './watch-presence.ts';

const PULSE_MS = 1_000;
/** If the last report is older than this, it is repeated before sessions are claimed. */
const REPORT_FRESH_MS = NODE_SILENCE_MS / 2;
/** Sessions per statement, which locks them for some tens of milliseconds. */
const CHUNK_SESSIONS_MAX = 2_000;
/**
 * Interval between attempts to claim a session that another node holds, while its browser sends heartbeats to
 * this node.
 */
const RETRY_MS = 5_000;
const REPAIR_MS = 5_000;
/** Interval between comparisons of the memory with the database, in case that an event was lost. */
const COMPARE_MS = 5 * 60_000;

interface Heard {
  readonly browser: WatchingBrowser;
  readonly heardAtMs: number;
  /** When the next claim is due, in the time of `performance.now()`. */
  readonly dueMs: number;
}

function* chunksOf<Item>(items: readonly Item[]): Generator<readonly Item[]> {
  for (let from = 0; from < items.length; from += CHUNK_SESSIONS_MAX) {
    yield items.slice(from, from + CHUNK_SESSIONS_MAX);
  }
}

/**
 * The watch sessions whose signs of life this node receives. Signs of life stay in memory. The database
 * stores only which node holds a session and, every second, how many viewers each node has. All writes of a
 * node run sequentially.
 */
export class WatchRegister {
  readonly #store: WatchNodeStore;
  readonly #clock: Clock;
  readonly #logger: Logger;
  readonly #held = new HeldSessions();
  /** Browsers with signs of life whose session this node does not hold yet, by key. */
  readonly #heard = new Map<string, Heard>();
  /** Sessions whose release is not written yet, by id. */
  readonly #released = new Map<string, HeldSession>();
  /** Sessions that ended while writes were pending. */
  readonly #ended = new Set<string>();
  readonly #pulse: RepeatedTask;
  #last: Promise<unknown> = Promise.resolve();
  #waiting = 0;
  #reportedAtMs = -Infinity;
  #repairAtMs = performance.now() + REPAIR_MS;
  #compareAtMs = performance.now() + COMPARE_MS;
  #hasReported = false;

  constructor(store: WatchNodeStore, clock: Clock, logger: Logger) {
    this.#store = store;
    this.#clock = clock;
    this.#logger = logger;
    this.#pulse = every(PULSE_MS, () => this.pulse(), {
      ...{ name: 'watch_pulse', logger },
      // No backoff: after a few missed reports other nodes would consider this node down.
      ...{ retryMs: PULSE_MS, backoffMsMax: PULSE_MS },
    });
  }

  start(): void {
    this.#pulse.start();
  }

  /** Writes the pending changes, and frees all sessions for the nodes to which their browsers connect next. */
  async stop(): Promise<void> {
    await this.#pulse.stop();
    await this.#inOrder(async () => {
      if (this.#held.size + this.#heard.size + this.#released.size === 0) return;
      await this.#release();
      await this.#claimHeard();
      await this.#store.report([], this.#clock(), 0);
    }).catch((err: unknown) => this.#logger.warn({ err }, 'release of watch sessions failed'));
  }

  /** Records a heartbeat of a browser's socket. A session that this node does not hold is claimed within a second. */
  beat(browser: WatchingBrowser): void {
    const nowMs = this.#clock().getTime();
    if (this.#held.touchBrowser(browser, nowMs)) return;
    this.#heard.set(keyOf(browser), { browser, heardAtMs: nowMs, dueMs: 0 });
  }

  /** Records playlist requests of these sessions, and claims the sessions that no node holds. */
  async recordSeen(watchSessionIds: readonly string[]): Promise<void> {
    const nowMs = this.#clock().getTime();
    const others = watchSessionIds.filter((id) => !this.#held.touch(id, nowMs));
    if (others.length > 0) await this.#inOrder(() => this.#claimIds(others, nowMs));
  }

  /** Releases the sessions of browsers without a socket, except sessions with a recent playlist request. */
  markGone(browsers: readonly WatchingBrowser[]): void {
    const recentMs = this.#clock().getTime() - LIMITS.watchGoneMs;
    for (const browser of browsers) {
      this.#heard.delete(keyOf(browser));
      const session = this.#held.findByBrowser(browser);
      if (session === null || session.heardAtMs > recentMs) continue;
      this.#drop(session);
    }
  }

  /** Forgets sessions that ended. */
  forget(watchSessionIds: readonly string[]): void {
    for (const id of watchSessionIds) {
      this.#held.remove(id);
      if (this.#waiting > 0) this.#ended.add(id);
    }
  }

  /** Schedules a comparison of the memory with the database for the next pulse, because events may have been lost. */
  compareSoon(): void {
    this.#compareAtMs = 0;
  }

  /** Writes the changes since the last pulse, and reports the viewers of this node. */
  pulse(): Promise<void> {
    return this.#inOrder(async () => {
      const nowMs = performance.now();
      if (nowMs >= this.#repairAtMs) {
        this.#repairAtMs = nowMs + REPAIR_MS;
        this.#dropSilent();
        if (this.#hasReported) await this.#readRewritten();
      }
      await this.#release();
      await this.#claimHeard();
      if (nowMs >= this.#compareAtMs) {
        this.#compareAtMs = nowMs + COMPARE_MS;
        if (this.#hasReported) await this.#compare();
      }
      // A node without viewers reports this once and then writes nothing.
      if (this.#held.size > 0 || this.#hasReported) await this.#report();
      this.#hasReported = this.#held.size > 0;
    });
  }

  /** Runs the writes of this node sequentially. */
  #inOrder(work: () => Promise<void>): Promise<void> {
    this.#waiting += 1;
    const done = this.#last.then(work).finally(() => {
      this.#waiting -= 1;
      if (this.#waiting === 0) this.#ended.clear();
    });
    this.#last = done.catch(() => {});
    return done;
  }

  async #report(): Promise<void> {
    const isUnbroken = await this.#store.report(this.#held.viewers(), this.#clock());
    const isFirst = !this.#hasReported;
    this.#reportedAtMs = performance.now();
    this.#hasReported = true;
    if (isUnbroken || isFirst) return;
    // The report had expired, so other nodes may have claimed the sessions.
    const lapsed = this.#held.clear();
    const dueMs = 0;
    for (const { heardAtMs, ...browser } of lapsed) {
      this.#heard.set(keyOf(browser), { browser, heardAtMs, dueMs });
    }
    await this.#claimHeard();
  }

  async #reportIfStale(): Promise<void> {
    if (performance.now() - this.#reportedAtMs > REPORT_FRESH_MS) await this.#report();
  }

  #hold(session: HeldSession): void {
    this.#released.delete(session.watchSessionId);
    this.#held.add(session);
  }

  #drop(session: HeldSession): void {
    this.#held.remove(session.watchSessionId);
    this.#released.set(session.watchSessionId, session);
  }

  #dropSilent(): void {
    const beforeMs = this.#clock().getTime() - LIMITS.watchSilenceMs;
    for (const session of this.#held.findSilent(beforeMs)) this.#drop(session);
    for (const [key, { heardAtMs }] of this.#heard) {
      if (heardAtMs < beforeMs) this.#heard.delete(key);
    }
  }

  async #release(): Promise<void> {
    const now = this.#clock();
    for (const chunk of chunksOf([...this.#released.values()])) {
      const lost = chunk.map(({ watchSessionId, heardAtMs }) => ({
        watchSessionId,
        heardAt: new Date(heardAtMs),
      }));
      await this.#store.release(lost, now);
      for (const { watchSessionId } of chunk) this.#released.delete(watchSessionId);
    }
  }

  async #claimHeard(): Promise<void> {
    const nowMs = performance.now();
    const due = [...this.#heard.values()].filter(({ dueMs }) => dueMs <= nowMs);
    for (const chunk of chunksOf(due)) {
      await this.#reportIfStale();
      const rows = await this.#store.claimBrowsers(chunk.map(({ browser }) => browser));
      const found = new Map(rows.map((row) => [keyOf(browserOf(row)), row]));
      for (const { browser } of chunk) this.#settle(browser, found.get(keyOf(browser)));
    }
  }

  /**
   * Records the result of a claim. Does not hold the session if the browser has gone or the session has ended
   * in the meantime.
   */
  #settle(browser: WatchingBrowser, row: ClaimedRow | undefined): void {
    const key = keyOf(browser);
    const heard = this.#heard.get(key);
    if (row?.held === false && heard !== undefined) {
      this.#heard.set(key, { ...heard, dueMs: performance.now() + RETRY_MS });
      return;
    }
    this.#heard.delete(key);
    if (row?.held !== true || this.#ended.has(row.watch_session_id)) return;
    const session = sessionOf(row, heard?.heardAtMs ?? this.#clock().getTime());
    // The browser's last socket closed while the claim was written.
    if (heard === undefined) this.#drop(session);
    else this.#hold(session);
  }

  async #claimIds(watchSessionIds: readonly string[], heardAtMs: number): Promise<void> {
    for (const chunk of chunksOf(watchSessionIds)) {
      await this.#reportIfStale();
      for (const row of await this.#store.claimSessions(chunk)) {
        if (row.held && !this.#ended.has(row.watch_session_id)) {
          this.#hold(sessionOf(row, heardAtMs));
        }
      }
    }
  }

  /** Reads the sessions that a join has moved to another stream, and claims them again. */
  async #readRewritten(): Promise<void> {
    const rows = await this.#store.findRewritten(CHUNK_SESSIONS_MAX);
    if (rows.length === 0) return;
    const known = new Map(
      rows.map((row) => [row.watch_session_id, this.#held.findByBrowser(browserOf(row))]),
    );
    const claimed = await this.#store.claimSessions(rows.map((row) => row.watch_session_id));
    for (const row of claimed) {
      const session = known.get(row.watch_session_id);
      if (!row.held || this.#ended.has(row.watch_session_id)) continue;
      if (session == null) this.#drop(sessionOf(row, this.#clock().getTime()));
      else this.#hold(sessionOf(row, session.heardAtMs));
    }
  }

  /**
   * Forgets sessions that this node no longer holds according to the database, and releases sessions that are
   * held in the database but not in memory.
   */
  async #compare(): Promise<void> {
    const inDatabase = new Set(await this.#store.findHeldIds());
    for (const id of this.#held.ids()) if (!inDatabase.has(id)) this.#held.remove(id);
    const unheard = [...inDatabase].filter((id) => !this.#held.has(id));
    for (const chunk of chunksOf(unheard)) {
      for (const row of await this.#store.claimSessions(chunk)) {
        if (row.held) this.#drop(sessionOf(row, this.#clock().getTime()));
      }
    }
  }
}

const browserOf = (row: ClaimedRow): WatchingBrowser => ({
  memberId: row.member_id,
  watchToken: row.watch_token,
});

const sessionOf = (row: ClaimedRow, heardAtMs: number): HeldSession => ({
  ...browserOf(row),
  watchSessionId: row.watch_session_id,
  programLiveId: row.program_live_id,
  matchLiveStreamId: row.match_live_stream_id,
  heardAtMs,
});
