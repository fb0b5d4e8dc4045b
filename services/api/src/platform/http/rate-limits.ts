import { ApiError } from '@sangwian/node-kit/api-error';
import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';

export { addressKey } from '@sangwian/node-kit/http/address-key';

const WINDOW_S = 10;

/** A counter of a window. */
export interface Limit {
  /**
   * Counts one.
   *
   * @throws {ApiError} `rate_limited` with the time after which the window is over
   */
  take(key: string): Promise<void>;
  /** Gives one back: what was counted was fine. */
  giveBack(key: string): Promise<void>;
}

const NO_LIMIT: Limit = { take: async () => {}, giveBack: async () => {} };

/** At most `points` in `seconds`; 0 points mean no limit. */
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

/** The limits of any call. Thousands of fans may share one address of a mobile carrier, so its limit is generous. */
export const createCallLimits = (
  callsPerAddressMax: number,
  callsPerSessionMax: number,
): CallLimits => ({
  perAddress: createLimit(callsPerAddressMax, WINDOW_S),
  perSession: createLimit(callsPerSessionMax, WINDOW_S),
});
