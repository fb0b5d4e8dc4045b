import { uuidV7 } from '../../../shared/ids/uuid-v7.ts';

const NAME = 'sangwian-watch';

type Note = { readonly type: 'hello' | 'here' | 'gone'; readonly tab: string };

const lockOf = (tab: string): string => `${NAME}:${tab}`;

/**
 * Which other tabs of this browser are watching. They share one watch session, which ends when the last of them
 * leaves; and whether this is the last one must be known without waiting, since a page that is being closed cannot.
 *
 * Every watching tab holds a lock of its own, and then says hello. Who hears of a tab asks for that tab's lock, and gets
 * it in the moment when the tab is gone, crashed or closed, however it went. A tab that spoke before it has its lock
 * would be taken for gone at once: messages and locks go different ways through the browser.
 */
export class WatchingTabs {
  readonly #tab = uuidV7();
  readonly #others = new Set<string>();
  readonly #life = new AbortController();
  readonly #channel = typeof BroadcastChannel === 'undefined' ? null : new BroadcastChannel(NAME);
  /** `undefined` over plain http; then a crashed tab is forgotten by the server, after its silence. */
  readonly #locks: LockManager | undefined = globalThis.navigator?.locks;
  #letGo: () => void = () => {};
  /** Others may hear of this tab. */
  #known = false;

  constructor() {
    this.#channel?.addEventListener('message', ({ data }) => this.#hear(data as Note));
    void this.#begin();
  }

  /** No other tab of this browser is watching. */
  get isLast(): boolean {
    return this.#others.size === 0;
  }

  close(): void {
    if (this.#life.signal.aborted) return;
    this.#say('gone');
    this.#life.abort();
    this.#letGo();
    this.#channel?.close();
  }

  async #begin(): Promise<void> {
    const { signal } = this.#life;
    const hold = () =>
      new Promise<void>((letGo) => {
        this.#letGo = letGo;
        this.#introduce();
      });
    try {
      if (this.#locks === undefined) this.#introduce();
      else await this.#locks.request(lockOf(this.#tab), { signal }, hold);
    } catch {
      // Closed before it had begun, or a browser that gives no locks here: then no tab gets one of another.
      if (!signal.aborted) this.#introduce();
    }
  }

  #introduce(): void {
    this.#known = true;
    this.#say('hello');
  }

  #say(type: Note['type']): void {
    this.#channel?.postMessage({ type, tab: this.#tab } satisfies Note);
  }

  #hear({ type, tab }: Note): void {
    if (type === 'gone') {
      this.#others.delete(tab);
      return;
    }
    if (type === 'hello' && this.#known) this.#say('here');
    if (this.#others.has(tab)) return;
    this.#others.add(tab);
    this.#locks
      ?.request(lockOf(tab), { signal: this.#life.signal }, () => {
        this.#others.delete(tab);
      })
      .catch(() => {});
  }
}
