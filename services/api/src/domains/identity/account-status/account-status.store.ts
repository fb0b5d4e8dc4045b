import type { ChatRole } from '@sangwian/contract/endpoints/live';
import type { MemberStatus } from '@sangwian/contract/endpoints/member';
import type { Kysely, Transaction } from 'kysely';
import type { Database } from '../../../schema/database.ts';

export interface StandingChange {
  readonly memberId: string;
  readonly before: MemberStatus;
  readonly after: MemberStatus;
  readonly reason: string;
  readonly until: Date | null;
  readonly changedBy: string;
  readonly changedAt: Date;
}

export interface RoleChange {
  readonly memberId: string;
  readonly before: ChatRole | null;
  readonly after: ChatRole | null;
  readonly reason: string;
  readonly changedBy: string;
  readonly changedAt: Date;
}

export class StandingStore {
  readonly #db: Kysely<Database>;

  constructor(db: Kysely<Database>) {
    this.#db = db;
  }

  async add(trx: Transaction<Database>, change: StandingChange): Promise<void> {
    await trx
      .insertInto('member_standing_change')
      .values({
        member_id: change.memberId,
        status_before: change.before,
        status_after: change.after,
        reason: change.reason,
        until: change.until,
        created_by: change.changedBy,
        created_at: change.changedAt,
      })
      .execute();
  }

  async addRole(trx: Transaction<Database>, change: RoleChange): Promise<void> {
    await trx
      .insertInto('member_role_change')
      .values({
        member_id: change.memberId,
        role_before: change.before,
        role_after: change.after,
        reason: change.reason,
        created_by: change.changedBy,
        created_at: change.changedAt,
      })
      .execute();
  }

  /** The latest first. */
  findLastRoles(memberId: string, limit: number) {
    return this.#db
      .selectFrom('member_role_change')
      .select([
        'role_before',
        'role_after',
        'reason',
        'created_by as changed_by',
        'created_at as changed_at',
      ])
      .where('member_id', '=', memberId)
      .orderBy('member_role_change_id', 'desc')
      .limit(limit)
      .execute();
  }

  /** The latest first. */
  findLast(memberId: string, limit: number) {
    return this.#db
      .selectFrom('member_standing_change')
      .select([
        'status_before',
        'status_after',
        'reason',
        'until',
        'created_by as changed_by',
        'created_at as changed_at',
      ])
      .where('member_id', '=', memberId)
      .orderBy('member_standing_change_id', 'desc')
      .limit(limit)
      .execute();
  }
}
