import { useCallback } from 'react';
import { callApi } from '../../shared/api/call-api.ts';
import { useLook } from '../../shared/api/use-look.ts';
import { createStore, type Store, useStore } from '../../shared/store.ts';
import type { Home } from './home.ts';
import { mergeHome } from './merge-home.ts';
import { type LiveList, readHome } from './read-home.ts';

const REFRESH_MS = 15_000;

interface HomeState {
  /** The last that was read; kept while a newer one fails, and for who comes back to the page. */
  readonly home: Home | null;
  /** Whether the last attempt failed. */
  readonly failed: boolean;
}

const stores: Record<LiveList, Store<HomeState>> = {
  all: createStore<HomeState>({ home: null, failed: false }),
  external: createStore<HomeState>({ home: null, failed: false }),
};

/**
 * What a page with a list of lives shows, read anew every 15 s while it is looked at.
 *
 * @param drawn what the server drew the page with; `null` after a change of route in the browser
 */
export function useHome(
  list: LiveList,
  drawn: HomeState | null,
): HomeState & { readonly retry: () => void } {
  const store = stores[list];
  const state = useStore(store, drawn ?? store.get());
  const refresh = useCallback(
    async (signal?: AbortSignal) => {
      try {
        const told = await readHome(callApi, list, signal);
        const known = store.get().home ?? drawn?.home ?? null;
        store.set({ home: mergeHome(known, told), failed: false });
      } catch {
        if (!signal?.aborted) store.set({ ...store.get(), failed: true });
      }
    },
    [store, list, drawn],
  );

  useLook(refresh, REFRESH_MS, !drawn?.home);

  // Right after hydration the store is still empty: what the server drew stands until the first refresh.
  const shown = state.home === null && drawn?.home ? drawn : state;
  return { ...shown, retry: () => void refresh() };
}

/** The state that a failed or successful read on the server begins with. */
export const homeState = (home: Home | null): HomeState => ({ home, failed: home === null });
export type { HomeState };
