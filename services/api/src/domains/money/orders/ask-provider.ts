import type { ViewSource } from './apply-view.ts';
import { applyView } from './apply-view.ts';
import type { AttemptRow, NumberedAttempt } from './attempts.store.ts';
import type { OrderRow } from './orders.store.ts';
import type { OrdersDeps } from './orders-deps.ts';
import {
  type AttemptRef,
  NO_VIEW,
  type ProviderName,
  type ProviderView,
} from './payment-provider.ts';

const ASK_MS_MAX = 15_000;

const isWaiting = ({ status }: { readonly status: AttemptRow['status'] }): boolean =>
  status === 'created' || status === 'pending';

export const refOf = (row: NumberedAttempt): AttemptRef => ({
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

/** An attempt that the provider knows nothing of, and that nobody can pay any more. */
export const NOBODY_PAID: ProviderView = { ...NO_VIEW, state: 'expired' };

/**
 * Asks the provider about an attempt, and applies what it says.
 *
 * @throws where it does not answer: nothing is known then
 */
export async function askProvider(
  deps: OrdersDeps,
  attempt: AttemptRef,
  source: ViewSource,
  withinMs: number = ASK_MS_MAX,
): Promise<void> {
  const provider = deps.providers.get(attempt.provider);
  if (provider === undefined) throw new Error(`${attempt.provider} is not configured any more`);
  const view = await provider.look(attempt, AbortSignal.timeout(withinMs));
  if (view !== null) return applyView(deps, attempt.attemptId, view, source);
  if (isWaiting(attempt) && deps.clock() >= attempt.expiresAt) {
    await applyView(deps, attempt.attemptId, NOBODY_PAID, source);
  }
}

/** Asks the provider to end an attempt, where it can, so that nobody pays it any more. */
async function endAtProvider(
  deps: OrdersDeps,
  attempt: AttemptRef,
  withinMs: number,
): Promise<void> {
  const provider = deps.providers.get(attempt.provider);
  const view = await provider?.end?.(attempt, AbortSignal.timeout(withinMs));
  if (view) await applyView(deps, attempt.attemptId, view, 'answer');
}

export interface SettleLimits {
  /** An attempt that is not asked about. */
  readonly except?: string;
  /** A provider is waited for so long at a time. */
  readonly withinMs?: number;
  /** Providers that have not answered before, and are not asked again; who does not answer now is added. */
  readonly silent?: Set<ProviderName>;
}

/**
 * Asks about every attempt of an order that still waits, and has those ended that do. Whoever closes an order, or
 * leaves one attempt for another, does this first, so that baht that came in already are found.
 *
 * @returns whether every provider answered
 */
export async function settleAttempts(
  deps: OrdersDeps,
  order: Pick<OrderRow, 'coin_order_id' | 'number'>,
  { except, withinMs = ASK_MS_MAX, silent = new Set() }: SettleLimits = {},
): Promise<boolean> {
  let allAnswered = true;
  const callForEach = async (call: (attempt: AttemptRef) => Promise<void>): Promise<void> => {
    for (const row of await deps.attempts.findOfOrder(order.coin_order_id)) {
      if (!isWaiting(row) || row.payment_attempt_id === except) continue;
      try {
        if (silent.has(row.provider)) throw new Error('it did not answer before');
        await call(refOf({ ...row, number: order.number }));
      } catch (err) {
        allAnswered = false;
        silent.add(row.provider);
        const { payment_attempt_id: attemptId, provider } = row;
        deps.logger.warn({ err, attemptId, provider }, 'a provider did not answer');
      }
    }
  };
  await callForEach((attempt) => askProvider(deps, attempt, 'poll', withinMs));
  await callForEach((attempt) => endAtProvider(deps, attempt, withinMs));
  return allAnswered;
}
