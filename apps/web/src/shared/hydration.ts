/** No browser, no hydration: the server draws what hydration will begin with. */
let hydrating = typeof window === 'undefined';

/** Whether what is drawn now goes on from what the server drew, and so has to begin with the same. */
export const isHydrating = (): boolean => hydrating;

export const setHydrating = (now: boolean): void => {
  hydrating = now;
};
