import { createStore, useStore } from '../store.ts';

/** The state of the live connection. `lost`: there has been no connection since `since`, and writes are locked. */
type Connection =
  | { readonly state: 'connecting' | 'live'; readonly since: null }
  | { readonly state: 'lost'; readonly since: Date };

export const connectionStore = createStore<Connection>({ state: 'connecting', since: null });

/** Returns whether writes are locked because the live connection is lost. */
export const useWritesLocked = (): boolean => useStore(connectionStore).state === 'lost';
