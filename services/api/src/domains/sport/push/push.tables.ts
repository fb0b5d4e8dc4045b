import type { Generated } from 'kysely';

export interface PushTables {
  push_subscription: PushSubscriptionTable;
  push_message: PushMessageTable;
}

/** A browser that receives push messages. */
interface PushSubscriptionTable {
  push_subscription_id: Generated<string>;
  member_id: string;
  /** The session on that browser. The subscription ends with the session. */
  member_session_id: string;
  endpoint: string;
  /** SHA-256 of the endpoint. The endpoint may be too long for an index. */
  endpoint_hash: Buffer;
  p256dh: Buffer;
  auth: Buffer;
  language: 'TH' | 'EN';
  created_at: Date;
}

/** A message that waits to be sent to one browser. */
interface PushMessageTable {
  push_message_id: Generated<string>;
  push_subscription_id: string;
  /** A second message of the same topic is ignored. */
  topic: string;
  /** The data from which the message is rendered when it is sent. */
  subject: unknown;
  urgency: 'normal' | 'high';
  expires_at: Date;
  attempts: Generated<number>;
  next_attempt_at: Date;
}
