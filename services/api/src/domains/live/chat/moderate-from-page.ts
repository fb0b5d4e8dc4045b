import type { ChatMessageId, MemberId } from '@sangwian/contract/ids';
import type { ChatModerate } from '@sangwian/contract/sockets/event-namespace';
import { ApiError } from '@sangwian/node-kit/api-error';
import type { Members } from '../../identity/members/members.module.ts';
import { keepsOrder, mayModerate } from './chat-rules.ts';
import {
  endTimeout,
  type ModerateDeps,
  pinLine,
  pinText,
  removeLine,
  removeLinesOf,
  timeOut,
} from './moderate-chat.ts';
import { ModerationStore } from './moderation.store.ts';

const WHY = 'from the live page';

export interface FromPageDeps extends ModerateDeps {
  readonly members: Pick<Members, 'findMemberNames'>;
}

/** The sender of a line of this live. A line of another one is not there. */
async function senderOf(
  deps: FromPageDeps,
  chatMessageId: ChatMessageId,
  programLiveId: string,
): Promise<MemberId> {
  const line = await new ModerationStore(deps.db).findLine(chatMessageId);
  if (line?.program_live_id !== programLiveId) throw new ApiError('chat_line_not_found');
  return line.member_id as MemberId;
}

/** Whom a request is about; `null`: nobody. */
const targetOf = async (deps: FromPageDeps, request: ChatModerate): Promise<MemberId | null> => {
  if (request.action === 'unpin') return null;
  return 'member_id' in request
    ? request.member_id
    : senderOf(deps, request.chat_message_id, request.program_live_id);
};

/**
 * What a moderator does from the live page, in that live alone. Roles are looked up now, not remembered: one that was
 * taken allows nothing any more.
 *
 * @throws {ApiError} `forbidden`, `member_not_found`, `chat_line_not_found`
 */
export async function moderateFromPage(
  deps: FromPageDeps,
  request: ChatModerate,
  memberId: MemberId,
): Promise<void> {
  const own = (await deps.members.findMemberNames([memberId])).get(memberId);
  const role = own?.role ?? null;
  if (own === undefined || !keepsOrder(role)) throw new ApiError('forbidden');
  const target = await targetOf(deps, request);
  if (target !== null && target !== memberId) {
    const found = (await deps.members.findMemberNames([target])).get(target);
    if (found === undefined) throw new ApiError('member_not_found');
    // Pinning takes nothing from anybody.
    if (request.action !== 'pin' && !mayModerate(role, found.role)) throw new ApiError('forbidden');
  }
  const word = { by: `${own.name} (${role})`, byMemberId: memberId, why: WHY };
  const live = request.program_live_id;
  switch (request.action) {
    case 'remove':
      return removeLine(deps, request.chat_message_id, word);
    case 'pin':
      return pinLine(deps, request.chat_message_id, word);
    case 'unpin':
      return pinText(deps, live, null, word);
    case 'remove_all':
      await removeLinesOf(deps, request.member_id, live, word);
      return;
    case 'end_timeout':
      await endTimeout(deps, request.member_id, live, word);
      return;
    case 'timeout': {
      const { member_id, minutes } = request;
      return timeOut(deps, { memberId: member_id, programLiveId: live, minutes }, word);
    }
  }
}
