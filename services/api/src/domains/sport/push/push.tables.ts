import type { Generated } from 'kysely';

/** Rows of the tables that this module owns. */
export interface PushTables {
  push_subscription: PushSubscriptionTable;
  push_message: PushMessageTable;
}

/** A browser that messages come to. */
interface PushSubscriptionTable {
  push_subscription_id: Generated<string>;
  member_id: string;
  /** The sign-in on that browser: when it ends, so do the messages. */
  member_session_id: string;
  endpoint: string;
  /** SHA-256 of the endpoint, which may be long. */
  endpoint_hash: Buffer;
  p256dh: Buffer;
  auth: Buffer;
  language: 'TH' | 'EN';
  created_at: Date;
}

/** What is still to be sent to one browser. */
interface PushMessageTable {
  push_message_id: Generated<string>;
  push_subscription_id: string;
  /** Of two messages about the same the second is none. */
  topic: string;
  /** What it is about, as whoever enqueued it reads it when it is sent. */
  subject: unknown;
  urgency: 'normal' | 'high';
  expires_at: Date;
  attempts: Generated<number>;
  next_attempt_at: Date;
}
