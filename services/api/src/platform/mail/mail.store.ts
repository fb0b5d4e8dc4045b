import type { Kysely, Transaction } from 'kysely';
import type { Database } from '../../schema/database.ts';
import type { MailContent } from './mail-content.ts';

/** Rows of mails. */
export class MailStore {
  readonly #db: Kysely<Database>;

  constructor(db: Kysely<Database>) {
    this.#db = db;
  }

  /** Adds a mail. Returns its id, or `undefined` if its key was used before. */
  async add(
    trx: Transaction<Database>,
    mail: {
      readonly key: string;
      readonly to: string;
      readonly content: MailContent;
      readonly now: Date;
    },
  ): Promise<string | undefined> {
    const row = await trx
      .insertInto('mail')
      .values({
        mail_key: mail.key,
        sent_to: mail.to,
        content: JSON.stringify(mail.content),
        created_at: mail.now,
        sent_at: null,
      })
      .onConflict((conflict) => conflict.column('mail_key').doNothing())
      .returning('mail_id')
      .executeTakeFirst();
    return row?.mail_id;
  }

  /** Finds a mail that is not sent and not given up. */
  async findWaiting(mailId: string) {
    const row = await this.#db
      .selectFrom('mail')
      .select(['mail_id', 'sent_to', 'content', 'created_at'])
      .where('mail_id', '=', mailId)
      .executeTakeFirst();
    if (row === undefined || row.sent_to === null || row.content === null) return undefined;
    return { mailId: row.mail_id, to: row.sent_to, content: row.content };
  }

  /** Records that a mail was sent, and deletes its content and recipient. */
  async markSent(mailId: string, now: Date): Promise<void> {
    await this.#db
      .updateTable('mail')
      .set({ sent_at: now, sent_to: null, content: null })
      .where('mail_id', '=', mailId)
      .execute();
  }

  /** Forgets a mail that cannot be sent. Its key stays used. */
  async forget(mailId: string): Promise<void> {
    await this.#db
      .updateTable('mail')
      .set({ sent_to: null, content: null })
      .where('mail_id', '=', mailId)
      .execute();
  }

  /** Forgets mails that could not be sent since before `olderThan`. Their keys stay used. */
  async giveUp(olderThan: Date): Promise<number> {
    const { numUpdatedRows } = await this.#db
      .updateTable('mail')
      .set({ sent_to: null, content: null })
      .where('content', 'is not', null)
      .where('created_at', '<', olderThan)
      .executeTakeFirst();
    return Number(numUpdatedRows);
  }

  async countWaiting(): Promise<number> {
    const { count } = await this.#db
      .selectFrom('mail')
      .select((eb) => eb.fn.countAll<number>().as('count'))
      .where('content', 'is not', null)
      .executeTakeFirstOrThrow();
    return Number(count);
  }
}
