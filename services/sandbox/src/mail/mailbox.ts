import { randomUUID } from 'node:crypto';

export const MAILBOX_LIMITS = {
  /** Older mails are dropped. */
  mailsMax: 200,
  mailBytesMax: 256 * 1024,
  /** The site sends over two connections; more are a mistake. */
  clientsMax: 20,
} as const;

/** A received mail. */
export interface ReceivedMail {
  readonly mail_id: string;
  readonly to: string;
  readonly from: string;
  readonly subject: string;
  readonly message_id: string;
  readonly text: string;
  readonly html: string;
  /** ISO 8601, UTC. */
  readonly received_at: string;
}

/** The received mails of all addresses. */
export class Mailbox {
  /** The newest first. */
  readonly #mails: ReceivedMail[] = [];
  readonly #now: () => Date;

  constructor(now: () => Date) {
    this.#now = now;
  }

  add(mail: Omit<ReceivedMail, 'mail_id' | 'received_at'>): void {
    this.#mails.unshift({
      mail_id: randomUUID(),
      ...mail,
      received_at: this.#now().toISOString(),
    });
    this.#mails.length = Math.min(this.#mails.length, MAILBOX_LIMITS.mailsMax);
  }

  /** Returns mails, the newest first, optionally of one address. */
  list(to?: string): readonly ReceivedMail[] {
    if (to === undefined) return this.#mails;
    const address = to.trim().toLowerCase();
    return this.#mails.filter((mail) => mail.to.toLowerCase() === address);
  }

  find(mailId: string): ReceivedMail | undefined {
    return this.#mails.find(({ mail_id }) => mail_id === mailId);
  }
}
