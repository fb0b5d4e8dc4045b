import { setTimeout as wait } from 'node:timers/promises';

/** Time as the broadcaster sees it; tests hand in one that they move themselves. */
export interface Clock {
  /** Milliseconds that never go back and keep the wall clock's pace. */
  nowMs(): number;
  /** Unix time in milliseconds. */
  wallMs(): number;
  /** Resolves at `atMs` of `nowMs`, or as soon as the signal is aborted; never rejects. */
  until(atMs: number, signal: AbortSignal): Promise<void>;
}

export const systemClock: Clock = {
  nowMs: () => performance.now(),
  wallMs: () => Date.now(),
  until: async (atMs, signal) => {
    const milliseconds = Math.max(0, atMs - performance.now());
    await wait(milliseconds, undefined, { signal }).catch(() => undefined);
  },
};
