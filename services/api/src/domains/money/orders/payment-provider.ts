import type {
  OrderReason,
  PaymentAttempt,
  PaymentMethod,
  PaymentOption,
} from '@sangwian/contract/endpoints/orders';

/** The only currency that is charged. */
export const CURRENCY = 'THB';

export type ProviderName = 'omise' | 'paypal' | 'transfer';

/** An account of ours that a transfer goes to. */
export type TransferAccount = PaymentAttempt['accounts'][number];

/** What a provider is told of an attempt to pay that it is to begin. Its row is committed by then. */
export interface AttemptToBegin {
  /** Goes into the provider's metadata, and is its idempotency key. */
  readonly attemptId: string;
  readonly orderId: string;
  /** The order's number for people: what stands on a statement, or is written with a transfer. */
  readonly orderNumber: string;
  readonly method: PaymentMethod;
  readonly satang: number;
  /** A card as the provider's script gave it; of other methods `null`. */
  readonly cardToken: string | null;
  /** Absolute, of this site, and it names the order: where the provider's page sends the member back to. */
  readonly returnUrl: string;
  readonly createdAt: Date;
  /** When the order ends by itself: no attempt has to live longer. */
  readonly orderExpiresAt: Date;
}

/** What is known of an attempt to pay. */
export interface AttemptRef {
  readonly attemptId: string;
  readonly orderId: string;
  readonly orderNumber: string;
  readonly provider: ProviderName;
  readonly method: PaymentMethod;
  readonly status: PaymentAttempt['status'];
  /** The provider's own id of it; `null` where its answer never came. */
  readonly providerRef: string | null;
  readonly satang: number;
  readonly createdAt: Date;
  readonly expiresAt: Date;
  /** Of a second payment of one attempt: that attempt, which the provider's record names. */
  readonly secondOf?: string | null;
}

/** The attempt that the provider's own record names. */
export const namedAtProvider = ({ attemptId, secondOf }: AttemptRef): string =>
  secondOf ?? attemptId;

/** What a provider says of an attempt, now. */
export interface ProviderView {
  readonly state: 'pending' | 'succeeded' | 'failed' | 'expired';
  /** The charge, the PayPal order; `null` where the provider has none. */
  readonly providerRef: string | null;
  /** What was really paid, of a success; `null` before. */
  readonly satang: number | null;
  /** In capitals; `null` before. */
  readonly currency: string | null;
  /** Of a failure. */
  readonly reason: OrderReason | null;
  /** Where the member has to go. */
  readonly authorizeUrl: string | null;
  /** To be drawn as a QR code. */
  readonly qrPayload: string | null;
  readonly accounts: readonly TransferAccount[];
  readonly expiresAt: Date | null;
  /** What of it went back, altogether. */
  readonly refundedSatang: number;
  /** A dispute that the member's bank opened. */
  readonly disputed: 'open' | 'lost' | 'won' | null;
}

/** A view that says nothing but its state; whoever knows more adds it. */
export const NO_VIEW: Omit<ProviderView, 'state'> = {
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

/** What a provider says of baht that go back. */
export interface RefundView {
  readonly state: 'done' | 'pending' | 'failed';
  readonly providerRef: string | null;
}

/**
 * One way to be paid. A call that throws (no answer in time, a server's error) says nothing about what happened: the
 * attempt stays as it is and is asked about later. What the provider definitely refuses is a view that failed.
 */
export interface PaymentProvider {
  readonly name: ProviderName;
  /** The methods that are available by configuration; without any the provider is not used. */
  options(): readonly PaymentOption[];
  /**
   * Begins an attempt. Called again for the same attempt only after `look` knew nothing of it, and then the provider's
   * own idempotency makes sure that it is still one charge.
   */
  begin(attempt: AttemptToBegin, signal: AbortSignal): Promise<ProviderView>;
  /**
   * What the provider says now: by its reference or, where its answer never came, found by the attempt's id. An
   * approved payment that still has to be taken is taken here. `null`: the provider knows nothing of it.
   */
  look(attempt: AttemptRef, signal: AbortSignal): Promise<ProviderView | null>;
  /** Ends an attempt that waits, so that nobody pays it any more; absent where the provider cannot. */
  end?(attempt: AttemptRef, signal: AbortSignal): Promise<ProviderView | null>;
  /** Gives baht back; `refundId` is the provider's idempotency key. Absent: an operator does it by hand. */
  refund?(
    attempt: AttemptRef,
    refund: { readonly refundId: string; readonly satang: number },
    signal: AbortSignal,
  ): Promise<RefundView>;
}
