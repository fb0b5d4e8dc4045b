import type {
  OrderReason,
  PaymentAttempt,
  PaymentMethod,
  PaymentOption,
} from '@sangwian/contract/endpoints/orders';

/** The only currency that is charged. */
export const CURRENCY = 'THB';

export type ProviderName = 'omise' | 'paypal' | 'transfer';

/** One of our bank accounts that transfers go to. */
export type TransferAccount = PaymentAttempt['accounts'][number];

/** A payment attempt to begin at a provider. Its row is already committed. */
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
  /** Absolute URL of this site, with the order's id, that the provider's page returns to. */
  readonly returnUrl: string;
  readonly createdAt: Date;
  /** When the order expires; no attempt needs to outlive it. */
  readonly orderExpiresAt: Date;
}

/** A payment attempt. */
export interface AttemptRef {
  readonly attemptId: string;
  readonly orderId: string;
  readonly orderNumber: string;
  readonly provider: ProviderName;
  readonly method: PaymentMethod;
  readonly status: PaymentAttempt['status'];
  /** The provider's id of the payment; `null` if its answer never arrived. */
  readonly providerRef: string | null;
  readonly satang: number;
  readonly createdAt: Date;
  readonly expiresAt: Date;
  /** For a second payment: the first attempt, which the provider's record names. */
  readonly secondOf?: string | null;
}

/** Returns the attempt id in the provider's record. */
export const providerAttemptIdOf = ({ attemptId, secondOf }: AttemptRef): string =>
  secondOf ?? attemptId;

/** State of an attempt as its provider reports it. */
export interface ProviderSnapshot {
  readonly state: 'pending' | 'succeeded' | 'failed' | 'expired';
  /** Id of the charge or PayPal order; `null` if the provider has none. */
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

/** A snapshot with nothing but its state to add. */
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
 * A payment provider. A call that throws (timeout, server error) has an unknown outcome: the attempt is left unchanged and
 * polled later. A definite refusal is returned as a failed snapshot.
 */
export interface PaymentProvider {
  readonly name: ProviderName;
  /** Returns the configured methods; without any the provider is not used. */
  options(): readonly PaymentOption[];
  /**
   * Begins an attempt. Called again for the same attempt only after `poll` did not find it; the provider's own
   * idempotency then prevents a second charge.
   */
  begin(attempt: AttemptToBegin, signal: AbortSignal): Promise<ProviderSnapshot>;
  /**
   * Returns the current state, found by the provider's reference or, without one, by the attempt's id. Captures an
   * approved payment. Returns `null` if the provider does not know the attempt.
   */
  poll(attempt: AttemptRef, signal: AbortSignal): Promise<ProviderSnapshot | null>;
  /** Cancels a waiting attempt, so that it can no longer be paid; absent if unsupported. */
  cancel?(attempt: AttemptRef, signal: AbortSignal): Promise<ProviderSnapshot | null>;
  /** Refunds baht; `refundId` is the idempotency key. If absent, an operator refunds by hand. */
  refund?(
    attempt: AttemptRef,
    refund: { readonly refundId: string; readonly satang: number },
    signal: AbortSignal,
  ): Promise<RefundResult>;
}
