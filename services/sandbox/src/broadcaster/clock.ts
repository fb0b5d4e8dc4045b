import { setTimeout as wait } from 'node:timers/promises';

/** The broadcaster's clock; tests pass one that they advance. */
export interface Clock {
  /** Monotonic milliseconds. */
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
