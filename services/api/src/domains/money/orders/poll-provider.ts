import type { SnapshotSource } from './apply-snapshot.ts';
import { applySnapshot } from './apply-snapshot.ts';
import type { AttemptRow, NumberedAttempt } from './attempts.store.ts';
import type { OrderRow } from './orders.store.ts';
import type { OrdersDeps } from './orders-deps.ts';
import {
  type AttemptRef,
  EMPTY_SNAPSHOT,
  type ProviderName,
  type ProviderSnapshot,
} from './payment-provider.ts';

const POLL_MS_MAX = 15_000;

const isWaiting = ({ status }: { readonly status: AttemptRow['status'] }): boolean =>
  status === 'created' || status === 'pending';

export const attemptRefOf = (row: NumberedAttempt): AttemptRef => ({
  attemptId: row.payment_attempt_id,
  orderId: row.coin_order_id,
  orderNumber: row.number,
  provider: row.provider,
  method: row.method,
  status: row.status,
  providerRef: row.provider_ref,
  satang: row.amount_satang,
  createdAt: row.created_at,
  expiresAt: row.expires_at,
  secondOf: row.second_of,
});

/** The snapshot of an attempt that the provider does not know and that can no longer be paid. */
export const UNPAID_SNAPSHOT: ProviderSnapshot = { ...EMPTY_SNAPSHOT, state: 'expired' };

/**
 * Polls the provider for an attempt and applies its snapshot. An attempt that the provider does not know stays
 * unchanged until it expires.
 *
 * @throws if the provider does not respond. The state of the attempt is then unknown
 */
export async function pollProvider(
  deps: OrdersDeps,
  attempt: AttemptRef,
  source: SnapshotSource,
  withinMs: number = POLL_MS_MAX,
): Promise<void> {
  const provider = deps.providers.get(attempt.provider);
  if (provider === undefined) throw new Error(`${attempt.provider} is no longer configured`);
  const snapshot = await provider.poll(attempt, AbortSignal.timeout(withinMs));
  if (snapshot !== null) return applySnapshot(deps, attempt.attemptId, snapshot, source);
  if (isWaiting(attempt) && deps.clock() >= attempt.expiresAt) {
    await applySnapshot(deps, attempt.attemptId, UNPAID_SNAPSHOT, source);
  }
}

/** Cancels an attempt at its provider, if the provider supports this, so that the attempt can no longer be paid. */
async function cancelAtProvider(
  deps: OrdersDeps,
  attempt: AttemptRef,
  withinMs: number,
): Promise<void> {
  const provider = deps.providers.get(attempt.provider);
  const snapshot = await provider?.cancel?.(attempt, AbortSignal.timeout(withinMs));
  if (snapshot) await applySnapshot(deps, attempt.attemptId, snapshot, 'answer');
}

export interface CloseAttemptsOptions {
  /** Id of an attempt to skip. */
  readonly except?: string;
  /** Timeout of each request to a provider. */
  readonly withinMs?: number;
  /** Providers that did not respond earlier. They are skipped. A provider that does not respond now is added. */
  readonly unresponsive?: Set<ProviderName>;
}

/**
 * Polls every waiting attempt of an order, then cancels the attempts that still wait. Runs before an order is
 * closed or another attempt begins, so that a payment that was already made is found.
 *
 * @returns whether every provider responded
 */
export async function closeWaitingAttempts(
  deps: OrdersDeps,
  order: Pick<OrderRow, 'coin_order_id' | 'number'>,
  { except, withinMs = POLL_MS_MAX, unresponsive = new Set() }: CloseAttemptsOptions = {},
): Promise<boolean> {
  let allAnswered = true;
  const callForEach = async (call: (attempt: AttemptRef) => Promise<void>): Promise<void> => {
    for (const row of await deps.attempts.findOfOrder(order.coin_order_id)) {
      if (!isWaiting(row) || row.payment_attempt_id === except) continue;
      try {
        if (unresponsive.has(row.provider)) throw new Error('the provider did not answer earlier');
        await call(attemptRefOf({ ...row, number: order.number }));
      } catch (err) {
        allAnswered = false;
        unresponsive.add(row.provider);
        const { payment_attempt_id: attemptId, provider } = row;
        deps.logger.warn({ err, attemptId, provider }, 'payment provider did not answer');
      }
    }
  };
  await callForEach((attempt) => pollProvider(deps, attempt, 'poll', withinMs));
  await callForEach((attempt) => cancelAtProvider(deps, attempt, withinMs));
  return allAnswered;
}
