import type { Clock } from '../../../platform/time/clock.ts';
import type { Orders } from '../../money/orders/orders.module.ts';
import type { PaymentsModule } from '../../money/payments/payments.module.ts';
import type { Slips } from '../../money/slips/slips.module.ts';
import type { Wallet } from '../../money/wallet/wallet.module.ts';
import type { OrderSearchStore } from './order-search.store.ts';
import type { WebhookLogStore } from './webhook-log.store.ts';

/** The dependencies of the desk's handlers. */
export interface DeskParts {
  readonly clock: Clock;
  readonly orders: Pick<
    Orders,
    'findForOperator' | 'confirm' | 'reject' | 'refund' | 'completeManualRefund' | 'sumBaht'
  >;
  readonly slips: Pick<
    Slips,
    'list' | 'findPage' | 'findByIds' | 'countRejected' | 'countWaiting' | 'readPicture'
  >;
  readonly payments: Pick<PaymentsModule, 'replayWebhook'>;
  readonly wallet: Pick<Wallet, 'sumFlows' | 'readLastChecks'>;
  readonly search: OrderSearchStore;
  readonly webhooks: WebhookLogStore;
}
