import type { StaffRole } from '@sangwian/contract/permissions';
import type { Kysely, Transaction } from 'kysely';
import { sql } from 'kysely';
import type { Database } from '../../../schema/database.ts';
import { LOCAL_OWNER_ID } from './staff-rules.ts';

const ACCOUNT = [
  'staff_id',
  'name',
  'email',
  'role',
  'password_hash',
  'sealed_totp_secret',
  'sealed_next_totp_secret',
  'version',
  'created_at',
  'deactivated_at',
] as const;

export type AccountRow = NonNullable<Awaited<ReturnType<StaffStore['findById']>>>;

export interface NewAccountRow {
  readonly staffId: string;
  readonly name: string;
  readonly email: string;
  readonly role: StaffRole;
  readonly passwordHash: string;
  /** `null`, like `totpStep`, for an account with a passkey instead of an authenticator app. */
  readonly sealedTotpSecret: Buffer | null;
  /** Time step of the code that confirmed the app. */
  readonly totpStep: number | null;
  readonly createdAt: Date;
}

/** Accounts and their factors. */
export class StaffStore {
  readonly #db: Kysely<Database>;

  constructor(db: Kysely<Database>) {
    this.#db = db;
  }

  findById(staffId: string) {
    return this.#db
      .selectFrom('staff')
      .select(ACCOUNT)
      .where('staff_id', '=', staffId)
      .executeTakeFirst();
  }

  /**
   * Returns whether an active account with one of these roles exists besides `staffId`. The local owner does not count,
   * because it is not a person.
   */
  async hasOther(roles: readonly StaffRole[], staffId: string): Promise<boolean> {
    const row = await this.#db
      .selectFrom('staff')
      .select('staff_id')
      .where('role', 'in', roles)
      .where('deactivated_at', 'is', null)
      .where('staff_id', 'not in', [staffId, LOCAL_OWNER_ID])
      .limit(1)
      .executeTakeFirst();
    return row !== undefined;
  }

  findByEmail(email: string) {
    return this.#db
      .selectFrom('staff')
      .select(ACCOUNT)
      .where('email', '=', email)
      .executeTakeFirst();
  }

  /** @returns the id; `undefined` if the address is taken */
  async insert(row: NewAccountRow): Promise<string | undefined> {
    const inserted = await this.#db
      .insertInto('staff')
      .values({
        staff_id: row.staffId,
        name: row.name,
        email: row.email,
        role: row.role,
        password_hash: row.passwordHash,
        sealed_totp_secret: row.sealedTotpSecret,
        totp_last_step: row.totpStep,
        created_at: row.createdAt,
      })
      .onConflict((conflict) => conflict.column('email').doNothing())
      .returning('staff_id')
      .executeTakeFirst();
    return inserted?.staff_id;
  }

  /** Marks a time step and all earlier steps as used. @returns `false` if this or a later step was used before */
  async useTotpStep(staffId: string, step: number): Promise<boolean> {
    const { numUpdatedRows } = await this.#db
      .updateTable('staff')
      .set({ totp_last_step: step })
      .where('staff_id', '=', staffId)
      .where((where) =>
        where.or([where('totp_last_step', 'is', null), where('totp_last_step', '<', step)]),
      )
      .executeTakeFirst();
    return numUpdatedRows === 1n;
  }

  /** Marks a recovery code as used. @returns whether the code exists and was unused */
  async useRecoveryCode(staffId: string, codeHash: Buffer, now: Date): Promise<boolean> {
    const { numUpdatedRows } = await this.#db
      .updateTable('staff_recovery_code')
      .set({ used_at: now })
      .where('staff_id', '=', staffId)
      .where('code_hash', '=', codeHash)
      .where('used_at', 'is', null)
      .executeTakeFirst();
    return numUpdatedRows === 1n;
  }

  async replaceRecoveryCodes(staffId: string, hashes: readonly Buffer[]): Promise<void> {
    await this.#db.deleteFrom('staff_recovery_code').where('staff_id', '=', staffId).execute();
    await this.#db
      .insertInto('staff_recovery_code')
      .values(hashes.map((code_hash) => ({ staff_id: staffId, code_hash })))
      .execute();
  }

  async countRecoveryCodes(staffId: string): Promise<number> {
    const { count } = await this.#db
      .selectFrom('staff_recovery_code')
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .where('staff_id', '=', staffId)
      .where('used_at', 'is', null)
      .executeTakeFirstOrThrow();
    return count;
  }

