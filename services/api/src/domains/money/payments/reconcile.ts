import type { Logger } from '@sangwian/node-kit/logger';
import type { Clock } from '../../../platform/time/clock.ts';
import type { AttemptRef, Orders } from '../orders/orders.module.ts';
import { PAYMENT_LIMITS } from './payment-limits.ts';

export interface ReconcileDeps {
  readonly orders: Pick<Orders, 'pendingAttempts' | 'ask'>;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly count: (result: 'asked' | 'failed') => void;
}

export interface Reconciled {
  readonly asked: number;
  /** Those whose provider did not answer; they are asked about again. */
  readonly failed: number;
}

/**
 * Asks the providers about attempts that wait, whether or not a webhook came, and whether or not anybody heard that
 * they began. Many nodes do it at once: each attempt is given to one of them.
 *
 * @param waitedMs only those that have waited so long
 * @returns what one round did, which has an end in number and in time
 */
export async function reconcile(
  { orders, clock, logger, count }: ReconcileDeps,
  waitedMs: number,
): Promise<Reconciled> {
  const result = { asked: 0, failed: 0 };
  const ask = async (attempt: AttemptRef): Promise<void> => {
    try {
      await orders.ask(attempt, 'reconciliation');
      result.asked += 1;
      count('asked');
    } catch (error) {
      result.failed += 1;
      count('failed');
      const { attemptId, provider } = attempt;
      logger.warn({ err: error, attemptId, provider }, 'a payment could not be asked about');
    }
  };
  const until = performance.now() + PAYMENT_LIMITS.reconcileMsMax;
  for (let left: number = PAYMENT_LIMITS.reconciledMax; left > 0 && performance.now() < until; ) {
    const olderThan = new Date(clock().getTime() - waitedMs);
    const limit = Math.min(left, PAYMENT_LIMITS.atOnceMax);
    const attempts = await orders.pendingAttempts(olderThan, limit);
    await Promise.all(attempts.map(ask));
    left -= attempts.length;
    if (attempts.length < limit) break;
  }
  return result;
}
