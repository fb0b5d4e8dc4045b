import type {
  OrderReason,
  PaymentAttempt,
  PaymentMethod,
  PaymentOption,
} from '@sangwian/contract/endpoints/orders';

/** The only currency that is charged. */
export const CURRENCY = 'THB';

export type ProviderName = 'omise' | 'paypal' | 'transfer';

/** One of our bank accounts that receive transfers. */
export type TransferAccount = PaymentAttempt['accounts'][number];

/** A payment attempt to begin at a provider. The row of the attempt is already committed. */
export interface AttemptToBegin {
  /** Sent as the provider's metadata and idempotency key. */
  readonly attemptId: string;
  readonly orderId: string;
  /** The order number shown on statements and transfers. */
  readonly orderNumber: string;
  readonly method: PaymentMethod;
  readonly satang: number;
  /** Card token made by the provider's script; `null` for other methods. */
  readonly cardToken: string | null;
  /** The absolute URL, with the order's id, to which the provider's page redirects the member. */
  readonly returnUrl: string;
  readonly createdAt: Date;
  /** When the order expires. The attempt may expire at the same time. */
  readonly orderExpiresAt: Date;
}

/** A payment attempt, as polled and refunded at its provider. */
export interface AttemptRef {
  readonly attemptId: string;
  readonly orderId: string;
  readonly orderNumber: string;
  readonly provider: ProviderName;
  readonly method: PaymentMethod;
  readonly status: PaymentAttempt['status'];
  /** The provider's id of the payment; `null` if the provider's response never arrived. */
  readonly providerRef: string | null;
  readonly satang: number;
  readonly createdAt: Date;
  readonly expiresAt: Date;
  /** Set for a second payment: the id of the first attempt, which the provider's record contains. */
  readonly secondOf?: string | null;
}

/** Returns the attempt id that the provider's record contains. */
export const providerAttemptIdOf = ({ attemptId, secondOf }: AttemptRef): string =>
  secondOf ?? attemptId;

/** The state of an attempt, as reported by its provider. */
export interface ProviderSnapshot {
  readonly state: 'pending' | 'succeeded' | 'failed' | 'expired';
  /** The id of the charge or PayPal order; `null` if the provider has none. */
  readonly providerRef: string | null;
  /** Amount paid; `null` before success. */
  readonly satang: number | null;
  /** Upper case; `null` before success. */
  readonly currency: string | null;
  /** Reason of a failure. */
  readonly reason: OrderReason | null;
  /** Page where the member approves the payment. */
  readonly authorizeUrl: string | null;
  /** Text of the QR code to show. */
  readonly qrPayload: string | null;
  readonly accounts: readonly TransferAccount[];
  readonly expiresAt: Date | null;
  /** Total refunded, in satang. */
  readonly refundedSatang: number;
  /** State of a dispute opened by the member's bank. */
  readonly disputed: 'open' | 'lost' | 'won' | null;
}

/** The default values of a snapshot. Only the state must be added. */
export const EMPTY_SNAPSHOT: Omit<ProviderSnapshot, 'state'> = {
  providerRef: null,
  satang: null,
  currency: null,
  reason: null,
  authorizeUrl: null,
  qrPayload: null,
  accounts: [],
  expiresAt: null,
  refundedSatang: 0,
  disputed: null,
};

/** Result of a refund at a provider. */
export interface RefundResult {
  readonly state: 'done' | 'pending' | 'failed';
  readonly providerRef: string | null;
}

/**
 * A payment provider. A method that throws (timeout, server error) has an unknown outcome: the attempt stays
 * unchanged and is polled later. A definite refusal is returned as a failed snapshot.
 */
export interface PaymentProvider {
  readonly name: ProviderName;
  /** Returns the configured methods. A provider without methods is not used. */
  options(): readonly PaymentOption[];
  /**
   * Begins an attempt. Called again for the same attempt only if `poll` did not find the attempt. The
   * provider's idempotency then prevents a second charge.
   */
  begin(attempt: AttemptToBegin, signal: AbortSignal): Promise<ProviderSnapshot>;
  /**
   * Returns the current state, and captures an approved payment. Finds the payment by the provider's
   * reference or, without a reference, by the attempt's id. Returns `null` if the provider does not know the
   * attempt.
   */
  poll(attempt: AttemptRef, signal: AbortSignal): Promise<ProviderSnapshot | null>;
  /** Cancels a waiting attempt, so that it can no longer be paid. Absent if the provider does not support this. */
  cancel?(attempt: AttemptRef, signal: AbortSignal): Promise<ProviderSnapshot | null>;
  /** Refunds baht; `refundId` is the idempotency key. If this method is absent, an operator refunds by hand. */
  refund?(
    attempt: AttemptRef,
    refund: { readonly refundId: string; readonly satang: number },
    signal: AbortSignal,
  ): Promise<RefundResult>;
}
