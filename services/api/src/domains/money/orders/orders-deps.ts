import type { Logger } from '@sangwian/node-kit/logger';
import type { Kysely } from 'kysely';
import type { Bus } from '../../../platform/bus/bus.ts';
import type { Clock } from '../../../platform/time/clock.ts';
import type { Database } from '../../../schema/database.ts';
import type { Slips } from '../slips/slips.module.ts';
import type { Spending } from '../spending/spending.module.ts';
import type { Wallet } from '../wallet/wallet.module.ts';
import type { AttemptsStore } from './attempts.store.ts';
import type { OrderMetrics } from './order-metrics.ts';
import type { OrdersStore } from './orders.store.ts';
import type { PaymentProvider, ProviderName } from './payment-provider.ts';
import type { Receipts } from './receipts.ts';
import type { RefundsStore } from './refunds.store.ts';

/** The dependencies of the use cases of orders. */
export interface OrdersDeps {
  readonly db: Kysely<Database>;
  readonly clock: Clock;
  readonly bus: Bus;
  readonly logger: Logger;
  readonly wallet: Pick<Wallet, 'credit' | 'clawBack'>;
  readonly slips: Pick<Slips, 'findLast' | 'findOpen' | 'decide'>;
  readonly providers: ReadonlyMap<ProviderName, PaymentProvider>;
  readonly orders: OrdersStore;
  readonly spending: Pick<Spending, 'requireMayBuy' | 'requireNotExcluded'>;
  readonly attempts: AttemptsStore;
  readonly refunds: RefundsStore;
  readonly metrics: OrderMetrics;
  readonly receipts: Receipts;
}
