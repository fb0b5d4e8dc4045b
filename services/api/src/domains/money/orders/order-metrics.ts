import type {
  OrderStatus,
  PaymentAttempt,
  PaymentMethod,
} from '@sangwian/contract/endpoints/orders';
import { Counter, Gauge, Histogram, type Registry } from 'prom-client';

/** Metrics of orders. Orders that stay open for long raise an alert: see docs/runbooks/payments.md. */
export interface OrderMetrics {
  /** Counts an order that reached a status. */
  countOrder(status: OrderStatus, method: PaymentMethod | null): void;
  countAttempt(method: PaymentMethod, status: PaymentAttempt['status']): void;
  observePayment(seconds: number, method: PaymentMethod | null): void;
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
    help: 'Open refunds in baht across all nodes; by_hand waits for an operator',
    labelNames: ['status'],
    registers,
  });
  const orders = new Gauge({
    name: 'orders_open',
    help: 'Open orders across all nodes; awaiting_confirmation waits for an operator',
    labelNames: ['status', 'method'],
    registers,
    async collect() {
      this.reset();
      refunds.reset();
      // Errors are ignored, so that the other metrics stay available while the database is down.
      const open = await countOpen().catch(() => null);
      if (open === null) return;
      for (const row of open.orders) {
        this.set({ status: row.status, method: row.method ?? NO_METHOD }, row.orders);
      }
      for (const row of open.refunds) refunds.set({ status: row.status }, row.refunds);
    },
  });
  // Collecting `orders` also sets `refunds`, so `orders` is registered first.
  return [orders, refunds];
}

/** @param countOpen counts the open orders and refunds of all nodes */
export function createOrderMetrics(countOpen: () => Promise<OpenCounts>): OrderMetrics {
  const registers: Registry[] = [];
  const reached = new Counter({
    name: 'order_status_total',
    help: 'Orders that reached a status',
    labelNames: ['status', 'method'],
    registers,
  });
  const attempted = new Counter({
    name: 'payment_attempt_status_total',
    help: 'Payment attempts that reached a status',
    labelNames: ['status', 'method'],
    registers,
  });
  const paidAfter = new Histogram({
    name: 'order_paid_seconds',
    help: 'Time from an order to its payment',
    labelNames: ['method'],
    buckets: [10, 30, 60, 120, 300, 600, 1_800, 3_600, 21_600, 86_400],
    registers,
  });
  const gauges = createGauges(countOpen);
  return {
    countOrder: (status, method) => reached.inc({ status, method: method ?? NO_METHOD }),
    countAttempt: (method, status) => attempted.inc({ status, method }),
    observePayment: (seconds, method) =>
      paidAfter.observe({ method: method ?? NO_METHOD }, seconds),
    observe: (registry) => {
      for (const counter of [reached, attempted]) registry.registerMetric(counter);
      registry.registerMetric(paidAfter);
      for (const gauge of gauges) registry.registerMetric(gauge);
    },
  };
}