  async setPassword(staffId: string, passwordHash: string): Promise<void> {
    await this.#db
      .updateTable('staff')
      .set({ password_hash: passwordHash })
      .where('staff_id', '=', staffId)
      .execute();
  }

  async setNextTotpSecret(staffId: string, sealed: Buffer): Promise<void> {
    await this.#db
      .updateTable('staff')
      .set({ sealed_next_totp_secret: sealed })
      .where('staff_id', '=', staffId)
      .execute();
  }

  /** Replaces the authenticator app with the app that has this secret. */
  async confirmTotpSecret(staffId: string, sealed: Buffer, step: number): Promise<boolean> {
    const { numUpdatedRows } = await this.#db
      .updateTable('staff')
      .set({
        sealed_totp_secret: sealed,
        sealed_next_totp_secret: null,
        totp_last_step: step,
      })
      .where('staff_id', '=', staffId)
      .where('sealed_next_totp_secret', '=', sealed)
      .executeTakeFirst();
    return numUpdatedRows === 1n;
  }

  async saveDevice(staffId: string, deviceHash: Buffer, now: Date, keptMax: number): Promise<void> {
    await this.#db
      .insertInto('staff_device')
      .values({ staff_id: staffId, device_hash: deviceHash, proven_at: now })
      .onConflict((conflict) =>
        conflict.columns(['staff_id', 'device_hash']).doUpdateSet({ proven_at: now }),
      )
      .execute();
    await sql`
      delete from staff_device where staff_id = ${staffId}::uuid and device_hash not in (
        select device_hash from staff_device where staff_id = ${staffId}::uuid
        order by proven_at desc limit ${keptMax}
      )`.execute(this.#db);
  }

  async isOwnDevice(staffId: string, deviceHash: Buffer): Promise<boolean> {
    const row = await this.#db
      .selectFrom('staff_device')
      .select('staff_id')
      .where('staff_id', '=', staffId)
      .where('device_hash', '=', deviceHash)
      .executeTakeFirst();
    return row !== undefined;
  }

  /** Returns all accounts with their open sessions, ordered by name, without the local owner. */
  list(now: Date, idle: Date) {
    return this.#db
      .selectFrom('staff')
      .leftJoin('staff_session', 'staff_session.staff_id', 'staff.staff_id')
      .select(['staff.staff_id', 'name', 'email', 'role', 'version'])
      .select(['staff.created_at', 'deactivated_at', 'sealed_totp_secret'])
      .select(({ fn }) => [
        fn.max('staff_session.last_seen_at').as('last_seen_at'),
        fn
          .count<number>('staff_session_id')
          .filterWhere('revoked_at', 'is', null)
          .filterWhere('expires_at', '>', now)
          .filterWhere('last_seen_at', '>', idle)
          .as('open_sessions'),
      ])
      .where('staff.staff_id', '<>', LOCAL_OWNER_ID)
      .groupBy('staff.staff_id')
      .orderBy('name')
      .orderBy('staff.staff_id')
      .execute();
  }

  /** Locks every active owner who can sign in, so that two of them cannot be removed at once. */
  async lockOwners(trx: Transaction<Database>): Promise<readonly string[]> {
    const rows = await trx
      .selectFrom('staff')
      .select('staff_id')
      .where('role', '=', 'owner')
      .where('deactivated_at', 'is', null)
      .where('email', 'is not', null)
      .orderBy('staff_id')
      .forUpdate()
      .execute();
    return rows.map(({ staff_id }) => staff_id);
  }

  lock(trx: Transaction<Database>, staffId: string) {
    return trx
      .selectFrom('staff')
      .select([...ACCOUNT, 'updated_by'])
      .where('staff_id', '=', staffId)
      .where('staff_id', '<>', LOCAL_OWNER_ID)
      .forUpdate()
      .executeTakeFirst();
  }

  async change(
    trx: Transaction<Database>,
    staffId: string,
    change: {
      readonly role: StaffRole;
      readonly deactivatedAt: Date | null;
      readonly updatedBy: string;
    },
  ): Promise<void> {
    await trx
      .updateTable('staff')
      .set((set) => ({
        role: change.role,
        deactivated_at: change.deactivatedAt,
        updated_by: change.updatedBy,
        version: set('version', '+', 1),
      }))
      .where('staff_id', '=', staffId)
      .execute();
  }
}
