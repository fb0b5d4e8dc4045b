import type { Logger } from '@sangwian/node-kit/logger';
import type { Kysely } from 'kysely';
import type { Bus } from '../../../platform/bus/bus.ts';
import type { ApiModule } from '../../../platform/http/handler.ts';
import type { Idempotency } from '../../../platform/idempotency/idempotency.module.ts';
import type { SharedCounters } from '../../../platform/limits/shared-counters.ts';
import type { Mail } from '../../../platform/mail/mail.module.ts';
import type { SwitchGate } from '../../../platform/switches/switches.module.ts';
import type { Clock } from '../../../platform/time/clock.ts';
import type { Database } from '../../../schema/database.ts';
import type { Coins } from '../coins/coins.module.ts';
import type { Slips } from '../slips/slips.module.ts';
import type { Spending } from '../spending/spending.module.ts';
import type { Wallet } from '../wallet/wallet.module.ts';
import { AttemptsStore } from './attempts.store.ts';
import { expireOrders } from './cancel-order.ts';
import type { MakeOrderDeps } from './make-order.ts';
import { createOrderHandlers } from './order-handlers.ts';
import { createOrderMetrics } from './order-metrics.ts';
import { createOrderOperations, type Orders } from './order-operations.ts';
import { OrdersStore } from './orders.store.ts';
import type { PayDeps } from './pay-order.ts';
import type { PaymentProvider } from './payment-provider.ts';
import { createReceipts } from './receipts.ts';
import { REFUND_TASK, RefundsStore } from './refunds.store.ts';
import { sendRefunds } from './send-refunds.ts';

export type { SnapshotSource } from './apply-snapshot.ts';
export type { BahtFlow } from './baht-report.store.ts';
export type { OperatorDecision } from './decide-order.ts';
export type { Orders } from './order-operations.ts';
export type { PartnerPurchase } from './partner-orders.ts';
export { addPastOrder, type PastOrder } from './past-orders.ts';
export type {
  AttemptRef,
  AttemptToBegin,
  PaymentProvider,
  ProviderName,
  ProviderSnapshot,
  RefundResult,
  TransferAccount,
} from './payment-provider.ts';
export { CURRENCY, EMPTY_SNAPSHOT, providerAttemptIdOf } from './payment-provider.ts';
export type { OrderForOperator } from './show-order.ts';

export interface OrdersModule extends ApiModule, Orders {
  /** Expires orders and sends due refunds. The scheduled tasks run this, too. */
  work(): Promise<void>;
}

export interface OrdersModuleDeps {
  readonly db: Kysely<Database>;
  readonly clock: Clock;
  readonly bus: Bus;
  readonly logger: Logger;
  readonly idempotency: Idempotency;
  readonly wallet: Wallet;
  readonly coins: Coins;
  readonly slips: Slips;
  readonly spending: Pick<Spending, 'requireMayBuy' | 'requireNotExcluded'>;
  readonly members: MakeOrderDeps['members'];
  readonly hasParentsConsent: MakeOrderDeps['hasParentsConsent'];
  readonly switches: SwitchGate;
  readonly mail: Mail;
  readonly publicUrl: string;
  readonly providers: readonly PaymentProvider[];
  /** `null` if each node counts alone. */
  readonly counters: SharedCounters | null;
}

/** Creates the module of coin orders, from making and paying them to expiry and refunds. */
export function createOrdersModule({ providers, ...options }: OrdersModuleDeps): OrdersModule {
  const { db } = options;
  const orders = new OrdersStore(db);
  const attempts = new AttemptsStore(db);
  const refunds = new RefundsStore(db);
  const metrics = createOrderMetrics(async () => ({
    orders: await orders.countOpenByMethod(),
    refunds: await refunds.countOpen(),
  }));
  const deps: PayDeps = {
    ...options,
    providers: new Map(providers.map((provider) => [provider.name, provider])),
    orders,
    attempts,
    refunds,
    metrics,
    receipts: createReceipts(options),
  };
  return {
    ...createOrderOperations(deps),
    work: async () => {
      await Promise.all([expireOrders(deps), sendRefunds(deps)]);
    },
    handlers: createOrderHandlers(deps, options.counters),
    observe: (registry) => metrics.observe(registry),
    tasks: [
      { name: 'order_end', crontab: '* * * * *', run: (signal) => expireOrders(deps, signal) },
      { name: REFUND_TASK, crontab: '* * * * *', run: (signal) => sendRefunds(deps, signal) },
    ],
  };
}
