import type { Logger } from '@sangwian/node-kit/logger';
import { createOmise } from './modules/omise/omise.module.ts';
import type { PaymentProvider } from './modules/orders/orders.module.ts';
import type { EventSource } from './modules/payments/payments.module.ts';
import { createPayPal } from './modules/paypal/paypal.module.ts';
import type { PaymentSettings } from './payment-settings.ts';

/** A company that takes baht for us, and tells by itself what became of them. */
export interface PaymentCompany {
  readonly provider: PaymentProvider;
  readonly events: EventSource;
}

/** Those of the configuration. */
export function createPaymentCompanies(
  { omise, paypal }: PaymentSettings,
  logger: Logger,
): readonly PaymentCompany[] {
  return [
    ...(omise === null ? [] : [createOmise(omise, logger)]),
    ...(paypal === null ? [] : [createPayPal(paypal, logger)]),
  ];
}
