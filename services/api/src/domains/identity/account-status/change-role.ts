import type { ChatRole } from '@sangwian/contract/endpoints/live';
import type { MemberId } from '@sangwian/contract/ids';
import type { StandingDeps } from './change-standing.ts';

export interface ChangeRole {
  readonly memberId: MemberId;
  /** `null`: a member as any other. */
  readonly role: ChatRole | null;
  readonly reason: string;
  readonly changedBy: string;
}

/**
 * Gives a member a role in the chat, or takes it. What a role allows is looked up whenever it is used, so a role that
 * was taken allows nothing any more at once.
 *
 * @returns whether anything changed
 * @throws {ApiError} `member_not_found`, of deleted members too
 */
export async function changeRole(
  { db, clock, members, store }: Pick<StandingDeps, 'db' | 'clock' | 'members' | 'store'>,
  { memberId, role, reason, changedBy }: ChangeRole,
): Promise<boolean> {
  return db.transaction().execute(async (trx) => {
    const { role: before } = await members.ends.lock(trx, memberId);
    if (before === role) return false;
    await members.ends.setRole(trx, memberId, role);
    await store.addRole(trx, {
      memberId,
      before,
      after: role,
      reason,
      changedBy,
      changedAt: clock(),
    });
    return true;
  });
}
