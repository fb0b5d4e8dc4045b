import { setTimeout as wait } from 'node:timers/promises';
import { addressKey, createLimit } from '../../../platform/http/rate-limits.ts';
import { createFairGate } from '../../../platform/limits/fair-gate.ts';
import { createPace } from './render-pace.ts';

/**
 * While one page waits for data, another one renders. More concurrent renders would load the database without rendering
 * more pages.
 */
const RUNNING_MAX = 2;
/** Waiting renders, about five seconds of work. Further renders are refused at once. */
const WAITING_MAX = 200;
const SHED_RETRY_S = 5;
const WINDOW_S = 10;
/**
 * Of each address, `burstMax` renders begin at once and further renders at intervals of `gapMs`. A render occupies the
 * thread that handles API requests for up to 9 ms. A paced flood therefore delays other requests by one render at most.
 */
const PACE = { burstMax: 10, gapMs: 100 };

/** Limits and paces the renders that each IP address causes. */
export interface RenderAdmission {
  /**
   * Resolves when a render for this address may begin.
   *
   * @throws {ApiError} `rate_limited` if the address is over its limit
   */
  enter(ip: string): Promise<void>;
  /**
   * Queues and runs a render after `enter` has resolved for its address.
   *
   * @throws {ApiError} `unavailable` if the queue is full
   */
  run<Result>(ip: string, work: () => Promise<Result>): Promise<Result>;
}

/**
 * Creates the admission of renders. Only new renders count, not cached pages, so the number of fans behind one carrier
 * address does not matter.
 *
 * @param perAddressMax maximum renders per address in 10 s; 0 turns the limit and the pacing off
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
