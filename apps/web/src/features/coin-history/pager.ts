import { createStore } from '../../shared/store.ts';

/** A page of a list as the API answers it. */
export interface ListPage<Item> {
  readonly data: readonly Item[];
  readonly next_cursor: string | null;
}

export interface Pages<Item> {
  readonly items: readonly Item[];
  /** Of the page that was asked for last. */
  readonly state: 'loading' | 'ready' | 'failed';
  /** There is more than what is shown. */
  readonly more: boolean;
}

export const NO_PAGES: Pages<never> = { items: [], state: 'loading', more: true };

/** A list that is fetched page by page, each once, the next only when it is asked for. */
export class Pager<Item> {
  readonly pages = createStore<Pages<Item>>(NO_PAGES);
  readonly #fetch: (cursor: string | undefined) => Promise<ListPage<Item>>;
  #cursor: string | undefined;
  #asking = false;
  #open = true;

  constructor(fetchPage: (cursor: string | undefined) => Promise<ListPage<Item>>) {
    this.#fetch = fetchPage;
  }

  /** Fetches the next page, or the one that failed once more; nothing while one is on its way. */
  async load(): Promise<void> {
    const before = this.pages.get();
    if (this.#asking || !this.#open || !before.more) return;
    this.#asking = true;
    if (before.state !== 'loading') this.pages.set({ ...before, state: 'loading' });
    try {
      const { data, next_cursor } = await this.#fetch(this.#cursor);
      if (!this.#open) return;
      this.#cursor = next_cursor ?? undefined;
      this.pages.set({
        items: [...before.items, ...data],
        state: 'ready',
        more: next_cursor !== null,
      });
    } catch {
      if (this.#open) this.pages.set({ ...before, state: 'failed' });
    } finally {
      this.#asking = false;
    }
  }

  /** Nobody looks at it any more: what is on its way is dropped. */
  close(): void {
    this.#open = false;
  }
}
