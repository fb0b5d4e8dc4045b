import { createStore } from '../shared/store.ts';

/** A newer build is there than the page that runs: what loads it. `null`: there is none. */
export const siteUpdate = createStore<(() => void) | null>(null);
