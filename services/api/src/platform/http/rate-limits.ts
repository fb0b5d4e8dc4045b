import { ApiError } from '@sangwian/node-kit/api-error';
import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';

export { addressKey } from '@sangwian/node-kit/http/address-key';

const WINDOW_S = 10;

/** A rate limit with a fixed window. */
export interface Limit {
  /**
   * Counts one call.
   *
   * @throws {ApiError} `rate_limited` with the time until the window ends
   */
  take(key: string): Promise<void>;
  /** Returns one call to the budget. */
  giveBack(key: string): Promise<void>;
}

const NO_LIMIT: Limit = { take: async () => {}, giveBack: async () => {} };

/** Creates a limit of `points` per `seconds`; 0 points: no limit. */
export function createLimit(points: number, seconds: number): Limit {
  if (points === 0) return NO_LIMIT;
  const limiter = new RateLimiterMemory({ points, duration: seconds });
  return {
    take: async (key) => {
      try {
        await limiter.consume(key);
      } catch (reason) {
        if (!(reason instanceof RateLimiterRes)) throw reason;
        throw new ApiError('rate_limited', { retryAfterS: reason.msBeforeNext / 1000 });
      }
    },
    giveBack: async (key) => {
      await limiter.reward(key);
    },
  };
}

export interface CallLimits {
  readonly perAddress: Limit;
  readonly perSession: Limit;
}

/**
 * Creates the limits of all calls. Thousands of fans may share the address of a mobile carrier, so its limit is high.
 */
export const createCallLimits = (
  callsPerAddressMax: number,
  callsPerSessionMax: number,
): CallLimits => ({
  perAddress: createLimit(callsPerAddressMax, WINDOW_S),
  perSession: createLimit(callsPerSessionMax, WINDOW_S),
});
