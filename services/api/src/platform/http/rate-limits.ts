import { ApiError } from '@sangwian/node-kit/api-error';
import { RateLimiterMemory, RateLimiterRedis, RateLimiterRes } from 'rate-limiter-flexible';
import type { SharedCounters } from '../limits/shared-counters.ts';

export { addressKey } from '@sangwian/node-kit/http/address-key';

const WINDOW_S = 10;

/** A rate limit with a fixed window. */
export interface Limit {
  /**
   * Counts one request. @throws {ApiError} `rate_limited` with the time until the window ends
   */
  take(key: string): Promise<void>;
  /** Returns one request to the budget. */
  giveBack(key: string): Promise<void>;
}

const NO_LIMIT: Limit = { take: async () => {}, giveBack: async () => {} };

export interface SharedLimit {
  /** Prefix of its keys, unique in the installation. */
  readonly name: string;
  /** `null` if this node counts alone. */
  readonly counters: SharedCounters | null;
}

/**
 * Creates a limit of `points` per `seconds`; 0 points mean no limit.
 *
 * @param shared counts for all nodes together. While Redis does not respond, each node counts in its memory (decision
 * 86).
 */
export function createLimit(points: number, seconds: number, shared?: SharedLimit): Limit {
  if (points === 0) return NO_LIMIT;
  const ofNode = new RateLimiterMemory({ points, duration: seconds });
  const counters = shared?.counters ?? null;
  const limiter =
    counters === null
      ? ofNode
      : new RateLimiterRedis({
          ...{ points, duration: seconds, insuranceLimiter: ofNode },
          storeClient: counters,
          useRedisPackage: true,
          rejectIfRedisNotReady: true,
          keyPrefix: `sangwian:limit:${shared?.name}`,
        });
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
 * Creates the rate limits of all requests. The limit per IP address is high, because thousands of fans may share one IP
 * address of a mobile carrier.
 */
export const createCallLimits = (
  callsPerAddressMax: number,
  callsPerSessionMax: number,
  counters: SharedCounters | null,
): CallLimits => ({
  perAddress: createLimit(callsPerAddressMax, WINDOW_S, { name: 'address', counters }),
  perSession: createLimit(callsPerSessionMax, WINDOW_S, { name: 'session', counters }),
});
