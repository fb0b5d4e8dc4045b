import type { NodeViewers } from './watch.tables.ts';
import type { WatchingBrowser } from './watch-presence.ts';

/** A watch session that this node holds: the node receives its signs of life and counts it. */
export interface HeldSession extends WatchingBrowser {
  readonly watchSessionId: string;
  readonly programLiveId: string;
  readonly matchLiveStreamId: string;
  /** The time of the last sign of life. */
  readonly heardAtMs: number;
}

export const keyOf = ({ memberId, watchToken }: WatchingBrowser): string =>
  `${memberId} ${watchToken}`;

/** The watch sessions that this node holds, in memory, and the number of viewers of each stream. */
export class HeldSessions {
  readonly #byId = new Map<string, { -readonly [Key in keyof HeldSession]: HeldSession[Key] }>();
  readonly #idOf = new Map<string, string>();
  readonly #viewers = new Map<string, { programLiveId: string; viewers: number }>();

  get size(): number {
    return this.#byId.size;
  }

  has(watchSessionId: string): boolean {
    return this.#byId.has(watchSessionId);
  }

  ids(): string[] {
    return [...this.#byId.keys()];
  }

  /** Adds a session. Replaces an earlier entry of the session or of its browser. */
  add(session: HeldSession): void {
    const key = keyOf(session);
    this.remove(session.watchSessionId);
    const earlier = this.#idOf.get(key);
    if (earlier !== undefined) this.remove(earlier);
    this.#byId.set(session.watchSessionId, { ...session });
    this.#idOf.set(key, session.watchSessionId);
    const { matchLiveStreamId, programLiveId } = session;
    const counted = this.#viewers.get(matchLiveStreamId) ?? { programLiveId, viewers: 0 };
    counted.viewers += 1;
    this.#viewers.set(matchLiveStreamId, counted);
  }

  /** @returns the removed session, or `null` if it was not held */
  remove(watchSessionId: string): HeldSession | null {
    const session = this.#byId.get(watchSessionId);
    if (session === undefined) return null;
    this.#byId.delete(watchSessionId);
    this.#idOf.delete(keyOf(session));
    const counted = this.#viewers.get(session.matchLiveStreamId);
    if (counted !== undefined) counted.viewers -= 1;
    if (counted?.viewers === 0) this.#viewers.delete(session.matchLiveStreamId);
    return session;
  }

  clear(): HeldSession[] {
    const all = [...this.#byId.values()];
    this.#byId.clear();
    this.#idOf.clear();
    this.#viewers.clear();
    return all;
  }

  findByBrowser(browser: WatchingBrowser): HeldSession | null {
    const id = this.#idOf.get(keyOf(browser));
    return id === undefined ? null : (this.#byId.get(id) ?? null);
  }

  /** Records a sign of life. @returns false if the session is not held */
  touch(watchSessionId: string, atMs: number): boolean {
    const session = this.#byId.get(watchSessionId);
    if (session !== undefined) session.heardAtMs = Math.max(session.heardAtMs, atMs);
    return session !== undefined;
  }

  /** Records a sign of life of a browser. @returns false if the browser's session is not held */
  touchBrowser(browser: WatchingBrowser, atMs: number): boolean {
    const id = this.#idOf.get(keyOf(browser));
    return id !== undefined && this.touch(id, atMs);
  }

  /** Finds the sessions without a sign of life since `beforeMs`. */
  findSilent(beforeMs: number): HeldSession[] {
    return [...this.#byId.values()].filter(({ heardAtMs }) => heardAtMs < beforeMs);
  }

  viewers(): NodeViewers[] {
    return [...this.#viewers].map(([matchLiveStreamId, { programLiveId, viewers }]) => ({
      program_live_id: programLiveId,
      match_live_stream_id: matchLiveStreamId,
      viewers,
    }));
  }
}
