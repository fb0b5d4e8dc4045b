import { setTimeout as wait } from 'node:timers/promises';
import { addressKey, createLimit } from '../../../platform/http/rate-limits.ts';
import { createFairGate } from '../../../platform/limits/fair-gate.ts';
import { createPace } from './render-pace.ts';

/** One is rendered while another waits for data; more at once would only crowd the database for no page more. */
const RUNNING_MAX = 2;
/** About five seconds of rendering: a longer wait is refused at once. */
const WAITING_MAX = 200;
const SHED_RETRY_S = 5;
const WINDOW_S = 10;
/**
 * Renders of one address that begin at once, and the time between further ones. A render takes up to 9 ms of the thread
 * that answers calls: spread out, a flood delays few calls of others, each by one render at the most.
 */
const PACE = { burstMax: 10, gapMs: 100 };

/** Decides whether and when an address has something rendered. */
export interface RenderAdmission {
  /**
   * Resolves when a render of this address may begin.
   *
   * @throws {ApiError} `rate_limited` beyond the limit of the address
   */
  enter(ip: string): Promise<void>;
  /**
   * Runs the render of an address that has entered, when it is its turn.
   *
   * @throws {ApiError} `unavailable` where the line of all is full
   */
  run<Result>(ip: string, work: () => Promise<Result>): Promise<Result>;
}

/**
 * Decides about a render before anything of it is done. Only new renders are counted: fans behind one
 * address of a carrier share what is kept, however many they are.
 *
 * @param perAddressMax renders of an address in 10 s; 0: no limit, and none are spread out
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
