import { useSyncExternalStore } from 'react';

// Always true on the server, because the server renders the state with which hydration starts.
let hydrating = typeof window === 'undefined';

/** Returns whether the current render must match the server's. */
export const isHydrating = (): boolean => hydrating;

export const setHydrating = (now: boolean): void => {
  hydrating = now;
};

const unchanging = () => () => {};
const isInBrowser = () => true;
const isOnServer = () => false;

/** Returns `false` on the server and during hydration, then `true`. For parts that only the browser renders. */
export const useIsHydrated = (): boolean =>
  useSyncExternalStore(unchanging, isInBrowser, isOnServer);
