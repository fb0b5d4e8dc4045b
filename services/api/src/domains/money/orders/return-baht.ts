import { applyView } from './apply-view.ts';
import { refOf } from './ask-provider.ts';
import type { NumberedAttempt } from './attempts.store.ts';
import { log } from './move-order.ts';
import type { OrdersDeps } from './orders-deps.ts';
import { CURRENCY, NO_VIEW, type ProviderView, type RefundView } from './payment-provider.ts';
import type { RefundRow } from './refunds.store.ts';

/** All of them are asked for within the lease of one, if their provider answers as it should. */
const AT_ONCE_MAX = 10;
const ASK_MS_MAX = 10_000;

/** What a provider says of an attempt all of whose baht went back. */
const allBack = (attempt: NumberedAttempt): ProviderView => ({
  ...NO_VIEW,
  state: 'succeeded',
  providerRef: attempt.provider_ref,
  satang: attempt.paid_satang,
  currency: attempt.paid_currency ?? CURRENCY,
  refundedSatang: attempt.paid_satang ?? attempt.amount_satang,
});

/** What the provider could not do is left to an operator, who does it by hand. */
async function leaveToOperator(deps: OrdersDeps, refund: RefundRow): Promise<void> {
  await deps.db.transaction().execute(async (trx) => {
    const order = await deps.orders.lock(trx, refund.coin_order_id);
    if (order === undefined) return;
    await deps.refunds.set(trx, refund.order_refund_id, { status: 'by_hand' });
    const { payment_attempt_id: attemptId } = refund;
    await log(deps, trx, order, { who: 'job', what: 'refund_refused', attemptId });
  });
}

async function keepAnswer(
  deps: OrdersDeps,
  refund: RefundRow,
  attempt: NumberedAttempt,
  { state, providerRef }: RefundView,
): Promise<void> {
  if (state === 'failed') return leaveToOperator(deps, refund);
  await deps.db.transaction().execute((trx) =>
    deps.refunds.set(trx, refund.order_refund_id, {
      status: 'pending',
      provider_ref: providerRef,
    }),
  );
  if (state === 'done')
    await applyView(deps, attempt.payment_attempt_id, allBack(attempt), 'answer');
}

/** Whether the provider knows by itself that the baht are back: somebody asked it before, and crashed. */
async function isBack(
  deps: OrdersDeps,
  refund: RefundRow,
  attempt: NumberedAttempt,
): Promise<boolean> {
  const view = await deps.providers
    .get(attempt.provider)
    ?.look(refOf(attempt), AbortSignal.timeout(ASK_MS_MAX));
  if (view) await applyView(deps, attempt.payment_attempt_id, view, 'reconciliation');
  return (await deps.refunds.find(refund.order_refund_id))?.status === 'done';
}

async function returnOne(deps: OrdersDeps, refund: RefundRow): Promise<void> {
  const attempt = await deps.attempts.find({ attemptId: refund.payment_attempt_id });
  if (attempt === undefined) return;
  const provider = deps.providers.get(attempt.provider);
  if (provider?.refund === undefined) return leaveToOperator(deps, refund);
  if (await isBack(deps, refund, attempt)) return;
  const wanted = { refundId: refund.order_refund_id, satang: refund.amount_satang };
  const answer = await provider.refund(refOf(attempt), wanted, AbortSignal.timeout(ASK_MS_MAX));
  await keepAnswer(deps, refund, attempt, answer);
}

/**
 * Has providers give back the baht that are queued. Their rows were committed before, and a provider knows a refund by
 * its id: a crash in between gives nothing back twice and forgets nothing.
 *
 * @param stop ends the round after the refund that it is at; the others are due again after their lease
 */
export async function returnBaht(deps: OrdersDeps, stop: AbortSignal): Promise<void> {
  for (const refund of await deps.refunds.claimDue(deps.clock(), AT_ONCE_MAX)) {
    if (stop.aborted) return;
    try {
      await returnOne(deps, refund);
    } catch (err) {
      deps.logger.warn({ err, refundId: refund.order_refund_id }, 'a refund has no answer yet');
    }
  }
}
