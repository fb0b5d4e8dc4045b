import { applyView, type ViewSource } from './apply-view.ts';
import { askProvider, refOf } from './ask-provider.ts';
import type { NumberedAttempt } from './attempts.store.ts';
import { log } from './move-order.ts';
import type { OrdersDeps } from './orders-deps.ts';
import type { AttemptRef, ProviderView } from './payment-provider.ts';

const ASK_MS_MAX = 15_000;

/** Gives a second payment a row of its own, once; `null` where it is another attempt's. */
function keepSecond(
  deps: OrdersDeps,
  first: NumberedAttempt,
  providerRef: string,
): Promise<string | null> {
  const { db, clock, orders, attempts } = deps;
  return db.transaction().execute(async (trx) => {
    const order = await orders.lock(trx, first.coin_order_id);
    if (order === undefined) return null;
    const second = await attempts.addSecond(trx, first, providerRef, clock());
    if (second?.isNew === true) {
      await log(deps, trx, order, {
        who: `provider:${first.provider}`,
        what: 'second_payment',
        attemptId: second.attemptId,
        details: { provider_ref: providerRef, second_of: first.payment_attempt_id },
      });
    }
    return second?.attemptId ?? null;
  });
}

/** Whether there is money in it, or may still come. */
const isOpenOrPaid = ({ state }: ProviderView): boolean =>
  state === 'pending' || state === 'succeeded';

/**
 * A provider told of a payment of this attempt that is not the one that we know. The provider is asked about it; where
 * it is one, it becomes an attempt of its own, and from there on every rule of a second successful attempt holds: the
 * first money pays the order, any other money goes back by the provider or waits for an operator.
 */
export async function applySecondPayment(
  deps: OrdersDeps,
  { attemptId }: AttemptRef,
  providerRef: string,
  source: ViewSource,
): Promise<void> {
  const { attempts, providers, logger } = deps;
  const known = await attempts.find({ attemptId });
  // A webhook may name a second payment itself: its own record names the first.
  const first =
    known?.second_of == null ? known : await attempts.find({ attemptId: known.second_of });
  if (first === undefined) return;
  const kept = await attempts.find({ provider: first.provider, providerRef });
  if (kept !== undefined) return askProvider(deps, refOf(kept), source);
  const provider = providers.get(first.provider);
  if (provider === undefined) throw new Error(`${first.provider} is not configured any more`);
  const asked = { ...refOf(first), providerRef, secondOf: first.payment_attempt_id };
  const view = await provider.look(asked, AbortSignal.timeout(ASK_MS_MAX));
  if (view === null || !isOpenOrPaid(view)) return;
  const second = await keepSecond(deps, first, providerRef);
  if (second === null) return;
  logger.warn(
    { attemptId, second, provider: first.provider },
    'an attempt has a second payment at its provider',
  );
  await applyView(deps, second, view, source);
}
