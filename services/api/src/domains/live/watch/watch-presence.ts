import type { MemberId, WatchToken } from '@sangwian/contract/ids';
import { LIMITS } from '@sangwian/contract/limits';
import { every, type RepeatedTask } from '@sangwian/node-kit/every';
import type { Logger } from '@sangwian/node-kit/logger';

export interface WatchingBrowser {
  readonly memberId: MemberId;
  readonly watchToken: WatchToken;
}

const SWEEP_MS = 1_000;

/**
 * Counts the sockets of each watching browser on this node. Reports browsers whose last socket has closed and
 * that did not reconnect in time, because a killed tab cannot send a leave request. Browsers that disconnect
 * together are reported in one call.
 */
export class WatchPresence {
  readonly #onGone: (browsers: readonly WatchingBrowser[]) => void;
  readonly #sweep: RepeatedTask;
  readonly #sockets = new Map<string, number>();
  readonly #lost = new Map<string, { readonly browser: WatchingBrowser; readonly atMs: number }>();

  constructor(onGone: (browsers: readonly WatchingBrowser[]) => void, logger: Logger) {
    this.#onGone = onGone;
    this.#sweep = every(SWEEP_MS, () => this.#reportGone(), { name: 'watch_presence', logger });
  }

  /** Adds a socket of the browser. @returns a function that removes it */
  addSocket(browser: WatchingBrowser): () => void {
    const key = `${browser.memberId} ${browser.watchToken}`;
    this.#lost.delete(key);
    this.#sockets.set(key, (this.#sockets.get(key) ?? 0) + 1);
    return () => {
      const left = (this.#sockets.get(key) ?? 1) - 1;
      if (left > 0) {
        this.#sockets.set(key, left);
        return;
      }
      this.#sockets.delete(key);
      this.#lost.set(key, { browser, atMs: performance.now() });
      this.#sweep.start();
    };
  }

  /** Stops without reports, because the sockets of a stopping node reconnect to another node. */
  close(): void {
    this.#lost.clear();
    void this.#sweep.stop();
  }

  #reportGone(): void {
    const beforeMs = performance.now() - LIMITS.watchGoneMs;
    const gone: WatchingBrowser[] = [];
    for (const [key, { browser, atMs }] of this.#lost) {
      // The entries of `#lost` are in the order of time.
      if (atMs > beforeMs) break;
      gone.push(browser);
      this.#lost.delete(key);
    }
    if (gone.length > 0) this.#onGone(gone);
  }
}
