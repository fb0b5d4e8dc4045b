/** Providers that tell what happened by themselves. */
export type EventProvider = 'omise' | 'paypal';

/** A message as it came to our door. */
export interface Delivery {
  /** Names in small letters. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer;
  readonly receivedAt: Date;
}

/** Whether the provider said it; `unknown` while whoever could tell does not answer. */
export type Signature = 'valid' | 'invalid' | 'unknown';

/** Ids that lead to an attempt to pay. None of them is believed: the provider is asked, and says whose it is. */
export interface AttemptTrace {
  readonly attemptId: string | null;
  readonly providerRef: string | null;
}

/** What happened, as far as we look at it. */
export interface ProviderEvent {
  /** The same in every copy of it. */
  readonly eventId: string;
  readonly kind: string;
  /**
   * `news`: the payment may have changed; `beginning`: it was made, which is news only where nobody heard its answer;
   * `nothing`: no payment of ours changes by it.
   */
  readonly weight: 'news' | 'beginning' | 'nothing';
}

/** A provider that sends webhooks and is polled for events it failed to deliver. Adapters: `domains/money/omise`, `domains/money/paypal`. */
export interface EventSource {
  readonly provider: EventProvider;
  /** Of a delivery, the headers that are kept. */
  readonly headerNames: readonly string[];
  verify(delivery: Delivery, signal: AbortSignal): Promise<Signature>;
  /** `null`: it is no event. */
  read(event: unknown): ProviderEvent | null;
  /** Which payment an event is about, asking the provider where the event does not say so. `null`: none of ours. */
  trace(event: unknown, signal: AbortSignal): Promise<AttemptTrace | null>;
  /** What happened in this time, the oldest first, page by page. */
  listEvents(span: { readonly from: Date; readonly to: Date }): AsyncIterable<readonly unknown[]>;
}
