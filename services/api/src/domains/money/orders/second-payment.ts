import { applySnapshot, type SnapshotSource } from './apply-snapshot.ts';
import type { NumberedAttempt } from './attempts.store.ts';
import type { OrdersDeps } from './orders-deps.ts';
import type { AttemptRef, ProviderSnapshot } from './payment-provider.ts';
import { attemptRefOf, pollProvider } from './poll-provider.ts';
import { addOrderEvent } from './transition-order.ts';

const POLL_MS_MAX = 15_000;

/**
 * Saves a second payment as an attempt, once. Returns the id of the attempt; `null` if the payment belongs to
 * another attempt.
 */
function saveSecondPayment(
  deps: OrdersDeps,
  first: NumberedAttempt,
  providerRef: string,
): Promise<string | null> {
  const { db, clock, orders, attempts } = deps;
  return db.transaction().execute(async (trx) => {
    const order = await orders.lock(trx, first.coin_order_id);
    if (order === undefined) return null;
    const second = await attempts.addSecondPayment(trx, first, providerRef, clock());
    if (second?.isNew === true) {
      await addOrderEvent(deps, trx, order, {
        actor: `provider:${first.provider}`,
        what: 'second_payment',
        attemptId: second.attemptId,
        details: { provider_ref: providerRef, second_of: first.payment_attempt_id },
      });
    }
    return second?.attemptId ?? null;
  });
}

const isOpenOrPaid = ({ state }: ProviderSnapshot): boolean =>
  state === 'pending' || state === 'succeeded';

/**
 * Polls a provider for a second payment of an attempt. A second payment becomes a separate attempt. The rules
 * for two successful attempts apply: the first payment pays the order, and further payments are refunded.
 */
export async function applySecondPayment(
  deps: OrdersDeps,
  { attemptId }: AttemptRef,
  providerRef: string,
  source: SnapshotSource,
): Promise<void> {
  const { attempts, providers, logger } = deps;
  const known = await attempts.find({ attemptId });
  // The attempt may itself be a second payment. Its row then refers to the first attempt.
  const first =
    known?.second_of == null ? known : await attempts.find({ attemptId: known.second_of });
  if (first === undefined) return;
  const kept = await attempts.find({ provider: first.provider, providerRef });
  if (kept !== undefined) return pollProvider(deps, attemptRefOf(kept), source);
  const provider = providers.get(first.provider);
  if (provider === undefined) throw new Error(`${first.provider} is no longer configured`);
  const asked = { ...attemptRefOf(first), providerRef, secondOf: first.payment_attempt_id };
  const snapshot = await provider.poll(asked, AbortSignal.timeout(POLL_MS_MAX));
  if (snapshot === null || !isOpenOrPaid(snapshot)) return;
  const second = await saveSecondPayment(deps, first, providerRef);
  if (second === null) return;
  logger.warn(
    { attemptId, second, provider: first.provider },
    'provider has a second payment for an attempt',
  );
  await applySnapshot(deps, second, snapshot, source);
}
