import type { Upload } from '@sangwian/contract/contract';
import type { MemberId } from '@sangwian/contract/ids';
import { ApiError } from '@sangwian/node-kit/api-error';
import type { Logger } from '@sangwian/node-kit/logger';
import type { Kysely, Transaction } from 'kysely';
import type { ApiModule } from '../../../platform/http/handler.ts';
import { createLimit } from '../../../platform/http/rate-limits.ts';
import { exportPages } from '../../../platform/http/read-pages.ts';
import type { Task } from '../../../platform/jobs/task.ts';
import type { SharedCounters } from '../../../platform/limits/shared-counters.ts';
import type { Clock } from '../../../platform/time/clock.ts';
import type { Database } from '../../../schema/database.ts';
import type { OrdersModule } from '../orders/orders.module.ts';
import type { EventSource } from './event-source.ts';
import { handleDueWebhooks } from './handle-webhooks.ts';
import { PAYMENT_LIMITS } from './payment-limits.ts';
import { createPaymentMetrics, type PaymentMetrics } from './payment-metrics.ts';
import { PaymentsStore, REPLAYABLE_OUTCOMES, WEBHOOKS_TASK } from './payments.store.ts';
import type { WebhookOutcome } from './payments.tables.ts';
import { parseJson, type Received, receiveWebhook } from './receive-webhook.ts';
import { type Reconciled, reconcile } from './reconcile.ts';
import { sweepEvents } from './sweep-events.ts';

export type {
  Delivery,
  EventSource,
  PaymentIds,
  ProviderEvent,
  Signature,
} from './event-source.ts';

/** Returns whether a webhook with this outcome can be handled again. */
export const isReplayable = (outcome: WebhookOutcome | null): boolean =>
  REPLAYABLE_OUTCOMES.some((known) => known === outcome);

const DAY_MS = 24 * 60 * 60_000;

export interface PaymentsModuleDeps {
  readonly db: Kysely<Database>;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly orders: Pick<
    OrdersModule,
    'findAttempt' | 'attemptIdsOf' | 'claimPendingAttempts' | 'poll' | 'pollSecondPayment' | 'work'
  >;
  readonly sources: readonly EventSource[];
  /** `null` if each node counts alone. */
  readonly counters: SharedCounters | null;
}

interface WorkDeps extends PaymentsModuleDeps {
  readonly store: PaymentsStore;
  readonly metrics: PaymentMetrics;
}

/** The background tasks of payments. */
interface Work {
  readonly handleDue: () => Promise<number>;
  readonly sweep: () => Promise<number>;
  readonly reconcile: (waitedMs: number) => Promise<Reconciled>;
}

function createWork({ store, orders, sources, clock, logger, metrics }: WorkDeps): Work {
  return {
    handleDue: () =>
      handleDueWebhooks({ store, orders, sources, clock, logger, count: metrics.countOutcome }),
    sweep: async () => {
      const missed = await sweepEvents({ store, sources, clock, logger });
      metrics.countMissed(missed);
      return missed;
    },
    reconcile: (waitedMs) =>
      reconcile({ orders, clock, logger, count: metrics.reconciled }, waitedMs),
  };
}

function createTasks(work: Work, { store, clock }: WorkDeps): Task[] {
  return [
    { name: WEBHOOKS_TASK, crontab: '* * * * *', atStart: true, run: work.handleDue },
    {
      name: 'payment_reconciliation',
      crontab: '* * * * *',
      atStart: true,
      run: () => work.reconcile(PAYMENT_LIMITS.pendingMsMin),
    },
    // Runs more often than sweeps are due. Each run first checks whether a sweep is due.
    { name: 'payment_event_sweep', crontab: '*/10 * * * *', atStart: true, run: work.sweep },
    {
      name: 'payment_webhook_prune',
      crontab: '*/10 * * * *',
      run: async () => {
        await store.pruneForged(PAYMENT_LIMITS.forgedKeptMax);
        const now = clock();
        const before = new Date(now.getTime() - PAYMENT_LIMITS.keptDays * DAY_MS);
        await store.eraseBodiesBefore(before, now, PAYMENT_LIMITS.erasedAtOnceMax);
      },
    },
  ];
}

