import { ApiError } from '@sangwian/node-kit/api-error';

interface WorkGateLimits {
  readonly runningMax: number;
  readonly waitingMax: number;
  /** Retry delay of refused work, in seconds. */
  readonly retryAfterS: number;
}

/**
 * Limits concurrent work and queues the rest, up to a maximum. For work that needs a core and much memory, which more
 * concurrency would not make faster.
 *
 * @returns a gate that throws {ApiError} `unavailable` if the queue is full
 */
export function createWorkGate({ runningMax, waitingMax, retryAfterS }: WorkGateLimits) {
  let running = 0;
  const waiting: (() => void)[] = [];
  return async <Result>(work: () => Promise<Result>): Promise<Result> => {
    if (running >= runningMax) {
      if (waiting.length >= waitingMax) throw new ApiError('unavailable', { retryAfterS });
      // Finished work passes its slot to the next work, so `running` does not change.
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
