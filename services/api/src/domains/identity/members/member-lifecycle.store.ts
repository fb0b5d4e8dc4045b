import type { ChatRole } from '@sangwian/contract/endpoints/live';
import type { MemberStatus } from '@sangwian/contract/endpoints/member';
import { ApiError } from '@sangwian/node-kit/api-error';
import type { Kysely, Transaction } from 'kysely';
import type { Database } from '../../../schema/database.ts';

export interface NewAccountStatus {
  readonly status: MemberStatus;
  /** `null` for an active member. */
  readonly reason: string | null;
  readonly since: Date | null;
  /** The end of a suspension. */
  readonly until: Date | null;
}

export interface LockedMember {
  readonly status: MemberStatus;
  readonly status_until: Date | null;
  readonly phone: string | null;
  readonly avatar: string | null;
  readonly role: ChatRole | null;
}

/** Changes a member's status and deletes members. Lock the member first, so that no session starts in the meantime. */
export class MemberLifecycleStore {
  readonly #db: Kysely<Database>;

  constructor(db: Kysely<Database>) {
    this.#db = db;
  }

  /**
   * Locks a member against changes and new sessions until the transaction ends. The lock lets foreign key checks pass.
   * A stronger lock would deadlock with a starting watch session, which locks its member session and then checks its
   * foreign key to the member, while this transaction revokes that member session.
   *
   * @throws {ApiError} `member_not_found`, also for deleted members
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

  async setStatus(
    trx: Transaction<Database>,
    memberId: string,
    { status, reason, since, until }: NewAccountStatus,
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

  /**
   * Removes a member's nickname. The member can choose another one seven days after the last change.
   *
   * @returns the removed nickname; `null` if the member had none
   */
  async resetNickname(db: Kysely<Database>, memberId: string): Promise<string | null> {
    return db.transaction().execute(async (trx) => {
      const row = await trx
        .selectFrom('member_nickname')
        .select('nickname')
        .where('member_id', '=', memberId)
        .forUpdate()
        .executeTakeFirst();
      await trx
        .updateTable('member_nickname')
        .set({ nickname: null, nickname_key: null })
        .where('member_id', '=', memberId)
        .execute();
      return row?.nickname ?? null;
    });
  }

  /** Returns members whose suspension has expired. */
  async findSuspendedUntil(now: Date, limit: number): Promise<string[]> {
    const rows = await this.#db
      .selectFrom('member')
      .select('member_id')
      .where('status_until', '<=', now)
      .limit(limit)
      .execute();
    return rows.map((row) => row.member_id);
  }

  /**
   * Removes all personal data of a member. The row stays, because the ledger refers to it. The phone and the links
   * become available for other members.
   */
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
    await trx.deleteFrom('member_nickname').where('member_id', '=', memberId).execute();
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
