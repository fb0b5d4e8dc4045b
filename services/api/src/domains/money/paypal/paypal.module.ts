import type { Logger } from '@sangwian/node-kit/logger';
import type { PayPalSettings } from '../../../config/payment-settings.ts';
import type { PaymentProvider } from '../orders/orders.module.ts';
import type { EventSource } from '../payments/payments.module.ts';
import { createPayPalClient } from './paypal-client.ts';
import { createPayPalEvents } from './paypal-events.ts';
import { createPayPalProvider } from './paypal-provider.ts';

export interface PayPal {
  readonly provider: PaymentProvider;
  readonly events: EventSource;
}

/** Creates the adapter for PayPal, where payers approve orders that we then capture. */
export function createPayPal(settings: PayPalSettings, logger: Logger): PayPal {
  const client = createPayPalClient(settings);
  return {
    provider: createPayPalProvider({ client, logger }),
    events: createPayPalEvents(client, settings.webhookId),
  };
}
