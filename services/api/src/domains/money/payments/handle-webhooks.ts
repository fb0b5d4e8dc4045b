import type { Logger } from '@sangwian/node-kit/logger';
import type { Clock } from '../../../platform/time/clock.ts';
import type { AttemptRef, Orders } from '../orders/orders.module.ts';
import type { EventSource, PaymentIds } from './event-source.ts';
import { PAYMENT_LIMITS, retryAt } from './payment-limits.ts';
import type { DueWebhook, PaymentsStore } from './payments.store.ts';
import type { WebhookOutcome } from './payments.tables.ts';
import { parseJson } from './receive-webhook.ts';

export interface HandleDeps {
  readonly store: PaymentsStore;
  /** `poll` asks the provider for the state of an attempt, and applies this state to the order and the wallet. */
  readonly orders: Pick<Orders, 'findAttempt' | 'poll' | 'pollSecondPayment'>;
  readonly sources: readonly EventSource[];
  readonly clock: Clock;
  readonly logger: Logger;
  readonly count: (provider: EventSource['provider'], outcome: WebhookOutcome) => void;
}

interface Handled {
  readonly outcome: WebhookOutcome;
  readonly attemptId?: string;
  readonly signature?: 'valid' | 'invalid';
}

/**
 * Checks a signature that could not be verified on receipt. Returns an outcome if the webhook needs no handling,
 * or `null`.
 *
 * @throws while the verifying service does not respond
 */
async function checkSignature(
  store: PaymentsStore,
  source: EventSource,
  webhook: DueWebhook,
  signal: AbortSignal,
): Promise<Handled | null> {
  if (webhook.signature !== 'unknown') return null;
  const { headers, body, received_at: receivedAt } = webhook;
  const signature = await source.verify({ headers, body, receivedAt }, signal);
  if (signature === 'unknown') throw new Error('the signature could not be verified');
  if (signature === 'invalid') return { outcome: 'forged', signature };
  return (await store.markValid(webhook.payment_webhook_id)) ? null : { outcome: 'duplicate' };
}

async function findAttempt(
  orders: HandleDeps['orders'],
  { provider }: EventSource,
  { attemptId, providerRef }: PaymentIds,
): Promise<AttemptRef | undefined> {
  const found =
    (attemptId === null ? undefined : await orders.findAttempt({ attemptId })) ??
    (providerRef === null ? undefined : await orders.findAttempt({ provider, providerRef }));
  return found?.provider === provider ? found : undefined;
}

/** Finds the payment of a webhook and polls its provider. */
async function processWebhook(
  { store, orders }: HandleDeps,
  source: EventSource,
  webhook: DueWebhook,
  signal: AbortSignal,
): Promise<Handled> {
  const refusal = await checkSignature(store, source, webhook, signal);
  if (refusal !== null) return refusal;
  const body = parseJson(webhook.body);
  const event = source.parse(body);
  if (event === null) return { outcome: 'unreadable' };
  if (event.relevance === 'none') return { outcome: 'no_news' };
  const ids = await source.findPaymentIds(body, signal);
  const attempt = ids === null ? undefined : await findAttempt(orders, source, ids);
  if (ids === null || attempt === undefined) return { outcome: 'not_ours' };
  const { attemptId, providerRef } = attempt;
  if (providerRef !== null && ids.providerRef !== null && providerRef !== ids.providerRef) {
    // A second payment of one attempt becomes a separate attempt.
    await orders.pollSecondPayment(attempt, ids.providerRef, 'webhook');
    return { outcome: 'asked', attemptId };
  }
  if (event.relevance === 'creation' && providerRef !== null) {
    return { outcome: 'no_news', attemptId };
  }
  await orders.poll({ ...attempt, providerRef: providerRef ?? ids.providerRef }, 'webhook');
  return { outcome: 'asked', attemptId };
}

async function handle(deps: HandleDeps, webhook: DueWebhook): Promise<void> {
  const { store, sources, clock, logger, count } = deps;
  const { payment_webhook_id: id, provider, tries } = webhook;
  try {
    const source = sources.find((each) => each.provider === provider);
    if (source === undefined) throw new Error(`${provider} is no longer configured`);
    const signal = AbortSignal.timeout(PAYMENT_LIMITS.handleMsMax);
    const handled = await processWebhook(deps, source, webhook, signal);
    await store.end(id, { ...handled, at: clock() });
    count(provider, handled.outcome);
  } catch (error) {
    const problem = error instanceof Error ? error.message : String(error);
    const dueAt = retryAt(tries, clock());
    if (dueAt === null) {
      logger.error({ err: error, provider, webhook: id, tries }, 'webhook handling given up');
      await store.end(id, { outcome: 'given_up', at: clock(), problem });
      count(provider, 'given_up');
      return;
    }
    logger.warn(
      { err: error, provider, webhook: id, tries },
      'webhook handling failed; it is retried',
    );
    await store.reschedule(id, dueAt, problem);
  }
}

/** Handles all due webhooks, in batches. Returns the number of handled webhooks. */
export async function handleDueWebhooks(deps: HandleDeps): Promise<number> {
  const { store, clock } = deps;
  let handled = 0;
  for (;;) {
    const now = clock();
    const leaseUntil = new Date(now.getTime() + PAYMENT_LIMITS.leaseMs);
    const due = await store.claimDue(now, leaseUntil, PAYMENT_LIMITS.atOnceMax);
    if (due.length === 0) return handled;
    await Promise.all(due.map((webhook) => handle(deps, webhook)));
    handled += due.length;
  }
}
