import { Counter, Gauge, type Registry } from 'prom-client';
import type { EventProvider } from './event-source.ts';
import type { WebhookOutcome } from './payments.tables.ts';

/** What this module counts, whether or not anybody looks. */
export interface PaymentMetrics {
  /** Something that a provider told, or is said to have told, came to an end. */
  readonly told: (provider: EventProvider, outcome: WebhookOutcome) => void;
  readonly reconciled: (result: 'asked' | 'failed') => void;
  readonly foundUntold: (events: number) => void;
  observe(registry: Registry): void;
}

/** @param countWaiting how many messages are still to be handled */
export function createPaymentMetrics(countWaiting: () => Promise<number>): PaymentMetrics {
  const webhooks = new Counter({
    name: 'payment_webhooks_total',
    help: 'Messages of payment providers, by what became of them',
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
    told: (provider, outcome) => webhooks.inc({ provider, outcome }),
    reconciled: (result) => asked.inc({ result }),
    foundUntold: (events) => untold.inc(events),
    observe: (registry) => {
      registry.registerMetric(webhooks);
      registry.registerMetric(asked);
      registry.registerMetric(untold);
      new Gauge({
        name: 'payment_webhooks_waiting',
        help: 'Messages of payment providers that are still to be handled',
        registers: [registry],
        async collect() {
          // While the database is away the other figures are wanted all the more.
          const waiting = await countWaiting().catch(() => Number.NaN);
          this.set(waiting);
        },
      });
    },
  };
}
