import type {
  OrderStatus,
  PaymentAttempt,
  PaymentMethod,
} from '@sangwian/contract/endpoints/orders';
import { Counter, Gauge, Histogram, type Registry } from 'prom-client';

/** What is counted of orders. What stands open for long is an alarm: see the runbook of payments. */
export interface OrderMetrics {
  /** An order has come to this status. */
  moved(status: OrderStatus, method: PaymentMethod | null): void;
  attempted(method: PaymentMethod, status: PaymentAttempt['status']): void;
  paidAfter(seconds: number, method: PaymentMethod | null): void;
  observe(registry: Registry): void;
}

export interface OpenCounts {
  readonly orders: readonly {
    readonly status: OrderStatus;
    readonly method: PaymentMethod | null;
    readonly orders: number;
  }[];
  readonly refunds: readonly { readonly status: string; readonly refunds: number }[];
}

const NO_METHOD = 'none';

function createGauges(countOpen: () => Promise<OpenCounts>) {
  const registers: Registry[] = [];
  const refunds = new Gauge({
    name: 'order_refunds_open',
    help: 'Refunds in baht that are not done, of all nodes; by_hand waits for an operator',
    labelNames: ['status'],
    registers,
  });
  const orders = new Gauge({
    name: 'orders_open',
    help: 'Orders that have not ended, of all nodes; awaiting_confirmation waits for an operator',
    labelNames: ['status', 'method'],
    registers,
    async collect() {
      this.reset();
      refunds.reset();
      // Without the database this is not known, and everything else still is.
      const open = await countOpen().catch(() => null);
      if (open === null) return;
      for (const row of open.orders) {
        this.set({ status: row.status, method: row.method ?? NO_METHOD }, row.orders);
      }
      for (const row of open.refunds) refunds.set({ status: row.status }, row.refunds);
    },
  });
  // What one of them collects the other shows, so it comes first.
  return [orders, refunds];
}

/** @param countOpen of all nodes */
export function createOrderMetrics(countOpen: () => Promise<OpenCounts>): OrderMetrics {
  const registers: Registry[] = [];
  const moved = new Counter({
    name: 'order_status_total',
    help: 'Orders that have come to a status',
    labelNames: ['status', 'method'],
    registers,
  });
  const attempted = new Counter({
    name: 'payment_attempt_status_total',
    help: 'Attempts to pay that have come to a status',
    labelNames: ['status', 'method'],
    registers,
  });
  const paidAfter = new Histogram({
    name: 'order_paid_seconds',
    help: 'From an order to its payment',
    labelNames: ['method'],
    buckets: [10, 30, 60, 120, 300, 600, 1_800, 3_600, 21_600, 86_400],
    registers,
  });
  const gauges = createGauges(countOpen);
  return {
    moved: (status, method) => moved.inc({ status, method: method ?? NO_METHOD }),
    attempted: (method, status) => attempted.inc({ status, method }),
    paidAfter: (seconds, method) => paidAfter.observe({ method: method ?? NO_METHOD }, seconds),
    observe: (registry) => {
      for (const counter of [moved, attempted]) registry.registerMetric(counter);
      registry.registerMetric(paidAfter);
      for (const gauge of gauges) registry.registerMetric(gauge);
    },
  };
}
