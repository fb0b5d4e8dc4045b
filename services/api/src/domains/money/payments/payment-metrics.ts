import { Counter, Gauge, type Registry } from 'prom-client';
import type { EventProvider } from './event-source.ts';
import type { WebhookOutcome } from './payments.tables.ts';

export interface PaymentMetrics {
  /** Counts a handled or refused webhook. */
  readonly countOutcome: (provider: EventProvider, outcome: WebhookOutcome) => void;
  readonly reconciled: (result: 'asked' | 'failed') => void;
  readonly countMissed: (events: number) => void;
  observe(registry: Registry): void;
}

export function createPaymentMetrics(countWaiting: () => Promise<number>): PaymentMetrics {
  const webhooks = new Counter({
    name: 'payment_webhooks_total',
    help: 'Webhooks of payment providers by outcome',
    labelNames: ['provider', 'outcome'],
    registers: [],
  });
  const reconciled = new Counter({
    name: 'payment_attempts_reconciled_total',
    help: 'Waiting payments polled by the reconciliation job',
    labelNames: ['result'],
    registers: [],
  });
  const missed = new Counter({
    name: 'payment_events_missed_total',
    help: 'Events of payment providers that no webhook delivered',
    registers: [],
  });
  return {
    countOutcome: (provider, outcome) => webhooks.inc({ provider, outcome }),
    reconciled: (result) => reconciled.inc({ result }),
    countMissed: (events) => missed.inc(events),
    observe: (registry) => {
      registry.registerMetric(webhooks);
      registry.registerMetric(reconciled);
      registry.registerMetric(missed);
      new Gauge({
        name: 'payment_webhooks_waiting',
        help: 'Webhooks of payment providers that wait to be handled',
        registers: [registry],
        async collect() {
          // Errors are ignored, so that the other metrics stay available while the database is down.
          const waiting = await countWaiting().catch(() => Number.NaN);
          this.set(waiting);
        },
      });
    },
  };
}
