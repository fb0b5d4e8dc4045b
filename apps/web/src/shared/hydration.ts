// Hydration starts with the state that the server has rendered, so this store never notifies.
let hydrating = typeof window === 'undefined';

/** Returns whether the current render must match the server's. */
export const isHydrating = (): boolean => hydrating;

export const setHydrating = (now: boolean): void => {
  hydrating = now;
};
