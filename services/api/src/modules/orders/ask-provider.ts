import type { ViewSource } from './apply-view.ts';
import { applyView } from './apply-view.ts';
import type { AttemptRow, NumberedAttempt } from './attempts.store.ts';
import type { OrderRow } from './orders.store.ts';
import type { OrdersDeps } from './orders-deps.ts';
import type { AttemptRef, ProviderView } from './payment-provider.ts';

const ASK_MS_MAX = 15_000;

const isWaiting = ({ status }: { readonly status: AttemptRow['status'] }): boolean =>
  status === 'created' || status === 'pending';

export const refOf = (row: NumberedAttempt): AttemptRef => ({
  attemptId: row.attempt_id,
  orderId: row.order_id,
  orderNumber: row.number,
  provider: row.provider,
  method: row.method,
  status: row.status,
  providerRef: row.provider_ref,
  satang: row.satang,
  createdAt: row.created_at,
  expiresAt: row.expires_at,
});

/** An attempt that the provider knows nothing of, and that nobody can pay any more. */
export const NOBODY_PAID: ProviderView = {
  state: 'expired',
  providerRef: null,
  satang: null,
  currency: null,
  reason: null,
  authorizeUrl: null,
  qrPayload: null,
  accounts: [],
  expiresAt: null,
  refundedSatang: 0,
  disputed: null,
};

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

/**
 * Asks about every attempt of an order that still waits, and has those ended that do. Whoever closes an order, or
 * leaves one attempt for another, does this first, so that baht that came in already are found.
 *
 * @param limits `except` is not asked about; a provider is waited for `withinMs` at a time
 * @returns whether every provider answered
 */
export async function settleAttempts(
  deps: OrdersDeps,
  order: Pick<OrderRow, 'order_id' | 'number'>,
  { except, withinMs = ASK_MS_MAX }: { readonly except?: string; readonly withinMs?: number } = {},
): Promise<boolean> {
  const findWaiting = async (): Promise<AttemptRef[]> => {
    const rows = await deps.attempts.findOfOrder(order.order_id);
    return rows
      .filter((row) => isWaiting(row) && row.attempt_id !== except)
      .map((row) => refOf({ ...row, number: order.number }));
  };
  let allAnswered = true;
  const attemptEach = async (
    attempts: readonly AttemptRef[],
    call: (attempt: AttemptRef) => Promise<void>,
  ): Promise<void> => {
    for (const attempt of attempts) {
      try {
        await call(attempt);
      } catch (err) {
        allAnswered = false;
        deps.logger.warn({ err, attemptId: attempt.attemptId }, 'a provider did not answer');
      }
    }
  };
  await attemptEach(await findWaiting(), (attempt) => askProvider(deps, attempt, 'poll', withinMs));
  await attemptEach(await findWaiting(), (attempt) => endAtProvider(deps, attempt, withinMs));
  return allAnswered;
}
