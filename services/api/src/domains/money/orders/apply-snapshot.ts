import type { Transaction } from 'kysely';
import { addJob } from '../../../platform/jobs/task.ts';
import type { Database } from '../../../schema/database.ts';
import type { AttemptRow } from './attempts.store.ts';
import { type AttemptFacts, evaluateSnapshot, type Outcome } from './evaluate-snapshot.ts';
import type { OrderRow } from './orders.store.ts';
import type { OrdersDeps } from './orders-deps.ts';
import { CURRENCY, type ProviderSnapshot } from './payment-provider.ts';
import { REFUND_TASK } from './refunds.store.ts';
import {
  addOrderEvent,
  type OrderTransition,
  publishTransition,
  transitionOrder,
} from './transition-order.ts';

/** What caused the request that returned a snapshot; `answer`: our own change. Stored with the order's events. */
export type SnapshotSource = 'answer' | 'webhook' | 'poll' | 'reconciliation';

export const attemptFactsOf = (row: AttemptRow): AttemptFacts => ({
  attemptId: row.payment_attempt_id,
  status: row.status,
  reason: row.reason,
  satang: row.amount_satang,
  paidSatang: row.paid_satang,
  paidCurrency: row.paid_currency,
  refundedSatang: row.refunded_satang,
  disputed: row.disputed,
});

/** Saves the state of an attempt. While the payment is awaited, also saves the payment page, QR code or accounts. */
async function saveAttempt(
  { attempts }: OrdersDeps,
  trx: Transaction<Database>,
  row: AttemptRow,
  snapshot: ProviderSnapshot,
  { attempt }: Outcome,
): Promise<void> {
  const isWaiting = attempt.status === 'created' || attempt.status === 'pending';
  await attempts.set(trx, row.payment_attempt_id, {
    status: attempt.status,
    reason: attempt.reason,
    provider_ref: snapshot.providerRef ?? row.provider_ref,
    paid_satang: attempt.paidSatang,
    paid_currency: attempt.paidCurrency,
    refunded_satang: attempt.refundedSatang,
    disputed: attempt.disputed,
    ...(isWaiting
      ? {
          authorize_url: snapshot.authorizeUrl ?? row.authorize_url,
          qr_payload: snapshot.qrPayload ?? row.qr_payload,
          accounts: JSON.stringify(snapshot.accounts.length > 0 ? snapshot.accounts : row.accounts),
          expires_at: snapshot.expiresAt ?? row.expires_at,
        }
      : {}),
  });
}

export interface NewRefund {
  readonly attempt: AttemptRow;
  readonly satang: number;
  readonly kind: 'duplicate' | 'operator';
  readonly actor: string;
  readonly reason: string;
}

/**
 * Queues a refund in the transaction of its decision, so that a crash loses no refund. The provider pays the
 * refund if it supports refunds in this currency. Otherwise an operator does.
 *
 * @returns who pays the refund; `null` if the attempt already has one
 */
export async function queueRefund(
  { refunds, providers, clock }: OrdersDeps,
  trx: Transaction<Database>,
  { attempt, satang, kind, actor, reason }: NewRefund,
): Promise<'provider' | 'by_hand' | null> {
  const now = clock();
  const isAutomatic =
    providers.get(attempt.provider)?.refund !== undefined &&
    (attempt.paid_currency ?? CURRENCY) === CURRENCY;
  const added = await refunds.insert(trx, {
    coin_order_id: attempt.coin_order_id,
    payment_attempt_id: attempt.payment_attempt_id,
    kind,
    status: isAutomatic ? 'created' : 'by_hand',
    amount_satang: satang,
    created_by: actor,
    reason,
    provider_ref: null,
    created_at: now,
    ask_at: now,
    done_at: null,
  });
  if (!added) return null;
  if (!isAutomatic) return 'by_hand';
  await addJob(trx, REFUND_TASK, { queue: REFUND_TASK });
  return 'provider';
}

async function applyOutcome(
  deps: OrdersDeps,
  trx: Transaction<Database>,
  order: OrderRow,
  rows: readonly AttemptRow[],
  row: AttemptRow,
  outcome: Outcome,
  source: SnapshotSource,
): Promise<OrderTransition> {
  const { attempt, creditsCoins, clawback, restoration, events } = outcome;
  const paidSatang = attempt.paidSatang ?? attempt.satang;
  const transition = await transitionOrder(deps, trx, order, {
    ...outcome.order,
    creditsCoins,
    clawback,
    restoration,
    paidSatang,
  });
  for (const { attemptId, satang } of outcome.refunds) {
    const paid = rows.find((one) => one.payment_attempt_id === attemptId);
    if (paid === undefined) continue;
    // The row was read before this snapshot was applied, so its currency may still be empty.
    const currency = attemptId === attempt.attemptId ? { paid_currency: attempt.paidCurrency } : {};
    const reason = 'nothing was sold for it';
    const refund = {
      attempt: { ...paid, ...currency },
      satang,
      kind: 'duplicate',
      reason,
    } as const;
    await queueRefund(deps, trx, { ...refund, actor: 'job' });
  }
  if (attempt.status === 'refunded' || attempt.disputed === 'lost') {
    await deps.refunds.finishOfAttempt(trx, attempt.attemptId, deps.clock());
  }
  for (const what of events) {
    await addOrderEvent(deps, trx, transition.after, {
      actor: `provider:${row.provider}`,
      what,
      attemptId: row.payment_attempt_id,
      details: {
        source,
        paid_satang: attempt.paidSatang,
        paid_currency: attempt.paidCurrency,
        refunded_satang: attempt.refundedSatang,
      },
    });
  }
  return transition;
}

/**
 * Applies a provider's snapshot of an attempt to its order. This is the only entry point for provider states.
 * The order is locked, so that the second of two identical snapshots changes nothing.
 */
export async function applySnapshot(
  deps: OrdersDeps,
  attemptId: string,
  snapshot: ProviderSnapshot,
  source: SnapshotSource,
): Promise<void> {
  const { db, clock, orders, attempts, metrics } = deps;
  const applied = await db.transaction().execute(async (trx) => {
    const found = await attempts.find({ attemptId }, trx);
    if (found === undefined) return null;
    const order = await orders.lock(trx, found.coin_order_id);
    const rows = await attempts.findOfOrder(found.coin_order_id, trx);
    const row = rows.find((one) => one.payment_attempt_id === attemptId);
    if (order === undefined || row === undefined) return null;
    const outcome = evaluateSnapshot(
      {
        status: order.status,
        reason: order.reason,
        expiresAt: order.expires_at,
        paidAttemptId: order.paid_attempt_id,
        latestAttemptId:
          rows.find((one) => one.second_of === null)?.payment_attempt_id ?? attemptId,
      },
      attemptFactsOf(row),
      rows.filter((one) => one !== row).map(attemptFactsOf),
      snapshot,
      clock(),
    );
    await saveAttempt(deps, trx, row, snapshot, outcome);
    if (outcome.events.length === 0) return null;
    const transition = await applyOutcome(deps, trx, order, rows, row, outcome, source);
    return { transition, row, outcome };
  });
  if (applied === null) return;
  const { transition, row, outcome } = applied;
  if (outcome.attempt.status !== row.status) {
    metrics.countAttempt(row.method, outcome.attempt.status);
  }
  publishTransition(deps, transition);
}
