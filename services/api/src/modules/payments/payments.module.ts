import type { Upload } from '@sangwian/contract/contract';
import { ApiError } from '@sangwian/node-kit/api-error';
import type { Logger } from '@sangwian/node-kit/logger';
import type { FastifyInstance } from 'fastify';
import type { Kysely } from 'kysely';
import { Counter, Gauge, type Registry } from 'prom-client';
import type { Clock } from '../../clock.ts';
import type { Database } from '../../database/database.ts';
import type { ApiModule } from '../../http/handler.ts';
import { createLimit } from '../../http/rate-limits.ts';
import type { OrdersModule } from '../orders/orders.module.ts';
import type { EventSource } from './event-source.ts';
import { handleDueWebhooks } from './handle-webhook.ts';
import { PAYMENT_LIMITS } from './payment-limits.ts';
import { PaymentsStore } from './payments.store.ts';
import { type Received, receiveWebhook } from './receive-webhook.ts';
import { reconcile } from './reconcile.ts';
import { repeat } from './run-repeatedly.ts';
import { sweepEvents } from './sweep-events.ts';

export type {
  AttemptTrace,
  Delivery,
  EventSource,
  ProviderEvent,
  Signature,
} from './event-source.ts';

export interface PaymentsModuleDeps {
  readonly db: Kysely<Database>;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly orders: Pick<OrdersModule, 'findAttempt' | 'pendingAttempts' | 'ask' | 'work'>;
  /** Those that are configured. */
  readonly sources: readonly EventSource[];
}

/** What this module counts; what is not observed counts all the same. */
function createCounts(store: PaymentsStore) {
  const webhooks = new Counter({
    name: 'payment_webhooks_total',
    help: 'Messages of payment providers that were handled, by what became of them',
    labelNames: ['provider', 'outcome'],
    registers: [],
  });
  const asked = new Counter({
    name: 'payment_attempts_reconciled_total',
    help: 'Waiting payments that a job asked the provider about',
    labelNames: ['result'],
    registers: [],
  });
  const untold = new Counter({
    name: 'payment_events_untold_total',
    help: 'Events of payment providers that no webhook told',
    registers: [],
  });
  return {
    webhooks,
    asked,
    untold,
    observe: (registry: Registry): void => {
      registry.registerMetric(webhooks);
      registry.registerMetric(asked);
      registry.registerMetric(untold);
      new Gauge({
        name: 'payment_webhooks_waiting',
        help: 'Messages of payment providers that are still to be handled',
        registers: [registry],
        async collect() {
          this.set(await store.countWaiting());
        },
      });
    },
  };
}

/**
 * What payment providers tell, and what they are asked: webhooks, waiting payments that nobody told anything of, events
 * that no webhook told. All of it ends in `orders.ask`: what is believed is what the provider answers.
 */
export function createPaymentsModule(deps: PaymentsModuleDeps): ApiModule {
  const { db, clock, logger, orders, sources } = deps;
  const store = new PaymentsStore(db);
  const counts = createCounts(store);
  const handleDeps = {
    store,
    orders,
    sources,
    clock,
    logger,
    count: (provider: string, outcome: string) => counts.webhooks.inc({ provider, outcome }),
  };
  const reconcileDeps = {
    orders,
    clock,
    logger,
    count: (result: string) => counts.asked.inc({ result }),
  };
  const handleDue = () => handleDueWebhooks(handleDeps);
  const webhooks = repeat(handleDue, {
    everyMs: PAYMENT_LIMITS.webhooksPollMs,
    name: 'handling webhooks',
    logger,
  });
  const sweep = async (): Promise<number> => {
    const untold = await sweepEvents({ store, sources, clock, logger });
    counts.untold.inc(untold);
    if (untold > 0) webhooks.runSoon();
    return untold;
  };
  const jobs = [
    webhooks,
    repeat(() => reconcile(reconcileDeps, PAYMENT_LIMITS.pendingMsMin), {
      everyMs: PAYMENT_LIMITS.reconcilePollMs,
      name: 'reconciling payments',
      logger,
    }),
    // Often, since it looks first whether it is anybody's turn.
    repeat(sweep, {
      everyMs: PAYMENT_LIMITS.sweepLeaseMs,
      name: 'asking for untold events',
      logger,
    }),
    repeat(() => store.pruneForged(PAYMENT_LIMITS.forgedKeptMax), {
      everyMs: PAYMENT_LIMITS.pruneMs,
      name: 'forgetting forged webhooks',
      logger,
    }),
  ];
  const { calls, seconds } = PAYMENT_LIMITS.forgedPerAddress;
  const receiveDeps = {
    store,
    clock,
    forgedLimit: createLimit(calls, seconds),
    handleSoon: webhooks.runSoon,
  };
  const receive = async (
    name: EventSource['provider'],
    { upload, ...call }: { readonly upload: Upload } & Omit<Received, 'body'>,
  ): Promise<{ data: Record<string, never> }> => {
    const source = sources.find(({ provider }) => provider === name);
    // Nobody can have signed it.
    if (source === undefined) throw new ApiError('webhook_signature_invalid');
    const { headers, ip, log } = call;
    await receiveWebhook(receiveDeps, source, { headers, ip, log, body: upload.bytes });
    return { data: {} };
  };

  return {
    handlers: {
      'POST /payment/webhook/omise': (call) => receive('omise', call),
      'POST /payment/webhook/paypal': (call) => receive('paypal', call),
    },
    observe: counts.observe,
    registerInternal: (app: FastifyInstance) => {
      app.post('/payments/reconcile', async () => {
        const untold = await sweep();
        const webhooks_handled = await handleDue();
        const attempts = await reconcile(reconcileDeps, 0);
        // Orders that are over end, and baht that are queued go back.
        await orders.work();
        return { events_untold: untold, webhooks_handled, attempts };
      });
    },
    start: () => {
      for (const job of jobs) job.start();
    },
    stop: async () => {
      await Promise.all(jobs.map((job) => job.stop()));
    },
  };
}
