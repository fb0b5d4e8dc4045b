import type { Logger } from '@sangwian/node-kit/logger';
import type { OmiseSettings } from '../../../config/payment-settings.ts';
import type { PaymentProvider } from '../orders/orders.module.ts';
import type { EventSource } from '../payments/payments.module.ts';
import { createOmiseClient } from './omise-client.ts';
import { createOmiseEvents } from './omise-events.ts';
import { createOmiseProvider } from './omise-provider.ts';

export interface Omise {
  readonly provider: PaymentProvider;
  readonly events: EventSource;
}

/** Creates the adapter for Omise (Opn Payments): cards, PromptPay, TrueMoney, Alipay and WeChat Pay. */
export function createOmise(settings: OmiseSettings, logger: Logger): Omise {
  const client = createOmiseClient(settings);
  return {
    provider: createOmiseProvider({ client, settings, logger }),
    events: createOmiseEvents(client, settings),
  };
}
