import type { ChatMessage } from '@sangwian/contract/endpoints/live';
import type { ChatMessageId, MemberId, ProgramLiveId } from '@sangwian/contract/ids';
import { ApiError } from '@sangwian/node-kit/api-error';
import type { Bearer } from '../../../platform/http/handler.ts';
import type { MemberName } from '../../identity/members/members.module.ts';
import { addChatLines } from './add-chat-lines.ts';
import { BannedWords } from './banned-words.ts';
import { ChatBatcher } from './chat-batcher.ts';
import { checkChatText, isModerator, sendRefusal } from './chat-rules.ts';
import { hasLink } from './link-rules.ts';
import type { ChatOptions, ReadChat } from './read-chat.ts';

export interface SendChatDeps extends Pick<ChatOptions, 'db' | 'bus' | 'clock'> {
  readonly readAccess: ReadChat['readAccess'];
  readonly findName: (memberId: MemberId) => Promise<MemberName | null>;
}

export interface ChatDraft {
  readonly programLiveId: ProgramLiveId;
  readonly chatMessageId: ChatMessageId;
  readonly text: string;
}

export type SendChat = (draft: ChatDraft, bearer: Bearer | null) => Promise<ChatMessage>;

/** Creates the use case that sends members' lines in batches. */
export function createSendChat({ db, bus, clock, readAccess, findName }: SendChatDeps): SendChat {
  const words = new BannedWords(db, bus, () => clock().getTime());
  const batcher = new ChatBatcher({
    add: (programLiveId, lines) => addChatLines(db, programLiveId, lines, clock()),
    onAdded: (programLiveId, messages) => bus.publish('chat:sent', { programLiveId, messages }),
  });

  return async ({ programLiveId, chatMessageId, text }, bearer) => {
    const { facts, unlocked } = await readAccess(programLiveId, bearer);
    const refusal = sendRefusal(facts, bearer !== null, unlocked);
    if (refusal !== null || bearer === null) throw new ApiError(refusal ?? 'chat_members_only');
    const checked = checkChatText(text);
    if (!checked.ok) throw new ApiError(checked.code);
    const name = await findName(bearer.memberId);
    if (name === null) throw new ApiError('member_not_found');
    const isExempt = isModerator(name.role);
    if (!isExempt && hasLink(checked.text)) throw new ApiError('chat_link');
    if (await words.matches(checked.text)) throw new ApiError('chat_banned_word');
    return batcher.add(programLiveId, {
      chatMessageId,
      memberId: bearer.memberId,
      memberName: name.name,
      memberAvatar: name.avatar,
      memberRole: name.role,
      paced: !isExempt,
      text: checked.text,
    });
  };
}
