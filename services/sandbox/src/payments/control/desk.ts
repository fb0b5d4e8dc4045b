import type { ProviderName } from '../faults.ts';
import type { Webhook } from '../webhook-outbox.ts';

/** A charge or an order in a form common to both providers. */
export interface PaymentView {
  readonly payment_id: string;
  readonly provider: ProviderName;
  /** `card`, `promptpay`, `paypal`. */
  readonly method: string;
  /** The provider's status. */
  readonly status: string;
  readonly amount_satang: number;
  readonly refunded_satang: number;
  readonly currency: string;
  readonly description: string | null;
  /** Metadata set by the site. */
  readonly metadata: Readonly<Record<string, unknown>>;
  readonly failure_code: string | null;
  readonly dispute: string | null;
  /** Content of its QR code. */
  readonly qr_payload: string | null;
  /** The payer's page. */
  readonly page: string;
  readonly created_at: string;
  readonly expires_at: string | null;
}

/** An action that the payment's status does not allow. */
export class DeskRefusal extends Error {
  override name = 'DeskRefusal';
}

/** Actions at a provider in place of payers, banks and the passing of time. */
export interface PaymentDesk {
  readonly provider: ProviderName;
  /** The newest first. */
  list(): PaymentView[];
  /** This and the following methods throw a `DeskRefusal` if the payment's status does not allow the action. */
  pay(id: string, how: { amountSatang?: number | undefined; late: boolean }): void;
  fail(id: string, code: string | undefined): void;
  expire(id: string): void;
  /** Refunds on the provider's initiative; without an amount, the whole remaining amount. */
  refund(id: string, amountSatang: number | undefined): void;
  openDispute(id: string): void;
  closeDispute(id: string, outcome: 'won' | 'lost'): void;
  /** Webhooks of the payment, the oldest first. */
  webhooks(id: string): Webhook[];
  /** Creates a webhook that falsely reports a payment. */
  forge(id: string): Webhook;
}
