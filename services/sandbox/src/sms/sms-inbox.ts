import { randomUUID } from 'node:crypto';

export const INBOX_LIMITS = {
  /** Older messages are dropped. */
  messagesMax: 1_000,
  messageCharsMax: 1_000,
} as const;

/** A message in its wire format. */
export interface SmsMessage {
  readonly message_id: string;
  /** E.164. */
  readonly phone: string;
  readonly sender: string;
  readonly message: string;
  /** ISO 8601, UTC. */
  readonly sent_at: string;
}

/**
 * Converts a phone number to E.164: `081…`, `66 81…` and `+660 81…` are the same. Other text becomes its digits with a
 * plus, which matches no phone.
 */
export function toPhoneKey(text: string): string {
  const digits = text
    .replace(/[๐-๙]/g, (digit) => String(digit.charCodeAt(0) - '๐'.charCodeAt(0)))
    .replace(/\D/g, '')
    .replace(/^00(?=66)/, '');
  return `+${digits.replace(/^(?:660?|0)/, '66')}`;
}

/** The received messages of all phones. */
export class SmsInbox {
  /** The newest first. */
  readonly #messages: SmsMessage[] = [];
  readonly #now: () => Date;

  constructor(now: () => Date) {
    this.#now = now;
  }

  add(message: Pick<SmsMessage, 'phone' | 'sender' | 'message'>): SmsMessage {
    const added = { message_id: randomUUID(), ...message, sent_at: this.#now().toISOString() };
    this.#messages.unshift(added);
    this.#messages.length = Math.min(this.#messages.length, INBOX_LIMITS.messagesMax);
    return added;
  }

  /** Returns messages, the newest first, optionally of one phone. */
  list(phone?: string): readonly SmsMessage[] {
    if (phone === undefined) return this.#messages;
    const key = toPhoneKey(phone);
    return this.#messages.filter((message) => message.phone === key);
  }
}
