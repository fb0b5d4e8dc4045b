import { type Kysely, sql, type Transaction } from 'kysely';
import type { Database } from '../../../schema/database.ts';

const PASSKEY = [
  'staff_passkey_id',
  'staff_id',
  'name',
  'credential_id',
  'public_key',
  'sign_count',
  'transports',
  'created_at',
  'last_used_at',
  'cloned_at',
] as const;

export type PasskeyRow = NonNullable<Awaited<ReturnType<StaffPasskeysStore['findByCredential']>>>;

export interface NewPasskeyRow {
  readonly staffId: string;
  readonly name: string;
  readonly credentialId: string;
  readonly publicKey: Uint8Array;
  readonly signCount: number;
  readonly transports: readonly string[];
  readonly now: Date;
}

/** Passkeys of staff accounts. */
export class StaffPasskeysStore {
  readonly #db: Kysely<Database>;

  constructor(db: Kysely<Database>) {
    this.#db = db;
  }

  findByCredential(credentialId: string) {
    return this.#db
      .selectFrom('staff_passkey')
      .select(PASSKEY)
      .where('credential_id', '=', credentialId)
      .executeTakeFirst();
  }

  /** Lists the passkeys of an account, oldest first. */
  list(staffId: string) {
    return this.#db
      .selectFrom('staff_passkey')
      .select(PASSKEY)
      .where('staff_id', '=', staffId)
      .orderBy('staff_passkey_id')
      .execute();
  }

  /** Counts the passkeys that are not disabled. */
  async count(staffId: string): Promise<number> {
    const { count } = await this.#db
      .selectFrom('staff_passkey')
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .where('staff_id', '=', staffId)
      .where('cloned_at', 'is', null)
      .executeTakeFirstOrThrow();
    return count;
  }

  /** Locks the account, so that its passkeys are added and removed one after the other. */
  async lockAccount(trx: Transaction<Database>, staffId: string) {
    return trx
      .selectFrom('staff')
      .select('sealed_totp_secret')
      .where('staff_id', '=', staffId)
      .forUpdate()
      .executeTakeFirstOrThrow();
  }

  /** @returns the new row; `undefined` if the credential is registered already */
  insert(row: NewPasskeyRow) {
    return this.#db
      .insertInto('staff_passkey')
      .values({
        staff_id: row.staffId,
        name: row.name,
        credential_id: row.credentialId,
        public_key: Buffer.from(row.publicKey),
        sign_count: row.signCount,
        transports: [...row.transports],
        created_at: row.now,
      })
      .onConflict((conflict) => conflict.column('credential_id').doNothing())
      .returning(PASSKEY)
      .executeTakeFirst();
  }

  /**
   * Records a use. Authenticators without a counter always send 0; every other counter must increase.
   *
   * @returns `false` if the counter did not increase
   */
  async use(passkeyId: string, signCount: number, now: Date): Promise<boolean> {
    const { numUpdatedRows } = await this.#db
      .updateTable('staff_passkey')
      .set({ sign_count: signCount, last_used_at: now })
      .where('staff_passkey_id', '=', passkeyId)
      .where('cloned_at', 'is', null)
      .where('sign_count', signCount === 0 ? '=' : '<', signCount)
      .executeTakeFirst();
    return numUpdatedRows === 1n;
  }

  /** @returns whether the passkey was enabled until now */
  async setCloned(passkeyId: string, now: Date): Promise<boolean> {
    const { numUpdatedRows } = await this.#db
      .updateTable('staff_passkey')
      .set({ cloned_at: now })
      .where('staff_passkey_id', '=', passkeyId)
      .where('cloned_at', 'is', null)
      .executeTakeFirst();
    return numUpdatedRows === 1n;
  }

  rename(staffId: string, passkeyId: string, name: string) {
    return this.#db
      .updateTable('staff_passkey')
      .set({ name })
      .where('staff_id', '=', staffId)
      .where('staff_passkey_id', '=', passkeyId)
      .returning(PASSKEY)
      .executeTakeFirst();
  }

  /** @returns whether the account had the passkey */
  async delete(staffId: string, passkeyId: string): Promise<boolean> {
    const { numDeletedRows } = await this.#db
      .deleteFrom('staff_passkey')
      .where('staff_id', '=', staffId)
      .where('staff_passkey_id', '=', passkeyId)
      .executeTakeFirst();
    return numDeletedRows === 1n;
  }
}

export interface NewChallenge {
  readonly purpose: 'sign_in' | 'proof' | 'register';
  /** The account that proves its factor or registers a passkey. */
  readonly staffId: string | null;
  /** The invitation whose account is to be created. */
  readonly invitationId: string | null;
  readonly challenge: string;
  /** The browser that received the challenge. */
  readonly deviceHash: Buffer;
  readonly expiresAt: Date;
}

/** Challenges of passkeys. The first use on any node deletes a challenge. */
export class StaffChallengesStore {
  readonly #db: Kysely<Database>;

  constructor(db: Kysely<Database>) {
    this.#db = db;
  }

  /** Adds a challenge. Keeps at most `perDeviceMax` challenges of the browser, and deletes the oldest ones. */
  async insert(row: NewChallenge, perDeviceMax: number): Promise<void> {
    await this.#db
      .insertInto('staff_challenge')
      .values({
        purpose: row.purpose,
        staff_id: row.staffId,
        staff_invitation_id: row.invitationId,
        challenge: row.challenge,
        device_hash: row.deviceHash,
        expires_at: row.expiresAt,
      })
      .execute();
    await sql`
      delete from staff_challenge where device_hash = ${row.deviceHash}
        and staff_challenge_id not in (
          select staff_challenge_id from staff_challenge where device_hash = ${row.deviceHash}
          order by staff_challenge_id desc limit ${perDeviceMax}
        )`.execute(this.#db);
  }

  /** Deletes a challenge on its use. @returns whether an open challenge matched all of these values */
  async take(
    row: Omit<NewChallenge, 'deviceHash' | 'expiresAt'> & { readonly deviceHash: Buffer | null },
    now: Date,
  ): Promise<boolean> {
    if (row.deviceHash === null) return false;
    const { numDeletedRows } = await this.#db
      .deleteFrom('staff_challenge')
      .where('challenge', '=', row.challenge)
      .where('purpose', '=', row.purpose)
      .where('device_hash', '=', row.deviceHash)
      .where('staff_id', 'is not distinct from', row.staffId)
      .where('staff_invitation_id', 'is not distinct from', row.invitationId)
      .where('expires_at', '>', now)
      .executeTakeFirst();
    return numDeletedRows === 1n;
  }

  async deleteExpired(now: Date): Promise<void> {
    await this.#db.deleteFrom('staff_challenge').where('expires_at', '<', now).execute();
  }
}
