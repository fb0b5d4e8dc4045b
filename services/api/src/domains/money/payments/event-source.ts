/** Providers that send webhooks. */
export type EventProvider = 'omise' | 'paypal';

/** A webhook request as received. */
export interface Delivery {
  /** The header names are in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer;
  readonly receivedAt: Date;
}

/** The result of a signature check; `unknown` while the verifying service does not respond. */
export type Signature = 'valid' | 'invalid' | 'unknown';

/**
 * Ids that lead to a payment attempt. They are not trusted: the provider is polled, and its record must
 * contain the attempt.
 */
export interface PaymentIds {
  readonly attemptId: string | null;
  readonly providerRef: string | null;
}

export interface ProviderEvent {
  /** Identical in every delivery of the event. */
  readonly eventId: string;
  readonly kind: string;
  /**
   * `update`: the payment may have changed. `creation`: the payment was created, which matters only if the
   * response to the creation was lost. `none`: the event does not concern our payments.
   */
  readonly relevance: 'update' | 'creation' | 'none';
}

/**
 * A provider that sends webhooks and is polled for events that it failed to deliver. Adapters:
 * `domains/money/omise`, `domains/money/paypal`.
 */
export interface EventSource {
  readonly provider: EventProvider;
  /** The names of the headers that are stored. */
  readonly headerNames: readonly string[];
  verify(delivery: Delivery, signal: AbortSignal): Promise<Signature>;
  /** Returns `null` if the body is not an event. */
  parse(event: unknown): ProviderEvent | null;
  /** Returns the ids of an event's payment; `null` if the payment is not ours. Polls the provider if needed. */
  findPaymentIds(event: unknown, signal: AbortSignal): Promise<PaymentIds | null>;
  /** Yields the events of a period, oldest first, page by page. */
  listEvents(period: { readonly from: Date; readonly to: Date }): AsyncIterable<readonly unknown[]>;
}
