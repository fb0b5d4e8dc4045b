import type { MemberId } from '@sangwian/contract/ids';
import { LIMITS } from '@sangwian/contract/limits';
import { ApiError } from '@sangwian/node-kit/api-error';
import type { Members } from '../../identity/members/members.module.ts';
import { BlocksStore } from './blocks.store.ts';
import type { ModerateDeps } from './moderate-chat.ts';

export interface BlockDeps extends ModerateDeps {
  readonly members: Pick<Members, 'findMemberNames' | 'store'>;
}

/**
 * Blocks another member, whose lines the pages of `memberId` then hide. Idempotent.
 *
 * @throws {ApiError} `chat_block_own`, `member_not_found`, `chat_block_limit_reached`
 */
export async function blockMember(
  { db, bus, clock, members }: BlockDeps,
  memberId: MemberId,
  blockedMemberId: MemberId,
): Promise<void> {
  if (memberId === blockedMemberId) throw new ApiError('chat_block_own');
  const names = await members.findMemberNames([blockedMemberId]);
  if (!names.has(blockedMemberId)) throw new ApiError('member_not_found');
  await db.transaction().execute(async (trx) => {
    // Locked, so that concurrent requests cannot exceed the limit.
    await members.store.lock(trx, memberId);
    const store = new BlocksStore(trx);
    if (await store.has(memberId, blockedMemberId)) return;
    if ((await store.count(memberId)) >= LIMITS.chatBlocksMax) {
      throw new ApiError('chat_block_limit_reached');
    }
    await store.add(memberId, blockedMemberId, clock());
  });
  bus.publish('chat:block', { memberId, blockedMemberId, blocked: true });
}

/** Unblocks a member. Idempotent. */
export async function unblockMember(
  { db, bus }: BlockDeps,
  memberId: MemberId,
  blockedMemberId: MemberId,
): Promise<void> {
  if (!(await new BlocksStore(db).remove(memberId, blockedMemberId))) return;
  bus.publish('chat:block', { memberId, blockedMemberId, blocked: false });
}
