import type { Kysely } from 'kysely';
import type { ApiModule } from '../../../platform/http/handler.ts';
import type { Database } from '../../../schema/database.ts';
import type { DeskParts } from './desk-parts.ts';
import { createOrderHandlers } from './order-handlers.ts';
import { OrderSearchStore } from './order-search.store.ts';
import { createReportHandlers } from './report-handlers.ts';
import { createSlipHandlers } from './slip-handlers.ts';
import { createWebhookHandlers } from './webhook-handlers.ts';
import { WebhookLogStore } from './webhook-log.store.ts';

export interface OrderDeskDeps extends Omit<DeskParts, 'search' | 'webhooks'> {
  readonly db: Kysely<Database>;
}

/** Creates the orders, slips, webhooks and reports of the console. */
export function createOrderDeskModule({ db, ...deps }: OrderDeskDeps): ApiModule {
  const parts: DeskParts = {
    ...deps,
    search: new OrderSearchStore(db),
    webhooks: new WebhookLogStore(db),
  };
  return {
    handlers: {
      ...createOrderHandlers(parts),
      ...createSlipHandlers(parts),
      ...createWebhookHandlers(parts),
      ...createReportHandlers(parts),
    },
  };
}
