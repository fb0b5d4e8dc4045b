import type { Logger } from '@sangwian/node-kit/logger';
import type { Clock } from '../../../platform/time/clock.ts';
import type { AttemptRef, Orders } from '../orders/orders.module.ts';
import { PAYMENT_LIMITS } from './payment-limits.ts';

export interface ReconcileDeps {
  readonly orders: Pick<Orders, 'claimPendingAttempts' | 'poll'>;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly count: (result: 'asked' | 'failed') => void;
}

export interface Reconciled {
  readonly asked: number;
  /** The number of attempts whose provider did not respond. They are polled again later. */
  readonly failed: number;
}

/**
 * Polls the providers of waiting attempts, with or without a webhook. Nodes share the work: each attempt is
 * claimed by one node. A round is limited in the number of attempts and in time.
 *
 * @param waitedMs minimum age of an attempt
 */
export async function reconcile(
  { orders, clock, logger, count }: ReconcileDeps,
  waitedMs: number,
): Promise<Reconciled> {
  const result = { asked: 0, failed: 0 };
  const poll = async (attempt: AttemptRef): Promise<void> => {
    try {
      await orders.poll(attempt, 'reconciliation');
      result.asked += 1;
      count('asked');
    } catch (error) {
      result.failed += 1;
      count('failed');
      const { attemptId, provider } = attempt;
      logger.warn({ err: error, attemptId, provider }, 'payment reconciliation failed');
    }
  };
  const until = performance.now() + PAYMENT_LIMITS.reconcileMsMax;
  for (let left: number = PAYMENT_LIMITS.reconciledMax; left > 0 && performance.now() < until; ) {
    const olderThan = new Date(clock().getTime() - waitedMs);
    const limit = Math.min(left, PAYMENT_LIMITS.atOnceMax);
    const attempts = await orders.claimPendingAttempts(olderThan, limit);
    await Promise.all(attempts.map(poll));
    left -= attempts.length;
    if (attempts.length < limit) break;
  }
  return result;
}
