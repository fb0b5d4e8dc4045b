import { setTimeout as wait } from 'node:timers/promises';
import { addressKey, createLimit } from '../../../platform/http/rate-limits.ts';
import { createFairGate } from '../../../platform/limits/fair-gate.ts';
import { createPace } from './render-pace.ts';

/** One page renders while another waits for data; more would only load the database without more throughput. */
const RUNNING_MAX = 2;
/** About five seconds of rendering; further renders are refused at once. */
const WAITING_MAX = 200;
const SHED_RETRY_S = 5;
const WINDOW_S = 10;
/**
 * Renders of one address that begin at once, and the interval of further ones. A render takes up to 9 ms of the thread
 * that answers calls, so a paced flood delays few calls of others, each by one render at most.
 */
const PACE = { burstMax: 10, gapMs: 100 };

/** Limits and paces the renders of each address. */
export interface RenderAdmission {
  /**
   * Resolves when a render of this address may begin.
   *
   * @throws {ApiError} `rate_limited` beyond the limit of the address
   */
  enter(ip: string): Promise<void>;
  /**
   * Queues and runs a render of an address that has entered.
   *
   * @throws {ApiError} `unavailable` if the queue is full
   */
  run<Result>(ip: string, work: () => Promise<Result>): Promise<Result>;
}

/**
 * Creates the admission of renders. Only new renders count, so any number of fans behind one carrier address can read
 * cached pages.
 *
 * @param perAddressMax renders per address in 10 s; 0 for no limit and no pacing
 */
export function createRenderAdmission(perAddressMax: number): RenderAdmission {
  const perAddress = createLimit(perAddressMax, WINDOW_S);
  const gate = createFairGate({
    runningMax: RUNNING_MAX,
    waitingMax: WAITING_MAX,
    retryAfterS: SHED_RETRY_S,
  });
  const pace = createPace(PACE);
  return {
    enter: async (ip) => {
      const owner = addressKey(ip);
      await perAddress.take(owner);
      const waitMs = perAddressMax === 0 ? 0 : pace(owner, Date.now());
      if (waitMs > 0) await wait(waitMs);
    },
    run: (ip, work) => gate(addressKey(ip), work),
  };
}
