import type { OtpPurpose } from '@sangwian/contract/endpoints/registration';
import type { Kysely, Transaction } from 'kysely';
import { lockOfName, takeLock } from '../../../platform/database/advisory-locks.ts';
import type { Database } from '../../../schema/database.ts';

export interface NewOtp {
  readonly reference: string;
  readonly purpose: OtpPurpose;
  /** E.164. */
  readonly phone: string;
  readonly memberId: string | null;
  readonly codeHash: Buffer;
  readonly sentAt: Date;
  readonly expiresAt: Date;
}

export class OtpStore {
  readonly #db: Kysely<Database>;

  constructor(db: Kysely<Database>) {
    this.#db = db;
  }

  /** Locks a phone until the transaction ends, so that concurrent requests send one message at a time. */
  async lockPhone(trx: Transaction<Database>, phone: string): Promise<void> {
    await takeLock(trx, lockOfName('otp', phone));
  }

  /** Returns the messages sent to a phone after `since`, newest first. */
  findSent(trx: Transaction<Database>, phone: string, since: Date, limit: number) {
    return trx
      .selectFrom('otp')
      .select(['sent_at', 'failed'])
      .where('phone', '=', phone)
      .where('sent_at', '>', since)
      .orderBy('sent_at', 'desc')
      .limit(limit)
      .execute();
  }

  /** Adds an OTP. Returns `false` if its reference is already in use. */
  async add(trx: Transaction<Database>, otp: NewOtp): Promise<boolean> {
    const added = await trx
      .insertInto('otp')
      .values({
        otp_ref: otp.reference,
        purpose: otp.purpose,
        phone: otp.phone,
        member_id: otp.memberId,
        code_hash: otp.codeHash,
        sent_at: otp.sentAt,
        expires_at: otp.expiresAt,
        ended_at: null,
        verified_at: null,
      })
      .onConflict((conflict) => conflict.column('otp_ref').doNothing())
      .returning('otp_ref')
      .executeTakeFirst();
    return added !== undefined;
  }

  /** Ends the earlier OTPs of the same phone and purpose. */
  async endOthers(trx: Transaction<Database>, otp: NewOtp): Promise<void> {
    await trx
      .updateTable('otp')
      .set({ ended_at: otp.sentAt })
      .where('phone', '=', otp.phone)
      .where('purpose', '=', otp.purpose)
      .where('otp_ref', '!=', otp.reference)
      .where('ended_at', 'is', null)
      .execute();
  }

  async fail(reference: string, now: Date): Promise<void> {
    await this.#db
      .updateTable('otp')
      .set({ failed: true, ended_at: now })
      .where('otp_ref', '=', reference)
      .execute();
  }

  /**
   * Counts a try and locks the OTP until the transaction ends.
   *
   * @returns `undefined` if the OTP is unknown or no longer valid
   */
  countTry(
    trx: Transaction<Database>,
    reference: string,
    { memberId, now, triesMax }: { memberId: string | null; now: Date; triesMax: number },
  ) {
    return trx
      .updateTable('otp')
      .set((expression) => ({ tries: expression('tries', '+', 1) }))
      .where('otp_ref', '=', reference)
      .where('ended_at', 'is', null)
      .where('expires_at', '>', now)
      .where('tries', '<', triesMax)
      .where((where) =>
        where.or([where('member_id', 'is', null), where('member_id', '=', memberId)]),
      )
      .returning(['purpose', 'phone', 'member_id', 'code_hash'])
      .executeTakeFirst();
  }

  async exists(trx: Transaction<Database>, reference: string): Promise<boolean> {
    const row = await trx
      .selectFrom('otp')
      .select('otp_ref')
      .where('otp_ref', '=', reference)
      .executeTakeFirst();
    return row !== undefined;
  }

  async verify(trx: Transaction<Database>, reference: string, now: Date): Promise<void> {
    await trx
      .updateTable('otp')
      .set({ ended_at: now, verified_at: now })
      .where('otp_ref', '=', reference)
      .execute();
  }

  /** Counts the OTPs sent after `since`, and how many of them were verified. */
  async countSince(since: Date): Promise<{ sent: number; verified: number }> {
    const counts = await this.#db
      .selectFrom('otp')
      .select((select) => [
        select.fn.countAll<string>().filterWhere('failed', '=', false).as('sent'),
        select.fn.count<string>('verified_at').as('verified'),
      ])
      .where('sent_at', '>', since)
      .executeTakeFirstOrThrow();
    return { sent: Number(counts.sent), verified: Number(counts.verified) };
  }

  async deleteSentBefore(before: Date): Promise<void> {
    await this.#db.deleteFrom('otp').where('sent_at', '<', before).execute();
  }
}
