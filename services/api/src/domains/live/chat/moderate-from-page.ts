import type { ChatMessageId, MemberId } from '@sangwian/contract/ids';
import type { ChatModerate } from '@sangwian/contract/sockets/event-namespace';
import { ApiError } from '@sangwian/node-kit/api-error';
import type { Members } from '../../identity/members/members.module.ts';
import { isModerator, mayModerate } from './chat-rules.ts';
import {
  endTimeout,
  type ModerateDeps,
  pinLine,
  pinText,
  removeLine,
  removeLinesByMember,
  timeOut,
} from './moderate-chat.ts';
import { ModerationStore } from './moderation.store.ts';

const REASON = 'from the live page';

export interface FromPageDeps extends ModerateDeps {
  readonly members: Pick<Members, 'findMemberNames'>;
}

/** Returns the sender of a line. @throws {ApiError} `chat_line_not_found` if the line is not in this live */
async function senderOf(
  deps: FromPageDeps,
  chatMessageId: ChatMessageId,
  programLiveId: string,
): Promise<MemberId> {
  const line = await new ModerationStore(deps.db).findLine(chatMessageId);
  if (line?.program_live_id !== programLiveId) throw new ApiError('chat_line_not_found');
  return line.member_id as MemberId;
}

/** Returns the member that a request targets; `null` for `unpin`. */
const targetOf = async (deps: FromPageDeps, request: ChatModerate): Promise<MemberId | null> => {
  if (request.action === 'unpin') return null;
  return 'member_id' in request
    ? request.member_id
    : senderOf(deps, request.chat_message_id, request.program_live_id);
};

/**
 * Runs a moderator's action that was sent from a live page, in that live only. Roles are not read from a
 * cache, so that a revoked role takes effect at once.
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
  if (own === undefined || !isModerator(role)) throw new ApiError('forbidden');
  const target = await targetOf(deps, request);
  if (target !== null && target !== memberId) {
    const found = (await deps.members.findMemberNames([target])).get(target);
    if (found === undefined) throw new ApiError('member_not_found');
    // Pinning is harmless to the sender, so lines of all roles can be pinned.
    if (request.action !== 'pin' && !mayModerate(role, found.role)) throw new ApiError('forbidden');
  }
  const note = { actor: `${own.name} (${role})`, actorMemberId: memberId, reason: REASON };
  const live = request.program_live_id;
  switch (request.action) {
    case 'remove':
      return removeLine(deps, request.chat_message_id, note);
    case 'pin':
      return pinLine(deps, request.chat_message_id, note);
    case 'unpin':
      return pinText(deps, live, null, note);
    case 'remove_all':
      await removeLinesByMember(deps, request.member_id, live, note);
      return;
    case 'end_timeout':
      await endTimeout(deps, request.member_id, live, note);
      return;
    case 'timeout': {
      const { member_id, minutes } = request;
      return timeOut(deps, { memberId: member_id, programLiveId: live, minutes }, note);
    }
  }
}
