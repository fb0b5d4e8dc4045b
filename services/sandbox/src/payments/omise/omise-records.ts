import type { CardBehaviour } from './test-cards.ts';

/** Stored data of a card, without its number. */
export interface CardRecord {
  readonly id: string;
  readonly brand: string;
  readonly last_digits: string;
  readonly name: string;
  readonly expiration_month: number;
  readonly expiration_year: number;
  readonly fingerprint: string;
  readonly behaviour: CardBehaviour | null;
  readonly created_at: string;
}

export interface TokenRecord {
  readonly id: string;
  readonly card: CardRecord;
  readonly used: boolean;
  readonly created_at: string;
}

/** How a payer pays a source: on its page, or by scanning a code. */
export type SourceFlow = 'redirect' | 'offline' | 'app_redirect';

export interface SourceRecord {
  readonly id: string;
  readonly type: string;
  readonly flow: SourceFlow;
  readonly amount: number;
  readonly currency: string;
  readonly phone_number: string | null;
  readonly used: boolean;
  readonly created_at: string;
}

export interface RefundRecord {
  readonly id: string;
  readonly amount: number;
  readonly currency: string;
  readonly voided: boolean;
  readonly metadata: Record<string, unknown>;
  readonly transaction: string;
  readonly created_at: string;
}

export interface DisputeRecord {
  readonly id: string;
  readonly status: 'open' | 'pending' | 'won' | 'lost';
  readonly reason_code: string;
  readonly reason_message: string;
  readonly created_at: string;
  readonly closed_at: string | null;
}

export type ChargeStatus = 'pending' | 'successful' | 'failed' | 'expired' | 'reversed';

export interface ChargeRecord {
  readonly id: string;
  /** ID of the payer's page. */
  readonly payment_id: string;
  readonly status: ChargeStatus;
  /** Satang. */
  readonly amount: number;
  readonly currency: string;
  readonly description: string | null;
  readonly metadata: Record<string, unknown>;
  readonly capture: boolean;
  readonly authorized: boolean;
  readonly paid: boolean;
  readonly return_uri: string | null;
  readonly ip: string | null;
  readonly card: CardRecord | null;
  readonly source: SourceRecord | null;
  /** Content of the QR code and the ID of its picture, if any. */
  readonly qr: { readonly payload: string; readonly document_id: string } | null;
  readonly transaction: string | null;
  readonly failure_code: string | null;
  readonly refunds: readonly RefundRecord[];
  readonly dispute: DisputeRecord | null;
  readonly created_at: string;
  readonly paid_at: string | null;
  readonly expires_at: string;
  readonly expired_at: string | null;
  readonly reversed_at: string | null;
}

export interface EventRecord {
  readonly id: string;
  readonly key: string;
  readonly charge_id: string;
  readonly data: object;
  readonly created_at: string;
}

export const refundedOf = (charge: ChargeRecord): number =>
  charge.refunds.reduce((sum, { amount }) => sum + amount, 0);
