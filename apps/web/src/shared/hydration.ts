// The server renders the state that hydration starts with.
let hydrating = typeof window === 'undefined';

/** Returns whether the current render must match the server's. */
export const isHydrating = (): boolean => hydrating;

export const setHydrating = (now: boolean): void => {
  hydrating = now;
};
