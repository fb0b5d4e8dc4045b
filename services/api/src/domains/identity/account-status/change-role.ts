import type { ChatRole } from '@sangwian/contract/endpoints/live';
import type { MemberId } from '@sangwian/contract/ids';
import type { AuditNote } from '../../../platform/http/audit-note.ts';
import { staleEdit } from '../../../platform/http/stale-edit.ts';
import type { AccountStatusDeps } from './change-account-status.ts';

export interface ChangeRole extends AuditNote {
  readonly memberId: MemberId;
  /** `null` removes the role. */
  readonly role: ChatRole | null;
  /** The role that the operator saw. If the role has changed since, the edit is stale. */
  readonly roleBefore: ChatRole | null;
}

/**
 * Sets or removes a member's chat role. Roles are read on every use, so the change takes effect at once.
 *
 * @returns whether anything changed
 * @throws {ApiError} `member_not_found`, also for deleted members; `edit_stale`
 */
export async function changeRole(
  { db, clock, members, store }: Pick<AccountStatusDeps, 'db' | 'clock' | 'members' | 'store'>,
  { memberId, role, roleBefore, reason, actor }: ChangeRole,
): Promise<boolean> {
  return db.transaction().execute(async (trx) => {
    const { role: before } = await members.lifecycle.lock(trx, memberId);
    if (before !== roleBefore) {
      const [last] = await store.findLastRoles(memberId, 1);
      throw staleEdit({ role: before }, { role: roleBefore }, last?.changed_by ?? null);
    }
    if (before === role) return false;
    await members.lifecycle.setRole(trx, memberId, role);
    await store.addRole(trx, {
      memberId,
      before,
      after: role,
      reason,
      actor,
      changedAt: clock(),
    });
    return true;
  });
}
