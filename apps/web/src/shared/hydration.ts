// Always true on the server, because the server renders the state with which hydration starts.
let hydrating = typeof window === 'undefined';

/** Returns whether the current render must match the server's. */
export const isHydrating = (): boolean => hydrating;

export const setHydrating = (now: boolean): void => {
  hydrating = now;
};
