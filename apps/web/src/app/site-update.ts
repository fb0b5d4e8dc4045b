import { createStore } from '../shared/store.ts';

/** A function that loads a newer build than the page's; `null` if there is no newer build. */
export const siteUpdate = createStore<(() => void) | null>(null);
