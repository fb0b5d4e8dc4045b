import { uuidV7 } from '../../../shared/ids/uuid-v7.ts';

const NAME = 'sangwian-watch';

type TabMessage = { readonly type: 'hello' | 'here' | 'gone'; readonly tab: string };

const lockOf = (tab: string): string => `${NAME}:${tab}`;

/**
 * Tracks the other watching tabs of this browser. All of them share one watch session, which the last tab ends. A
 * closing page cannot wait, so each tab must know in advance whether it is the last one.
 *
 * Every tab first acquires a lock with its own id and then announces itself. The other tabs request that lock, which
 * they are granted when the tab closes or crashes. If the announcement came before the lock, another tab could be
 * granted the lock first and would treat the open tab as closed.
 */
export class WatchingTabs {
  readonly #tab = uuidV7();
  readonly #others = new Set<string>();
  readonly #life = new AbortController();
  readonly #channel = typeof BroadcastChannel === 'undefined' ? null : new BroadcastChannel(NAME);
  /** `undefined` over plain HTTP. A crashed tab is then noticed only by the server, when the watch session expires. */
  readonly #locks: LockManager | undefined = globalThis.navigator?.locks;
  #releaseLock: () => void = () => {};
  #isAnnounced = false;

  constructor() {
    this.#channel?.addEventListener('message', ({ data }) => this.#receive(data as TabMessage));
    void this.#begin();
  }

  /** Whether no other tab of this browser is watching. */
  get isLast(): boolean {
    return this.#others.size === 0;
  }

  close(): void {
    if (this.#life.signal.aborted) return;
    this.#post('gone');
    this.#life.abort();
    this.#releaseLock();
    this.#channel?.close();
  }

  async #begin(): Promise<void> {
    const { signal } = this.#life;
    const hold = () =>
      new Promise<void>((releaseLock) => {
        this.#releaseLock = releaseLock;
        this.#announce();
      });
    try {
      if (this.#locks === undefined) this.#announce();
      else await this.#locks.request(lockOf(this.#tab), { signal }, hold);
    } catch {
      // The tab was closed early, or the browser refuses locks. Without locks, no tab can detect another tab's crash.
      if (!signal.aborted) this.#announce();
    }
  }

  #announce(): void {
    this.#isAnnounced = true;
    this.#post('hello');
  }

  #post(type: TabMessage['type']): void {
    this.#channel?.postMessage({ type, tab: this.#tab } satisfies TabMessage);
  }

  #receive({ type, tab }: TabMessage): void {
    if (type === 'gone') {
      this.#others.delete(tab);
      return;
    }
    if (type === 'hello' && this.#isAnnounced) this.#post('here');
    if (this.#others.has(tab)) return;
    this.#others.add(tab);
    this.#locks
      ?.request(lockOf(tab), { signal: this.#life.signal }, () => {
        this.#others.delete(tab);
      })
      .catch(() => {});
  }
}
