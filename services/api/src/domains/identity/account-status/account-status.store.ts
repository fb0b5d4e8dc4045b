import type { ChatRole } from '@sangwian/contract/endpoints/live';
import type { MemberStatus } from '@sangwian/contract/endpoints/member';
import { type Kysely, sql, type Transaction } from 'kysely';
import type { AuditNote } from '../../../platform/http/audit-note.ts';
import type { Database } from '../../../schema/database.ts';

export interface NewStatusChange extends AuditNote {
  readonly memberId: string;
  readonly before: MemberStatus;
  readonly after: MemberStatus;
  readonly until: Date | null;
  readonly evidence: string | null;
  readonly staffId: string | null;
  readonly changedAt: Date;
}

export interface RoleChange extends AuditNote {
  readonly memberId: string;
  readonly before: ChatRole | null;
  readonly after: ChatRole | null;
  readonly changedAt: Date;
}

export class AccountStatusStore {
  readonly #db: Kysely<Database>;

  constructor(db: Kysely<Database>) {
    this.#db = db;
  }

  /** Adds a status change. @returns the id of the change */
  async add(trx: Transaction<Database>, change: NewStatusChange): Promise<string> {
    const row = await trx
      .insertInto('member_standing_change')
      .values({
        member_id: change.memberId,
        status_before: change.before,
        status_after: change.after,
        reason: change.reason,
        until: change.until,
        evidence: change.evidence,
        created_by: change.actor,
        created_by_staff_id: change.staffId,
        created_at: change.changedAt,
      })
      .returning('member_standing_change_id')
      .executeTakeFirstOrThrow();
    return row.member_standing_change_id;
  }

  /** Counts a member's status changes. The count serves as the version of the status. */
  async count(on: Kysely<Database>, memberId: string): Promise<number> {
    const { changes } = await on
      .selectFrom('member_standing_change')
      .select(sql<number>`count(*)::int`.as('changes'))
      .where('member_id', '=', memberId)
      .executeTakeFirstOrThrow();
    return changes;
  }

  async addRole(trx: Transaction<Database>, change: RoleChange): Promise<void> {
    await trx
      .insertInto('member_role_change')
      .values({
        member_id: change.memberId,
        role_before: change.before,
        role_after: change.after,
        reason: change.reason,
        created_by: change.actor,
        created_at: change.changedAt,
      })
      .execute();
  }

  /** Returns the member's role changes, newest first. */
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

  /** Returns the member's status changes, newest first. */
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
