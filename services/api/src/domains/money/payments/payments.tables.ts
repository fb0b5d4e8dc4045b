import type { Generated, JSONColumnType } from 'kysely';
import type { EventProvider, Signature } from './event-source.ts';

/** What became of something that a provider told. */
export type WebhookOutcome =
  /** The provider was asked about the payment, and what it said was applied. */
  | 'asked'
  /** Nothing that changes anything. */
  | 'no_news'
  /** Told before. */
  | 'duplicate'
  /** Of a payment that is none of ours. */
  | 'not_ours'
  | 'unreadable'
  | 'forged'
  /** It was tried too often. */
  | 'given_up';

/** What payment providers tell. Only the store of this module names these tables. */
export interface PaymentTables {
  payment_webhook: PaymentWebhookTable;
  payment_event_cursor: PaymentEventCursorTable;
}

interface PaymentWebhookTable {
  payment_webhook_id: Generated<string>;
  provider: EventProvider;
  received_at: Date;
  address: string;
  headers: JSONColumnType<Readonly<Record<string, string>>>;
  body: Buffer;
  signature: Signature | 'listed';
  event_id: string | null;
  kind: string | null;
  outcome: WebhookOutcome | null;
  payment_attempt_id: string | null;
  tries: Generated<number>;
  due_at: Date;
  handled_at: Date | null;
  problem: string | null;
  /** Since then its body is empty: it named people. */
  forgotten_at: Date | null;
}

interface PaymentEventCursorTable {
  provider: EventProvider;
  seen_until: Date;
  due_at: Date;
}
