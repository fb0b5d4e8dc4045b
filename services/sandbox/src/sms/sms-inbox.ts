import { randomUUID } from 'node:crypto';

export const INBOX_LIMITS = {
  /** Older ones are forgotten. */
  messagesMax: 1_000,
  messageCharsMax: 1_000,
} as const;

/** A message as scripts read it. */
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
 * A number as people write it, in E.164: `081…`, `66 81…`, `+660 81…` are one. What is no number of ours stays as its
 * digits with a plus, and finds nothing.
 */
export function toPhoneKey(text: string): string {
  const digits = text
    .replace(/[๐-๙]/g, (digit) => String(digit.charCodeAt(0) - '๐'.charCodeAt(0)))
    .replace(/\D/g, '')
    .replace(/^00(?=66)/, '');
  return `+${digits.replace(/^(?:660?|0)/, '66')}`;
}

/** Every phone of the sandbox's world, in one box. */
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

  /** The newest first; of one phone where one is named. */
  list(phone?: string): readonly SmsMessage[] {
    if (phone === undefined) return this.#messages;
    const key = toPhoneKey(phone);
    return this.#messages.filter((message) => message.phone === key);
  }
}
