import type { ProviderName } from '../faults.ts';
import type { Webhook } from '../webhook-outbox.ts';

/** A charge or an order, alike for both providers. */
export interface PaymentView {
  readonly payment_id: string;
  readonly provider: ProviderName;
  /** `card`, `promptpay`, `paypal`. */
  readonly method: string;
  /** The provider's own word. */
  readonly status: string;
  readonly amount_satang: number;
  readonly refunded_satang: number;
  readonly currency: string;
  readonly description: string | null;
  /** What the site wrote on it. */
  readonly metadata: Readonly<Record<string, unknown>>;
  readonly failure_code: string | null;
  readonly dispute: string | null;
  /** What its QR says. */
  readonly qr_payload: string | null;
  /** Where its payer decides. */
  readonly page: string;
  readonly created_at: string;
  readonly expires_at: string | null;
}

/** What cannot be done with a payment just now. */
export class DeskRefusal extends Error {
  override name = 'DeskRefusal';
}

/** What the control page may do at a provider in place of payers, banks and time. */
export interface PaymentDesk {
  readonly provider: ProviderName;
  /** The newest first. */
  list(): PaymentView[];
  /** @throws {DeskRefusal} from here on, where the payment is not in a state for it */
  pay(id: string, how: { amountSatang?: number | undefined; late: boolean }): void;
  fail(id: string, code: string | undefined): void;
  expire(id: string): void;
  /** Of the provider's own accord; everything that is left where no amount is given. */
  refund(id: string, amountSatang: number | undefined): void;
  openDispute(id: string): void;
  closeDispute(id: string, outcome: 'won' | 'lost'): void;
  /** What the site has been told of it, the oldest first. */
  webhooks(id: string): Webhook[];
  /** A lie: that it was paid. */
  forge(id: string): Webhook;
}
