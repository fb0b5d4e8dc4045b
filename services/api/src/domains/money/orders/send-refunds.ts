import { applySnapshot } from './apply-snapshot.ts';
import type { NumberedAttempt } from './attempts.store.ts';
import type { OrdersDeps } from './orders-deps.ts';
import {
  CURRENCY,
  EMPTY_SNAPSHOT,
  type ProviderSnapshot,
  type RefundResult,
} from './payment-provider.ts';
import { attemptRefOf } from './poll-provider.ts';
import type { RefundRow } from './refunds.store.ts';
import { addOrderEvent } from './transition-order.ts';

/** Refunds per round. A round fits into one lease unless the provider is slow. */
const AT_ONCE_MAX = 10;
const POLL_MS_MAX = 10_000;

/** Returns the snapshot of a fully refunded attempt. */
const fullyRefundedSnapshot = (attempt: NumberedAttempt): ProviderSnapshot => ({
  ...EMPTY_SNAPSHOT,
  state: 'succeeded',
  providerRef: attempt.provider_ref,
  satang: attempt.paid_satang,
  currency: attempt.paid_currency ?? CURRENCY,
  refundedSatang: attempt.paid_satang ?? attempt.amount_satang,
});

/** Leaves a refund that the provider refused to an operator. */
async function handOverToOperator(deps: OrdersDeps, refund: RefundRow): Promise<void> {
  await deps.db.transaction().execute(async (trx) => {
    const order = await deps.orders.lock(trx, refund.coin_order_id);
    if (order === undefined) return;
    await deps.refunds.set(trx, refund.order_refund_id, { status: 'by_hand' });
    const { payment_attempt_id: attemptId } = refund;
    await addOrderEvent(deps, trx, order, { actor: 'job', what: 'refund_refused', attemptId });
  });
}

async function saveResult(
  deps: OrdersDeps,
  refund: RefundRow,
  attempt: NumberedAttempt,
  { state, providerRef }: RefundResult,
): Promise<void> {
  if (state === 'failed') return handOverToOperator(deps, refund);
  await deps.db.transaction().execute((trx) =>
    deps.refunds.set(trx, refund.order_refund_id, {
      status: 'pending',
      provider_ref: providerRef,
    }),
  );
  if (state === 'done')
    await applySnapshot(deps, attempt.payment_attempt_id, fullyRefundedSnapshot(attempt), 'answer');
}

/** Polls the provider for a refund that an earlier run requested before it crashed. */
async function isAlreadyRefunded(
  deps: OrdersDeps,
  refund: RefundRow,
  attempt: NumberedAttempt,
): Promise<boolean> {
  const snapshot = await deps.providers
    .get(attempt.provider)
    ?.poll(attemptRefOf(attempt), AbortSignal.timeout(POLL_MS_MAX));
  if (snapshot) await applySnapshot(deps, attempt.payment_attempt_id, snapshot, 'reconciliation');
  return (await deps.refunds.find(refund.order_refund_id))?.status === 'done';
}

async function sendRefund(deps: OrdersDeps, refund: RefundRow): Promise<void> {
  const attempt = await deps.attempts.find({ attemptId: refund.payment_attempt_id });
  if (attempt === undefined) return;
  const provider = deps.providers.get(attempt.provider);
  if (provider?.refund === undefined) return handOverToOperator(deps, refund);
  if (await isAlreadyRefunded(deps, refund, attempt)) return;
  const wanted = { refundId: refund.order_refund_id, satang: refund.amount_satang };
  const answer = await provider.refund(
    attemptRefOf(attempt),
    wanted,
    AbortSignal.timeout(POLL_MS_MAX),
  );
  await saveResult(deps, refund, attempt, answer);
}

/**
 * Sends queued refunds to their providers. The rows are already committed, and the refund's id is the idempotency
 * key, so a crash neither repeats nor loses a refund.
 *
 * @param stop ends the round after the current refund. The other claimed refunds are due again after their lease
 */
export async function sendRefunds(deps: OrdersDeps, stop?: AbortSignal): Promise<void> {
  for (;;) {
    const due = await deps.refunds.claimDue(deps.clock(), AT_ONCE_MAX);
    for (const refund of due) {
      if (stop?.aborted === true) return;
      try {
        await sendRefund(deps, refund);
      } catch (err) {
        deps.logger.warn({ err, refundId: refund.order_refund_id }, 'refund has no answer yet');
      }
    }
    if (due.length < AT_ONCE_MAX) return;
  }
}
