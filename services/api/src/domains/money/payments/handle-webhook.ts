import type { Logger } from '@sangwian/node-kit/logger';
import type { Clock } from '../../../platform/time/clock.ts';
import type { AttemptRef, Orders } from '../orders/orders.module.ts';
import type { AttemptTrace, EventSource } from './event-source.ts';
import { PAYMENT_LIMITS, retryAt } from './payment-limits.ts';
import type { DueWebhook, PaymentsStore } from './payments.store.ts';
import type { WebhookOutcome } from './payments.tables.ts';
import { parseJson } from './receive-webhook.ts';

export interface HandleDeps {
  readonly store: PaymentsStore;
  readonly orders: Pick<Orders, 'findAttempt' | 'ask' | 'askSecond'>;
  readonly sources: readonly EventSource[];
  readonly clock: Clock;
  readonly logger: Logger;
  /** Told of everything that has an end. */
  readonly count: (provider: EventSource['provider'], outcome: WebhookOutcome) => void;
}

interface Judged {
  readonly outcome: WebhookOutcome;
  readonly attemptId?: string;
  readonly signature?: 'valid' | 'invalid';
}

/** @throws where the provider that could tell is still away */
async function judgeSignature(
  store: PaymentsStore,
  source: EventSource,
  webhook: DueWebhook,
  signal: AbortSignal,
): Promise<Judged | null> {
  if (webhook.signature !== 'unknown') return null;
  const { headers, body, received_at: receivedAt } = webhook;
  const signature = await source.verify({ headers, body, receivedAt }, signal);
  if (signature === 'unknown') throw new Error('nobody could say who signed it');
  if (signature === 'invalid') return { outcome: 'forged', signature };
  return (await store.markValid(webhook.payment_webhook_id)) ? null : { outcome: 'duplicate' };
}

async function findAttempt(
  orders: HandleDeps['orders'],
  { provider }: EventSource,
  { attemptId, providerRef }: AttemptTrace,
): Promise<AttemptRef | undefined> {
  const found =
    (attemptId === null ? undefined : await orders.findAttempt({ attemptId })) ??
    (providerRef === null ? undefined : await orders.findAttempt({ provider, providerRef }));
  return found?.provider === provider ? found : undefined;
}

/** Finds out what a message is about, and asks the provider what is true of it. */
async function judge(
  { store, orders }: HandleDeps,
  source: EventSource,
  webhook: DueWebhook,
  signal: AbortSignal,
): Promise<Judged> {
  const unsigned = await judgeSignature(store, source, webhook, signal);
  if (unsigned !== null) return unsigned;
  const body = parseJson(webhook.body);
  const event = source.read(body);
  if (event === null) return { outcome: 'unreadable' };
  if (event.weight === 'nothing') return { outcome: 'no_news' };
  const trace = await source.trace(body, signal);
  const attempt = trace === null ? undefined : await findAttempt(orders, source, trace);
  if (trace === null || attempt === undefined) return { outcome: 'not_ours' };
  const { attemptId, providerRef } = attempt;
  if (providerRef !== null && trace.providerRef !== null && providerRef !== trace.providerRef) {
    // One attempt is one payment there; another one becomes an attempt of its own.
    await orders.askSecond(attempt, trace.providerRef, 'webhook');
    return { outcome: 'asked', attemptId };
  }
  if (event.weight === 'beginning' && providerRef !== null) {
    return { outcome: 'no_news', attemptId };
  }
  await orders.ask({ ...attempt, providerRef: providerRef ?? trace.providerRef }, 'webhook');
  return { outcome: 'asked', attemptId };
}

async function handle(deps: HandleDeps, webhook: DueWebhook): Promise<void> {
  const { store, sources, clock, logger, count } = deps;
  const { payment_webhook_id: id, provider, tries } = webhook;
  try {
    const source = sources.find((each) => each.provider === provider);
    if (source === undefined) throw new Error(`${provider} is not configured any more`);
    const signal = AbortSignal.timeout(PAYMENT_LIMITS.handleMsMax);
    const judged = await judge(deps, source, webhook, signal);
    await store.end(id, { ...judged, at: clock() });
    count(provider, judged.outcome);
  } catch (error) {
    const problem = error instanceof Error ? error.message : String(error);
    const dueAt = retryAt(tries, clock());
    if (dueAt === null) {
      logger.error({ err: error, provider, webhook: id, tries }, 'a webhook is given up');
      await store.end(id, { outcome: 'given_up', at: clock(), problem });
      count(provider, 'given_up');
      return;
    }
    logger.warn({ err: error, provider, webhook: id, tries }, 'a webhook is tried again');
    await store.putOff(id, dueAt, problem);
  }
}

/** Handles everything that is due, some at once. Returns how many messages that were. */
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
