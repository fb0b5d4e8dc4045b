import { ApiError } from '@sangwian/node-kit/api-error';

interface WorkGateLimits {
  readonly runningMax: number;
  readonly waitingMax: number;
  /** What whoever finds the line full is told to wait, in seconds. */
  readonly retryAfterS: number;
}

/**
 * Lets a few run at once and keeps the others in a line that has an end: for work that takes a core and memory of its
 * own, of which more at once would only wait for each other.
 *
 * @returns what runs `work` when it is its turn, and throws {ApiError} `unavailable` where the line is full
 */
export function createWorkGate({ runningMax, waitingMax, retryAfterS }: WorkGateLimits) {
  let running = 0;
  const waiting: (() => void)[] = [];
  return async <Result>(work: () => Promise<Result>): Promise<Result> => {
    if (running >= runningMax) {
      if (waiting.length >= waitingMax) throw new ApiError('unavailable', { retryAfterS });
      // Whoever ends hands its place on, so `running` stays.
      await new Promise<void>((resolve) => waiting.push(resolve));
    } else {
      running += 1;
    }
    try {
      return await work();
    } finally {
      const next = waiting.shift();
      if (next === undefined) running -= 1;
      else next();
    }
  };
}
