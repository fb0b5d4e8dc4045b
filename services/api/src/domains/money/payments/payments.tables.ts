import type { Generated, JSONColumnType } from 'kysely';
import type { EventProvider, Signature } from './event-source.ts';

/** The outcome of a webhook. The values are stored in the database. */
export type WebhookOutcome =
  /** The payment was polled and its snapshot was applied. The stored value is older than the term `poll`. */
  | 'asked'
  /** The event changes no payment. */
  | 'no_news'
  /** The event was delivered before. */
  | 'duplicate'
  /** The event is about a payment that is not ours. */
  | 'not_ours'
  | 'unreadable'
  | 'forged'
  /** All retries failed. */
  | 'given_up';

/** The tables of webhooks. Only the store of this module writes them. */
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
  /** When the body was erased. Bodies name people. */
  forgotten_at: Date | null;
}

interface PaymentEventCursorTable {
  provider: EventProvider;
  seen_until: Date;
  due_at: Date;
}
