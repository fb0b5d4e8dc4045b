import type { Transaction } from 'kysely';
import type { Database } from '../../../schema/database.ts';
import type { AttemptRow } from './attempts.store.ts';
import { type AttemptFacts, judgeView, type Outcome } from './judge-view.ts';
import { log, type Moved, moveOrder, tell } from './move-order.ts';
import type { OrderRow } from './orders.store.ts';
import type { OrdersDeps } from './orders-deps.ts';
import { CURRENCY, type ProviderView } from './payment-provider.ts';

/** Who brought what a provider says. */
export type ViewSource = 'answer' | 'webhook' | 'poll' | 'reconciliation';

export const factsOf = (row: AttemptRow): AttemptFacts => ({
  attemptId: row.payment_attempt_id,
  status: row.status,
  reason: row.reason,
  satang: row.amount_satang,
  paidSatang: row.paid_satang,
  paidCurrency: row.paid_currency,
  refundedSatang: row.refunded_satang,
  disputed: row.disputed,
});

/** Keeps what the attempt is now, and where its member pays it while it waits. */
async function keepAttempt(
  { attempts }: OrdersDeps,
  trx: Transaction<Database>,
  row: AttemptRow,
  view: ProviderView,
  { attempt }: Outcome,
): Promise<void> {
  const isWaiting = attempt.status === 'created' || attempt.status === 'pending';
  await attempts.set(trx, row.payment_attempt_id, {
    status: attempt.status,
    reason: attempt.reason,
    provider_ref: view.providerRef ?? row.provider_ref,
    paid_satang: attempt.paidSatang,
    paid_currency: attempt.paidCurrency,
    refunded_satang: attempt.refundedSatang,
    disputed: attempt.disputed,
    ...(isWaiting
      ? {
          authorize_url: view.authorizeUrl ?? row.authorize_url,
          qr_payload: view.qrPayload ?? row.qr_payload,
          accounts: JSON.stringify(view.accounts.length > 0 ? view.accounts : row.accounts),
          expires_at: view.expiresAt ?? row.expires_at,
        }
      : {}),
  });
}

export interface BahtToReturn {
  readonly attempt: AttemptRow;
  readonly satang: number;
  readonly kind: 'duplicate' | 'operator';
  readonly by: string;
  readonly why: string;
}

/**
 * Queues baht that have to go back: for the provider, where it can, else for an operator. In the transaction that
 * decided it, so that a crash loses none.
 *
 * @returns who does it; `null` where they go back already
 */
export async function queueReturn(
  { refunds, providers, clock }: OrdersDeps,
  trx: Transaction<Database>,
  { attempt, satang, kind, by, why }: BahtToReturn,
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
    created_by: by,
    reason: why,
    provider_ref: null,
    created_at: now,
    ask_at: now,
    done_at: null,
  });
  if (!added) return null;
  return isAutomatic ? 'provider' : 'by_hand';
}

async function applyOutcome(
  deps: OrdersDeps,
  trx: Transaction<Database>,
  order: OrderRow,
  rows: readonly AttemptRow[],
  row: AttemptRow,
  outcome: Outcome,
  who: { readonly who: string; readonly source: ViewSource },
): Promise<Moved> {
  const { attempt, credits, takesBack, restores, events } = outcome;
  const paidSatang = attempt.paidSatang ?? attempt.satang;
  const moved = await moveOrder(deps, trx, order, {
    ...outcome.order,
    credits,
    takesBack,
    restores,
    paidSatang,
  });
  for (const { attemptId, satang } of outcome.returns) {
    const paid = rows.find((one) => one.payment_attempt_id === attemptId);
    if (paid === undefined) continue;
    // What the row says of the currency is of before this view.
    const own = attemptId === attempt.attemptId ? { paid_currency: attempt.paidCurrency } : {};
    const why = 'nothing was sold for it';
    const baht = { attempt: { ...paid, ...own }, satang, kind: 'duplicate', why } as const;
    await queueReturn(deps, trx, { ...baht, by: 'job' });
  }
  if (attempt.status === 'refunded' || attempt.disputed === 'lost') {
    await deps.refunds.finishOfAttempt(trx, attempt.attemptId, deps.clock());
  }
  for (const what of events) {
    await log(deps, trx, moved.after, {
      who: who.who,
      what,
      attemptId: row.payment_attempt_id,
      details: {
        source: who.source,
        paid_satang: attempt.paidSatang,
        paid_currency: attempt.paidCurrency,
        refunded_satang: attempt.refundedSatang,
      },
    });
  }
  return moved;
}

/**
 * The one door for whatever a provider says of an attempt: the order is locked, so that all who say the same at once
 * come one after the other, and the second finds nothing left to do.
 */
export async function applyView(
  deps: OrdersDeps,
  attemptId: string,
  view: ProviderView,
  source: ViewSource,
): Promise<void> {
  const { db, clock, orders, attempts, metrics } = deps;
  const applied = await db.transaction().execute(async (trx) => {
    const found = await attempts.find({ attemptId }, trx);
    if (found === undefined) return null;
    const order = await orders.lock(trx, found.coin_order_id);
    const rows = await attempts.findOfOrder(found.coin_order_id, trx);
    const row = rows.find((one) => one.payment_attempt_id === attemptId);
    if (order === undefined || row === undefined) return null;
    const outcome = judgeView(
      {
        status: order.status,
        reason: order.reason,
        expiresAt: order.expires_at,
        paidAttemptId: order.paid_attempt_id,
        latestAttemptId:
          rows.find((one) => one.second_of === null)?.payment_attempt_id ?? attemptId,
      },
      factsOf(row),
      rows.filter((one) => one !== row).map(factsOf),
      view,
      clock(),
    );
    await keepAttempt(deps, trx, row, view, outcome);
    if (outcome.events.length === 0) return null;
    const who = { who: `provider:${row.provider}`, source };
    const moved = await applyOutcome(deps, trx, order, rows, row, outcome, who);
    return { moved, row, outcome };
  });
  if (applied === null) return;
  const { moved, row, outcome } = applied;
  if (outcome.attempt.status !== row.status) {
    metrics.attempted(row.method, outcome.attempt.status);
  }
  tell(deps, moved);
}
