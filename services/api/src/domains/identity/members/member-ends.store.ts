import type { ChatRole } from '@sangwian/contract/endpoints/live';
import type { MemberStatus } from '@sangwian/contract/endpoints/member';
import { ApiError } from '@sangwian/node-kit/api-error';
import type { Kysely, Transaction } from 'kysely';
import type { Database } from '../../../schema/database.ts';

export interface NewStanding {
  readonly status: MemberStatus;
  /** `null` for who is active. */
  readonly reason: string | null;
  readonly since: Date | null;
  /** Of a suspension that ends by itself. */
  readonly until: Date | null;
}

export interface LockedMember {
  readonly status: MemberStatus;
  readonly status_until: Date | null;
  readonly phone: string | null;
  readonly avatar: string | null;
  readonly role: ChatRole | null;
}

/** What ends a member, for a while or for good. Whoever may not be a member must not sign in meanwhile: see `lock`. */
export class MemberEndsStore {
  readonly #db: Kysely<Database>;

  constructor(db: Kysely<Database>) {
    this.#db = db;
  }

  /**
   * How a member stands, and nobody else changes it or signs in as them until the transaction ends. The lock is one
   * that foreign keys pass: a watch that is beginning holds its sign-in, which this transaction ends, and would
   * otherwise wait for this one while this one waits for it.
   *
   * @throws {ApiError} `member_not_found`, of deleted members too
   */
  async lock(trx: Transaction<Database>, memberId: string): Promise<LockedMember> {
    const row = await trx
      .selectFrom('member')
      .select(['status', 'status_until', 'phone', 'avatar', 'role'])
      .where('member_id', '=', memberId)
      .where('deleted_at', 'is', null)
      .forNoKeyUpdate()
      .executeTakeFirst();
    if (row === undefined) throw new ApiError('member_not_found');
    return row;
  }

  async setStanding(
    trx: Transaction<Database>,
    memberId: string,
    { status, reason, since, until }: NewStanding,
  ): Promise<void> {
    await trx
      .updateTable('member')
      .set({ status, status_reason: reason, status_since: since, status_until: until })
      .where('member_id', '=', memberId)
      .execute();
  }

  async setRole(
    trx: Transaction<Database>,
    memberId: string,
    role: ChatRole | null,
  ): Promise<void> {
    await trx.updateTable('member').set({ role }).where('member_id', '=', memberId).execute();
  }

  /** Members whose suspension is over. */
  async findSuspendedUntil(now: Date, limit: number): Promise<string[]> {
    const rows = await this.#db
      .selectFrom('member')
      .select('member_id')
      .where('status_until', '<=', now)
      .limit(limit)
      .execute();
    return rows.map((row) => row.member_id);
  }

  /** Leaves of a member what the ledger needs: that there was one. Its phone and links are free again. */
  async anonymise(trx: Transaction<Database>, memberId: string, now: Date): Promise<void> {
    await trx
      .updateTable('member')
      .set({
        first_name: '',
        last_name: '',
        avatar: null,
        email: null,
        phone: null,
        gender: 'unspecified',
        birth_date: null,
        role: null,
        latest_birth_date: null,
        map_system_id: null,
        map_member_id: null,
        deleted_at: now,
      })
      .where('member_id', '=', memberId)
      .execute();
    await trx.deleteFrom('member_link').where('member_id', '=', memberId).execute();
    await trx
      .updateTable('member_credential')
      .set({ password_hash: null, password_changed_at: null, pin_hash: null })
      .where('member_id', '=', memberId)
      .execute();
  }

  async isAvatarUsed(trx: Transaction<Database>, avatar: string): Promise<boolean> {
    const row = await trx
      .selectFrom('member')
      .select('member_id')
      .where('avatar', '=', avatar)
      .limit(1)
      .executeTakeFirst();
    return row !== undefined;
  }
}
