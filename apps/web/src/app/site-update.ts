import { createStore } from '../shared/store.ts';

/** Loads a newer build than that of the page; `null` if there is none. */
export const siteUpdate = createStore<(() => void) | null>(null);