export interface PaymentsModule extends ApiModule {
  /**
   * Handles a stored webhook again by polling its provider.
   *
   * @throws {ApiError} `webhook_not_replayable` if the webhook is unknown, not handled yet, forged, a duplicate,
   *   or erased
   */
  replayWebhook(webhookId: string): Promise<void>;
  /** Erases the bodies of a member's webhooks in the transaction that deletes the account. */
  forgetMember(trx: Transaction<Database>, memberId: MemberId): Promise<void>;
  /** Returns a member's webhooks for the data export. */
  exportOf(memberId: MemberId): Promise<Record<string, unknown>>;
}

type WebhookRow = Awaited<ReturnType<PaymentsStore['findOfAttempts']>>[number];

/** Presents a webhook for a member's data export; `message` is `null` if the body was erased. */
const present = (row: WebhookRow) => ({
  provider: row.provider,
  kind: row.kind,
  received_at: row.received_at.toISOString(),
  message: parseJson(row.body) ?? null,
});

/**
 * Creates the module that handles webhooks, reconciles waiting payments and sweeps for events that no webhook
 * delivered. All of these call `orders.poll`, because only the provider's response to a poll is trusted.
 */
export function createPaymentsModule(deps: PaymentsModuleDeps): PaymentsModule {
  const { db, clock, orders, sources } = deps;
  const store = new PaymentsStore(db);
  const metrics = createPaymentMetrics(() => store.countWaiting());
  const workDeps: WorkDeps = { ...deps, store, metrics };
  const work = createWork(workDeps);
  const { calls, seconds } = PAYMENT_LIMITS.forgedPerAddress;
  const receiveDeps = {
    store,
    clock,
    forgedLimit: createLimit(calls, seconds, {
      name: 'forged_webhook',
      counters: deps.counters,
    }),
    count: metrics.countOutcome,
  };
  const receive = async (
    name: EventSource['provider'],
    { upload, ...call }: { readonly upload: Upload } & Omit<Received, 'body'>,
  ): Promise<{ data: Record<string, never> }> => {
    const source = sources.find(({ provider }) => provider === name);
    // If the provider is not configured, no signature can be valid.
    if (source === undefined) throw new ApiError('webhook_signature_invalid');
    const { headers, ip, log } = call;
    await receiveWebhook(receiveDeps, source, { headers, ip, log, body: upload.bytes });
    return { data: {} };
  };

  return {
    handlers: {
      'POST /payment/webhook/omise': (call) => receive('omise', call),
      'POST /payment/webhook/paypal': (call) => receive('paypal', call),
      'POST /operator/payment/reconcile': async ({ audit }) => {
        audit?.note({ subjectType: 'payments' });
        const events_untold = await work.sweep();
        const webhooks_handled = await work.handleDue();
        const attempts = await work.reconcile(0);
        // Expires orders and sends queued refunds.
        await orders.work();
        const data = { events_untold, webhooks_handled, attempts };
        audit?.note({ after: data });
        return { data };
      },
    },
    replayWebhook: async (webhookId) => {
      if (!(await store.replay(webhookId, clock()))) throw new ApiError('webhook_not_replayable');
    },
    forgetMember: async (trx, memberId) =>
      store.eraseBodiesOfAttempts(trx, await orders.attemptIdsOf(memberId, trx), clock()),
    exportOf: async (memberId) => {
      const ids = await orders.attemptIdsOf(memberId);
      return {
        payment_messages: exportPages(
          (last: WebhookRow | undefined, limit) =>
            store.findOfAttempts(ids, last?.payment_webhook_id, limit),
          {
            rowsMax: PAYMENT_LIMITS.exportedMax,
            pageRowsMax: PAYMENT_LIMITS.exportedAtOnceMax,
            show: present,
          },
        ),
      };
    },
    observe: metrics.observe,
    tasks: createTasks(work, workDeps),
  };
}
