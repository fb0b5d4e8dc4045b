import type { Logger } from '@sangwian/node-kit/logger';
import type { PaymentSettings } from './config/payment-settings.ts';
import { createOmise } from './domains/money/omise/omise.module.ts';
import type { PaymentProvider } from './domains/money/orders/orders.module.ts';
import type { EventSource } from './domains/money/payments/payments.module.ts';
import { createPayPal } from './domains/money/paypal/paypal.module.ts';

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
