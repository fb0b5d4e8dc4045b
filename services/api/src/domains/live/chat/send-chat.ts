import type { ChatMessage } from '@sangwian/contract/endpoints/live';
import type { ChatMessageId, MemberId, ProgramLiveId } from '@sangwian/contract/ids';
import { ApiError } from '@sangwian/node-kit/api-error';
import type { Bearer } from '../../../platform/http/handler.ts';
import type { MemberName } from '../../identity/members/members.module.ts';
import { addChatLines } from './add-chat-lines.ts';
import { ChatBatcher } from './chat-batcher.ts';
import { checkChatText, isModerator, sendRefusal } from './chat-rules.ts';
import { holdLine } from './hold-line.ts';
import { hasLink } from './link-rules.ts';
import type { ChatOptions, ReadChat } from './read-chat.ts';
import type { WordFilter } from './word-filter.ts';

export interface SendChatDeps extends Pick<ChatOptions, 'db' | 'bus' | 'clock'> {
  readonly readAccess: ReadChat['readAccess'];
  readonly words: WordFilter;
  readonly findName: (memberId: MemberId) => Promise<MemberName | null>;
}

export interface ChatDraft {
  readonly programLiveId: ProgramLiveId;
  readonly chatMessageId: ChatMessageId;
  readonly text: string;
}

export type SendChat = (draft: ChatDraft, bearer: Bearer | null) => Promise<ChatMessage>;

/** Creates the use case that sends members' lines in batches. */
export function createSendChat({
  db,
  bus,
  clock,
  words,
  readAccess,
  findName,
}: SendChatDeps): SendChat {
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
    const isLink = hasLink(checked.text);
    if (isLink && !isExempt) throw new ApiError('chat_link');
    const hit = await words.find(checked.text);
    if (hit?.kind === 'banned') throw new ApiError('chat_banned_word');
    const line = {
      chatMessageId,
      memberId: bearer.memberId,
      memberName: name.name,
      memberAvatar: name.avatar,
      memberRole: name.role,
      paced: !isExempt,
      hasLink: isLink,
      text: checked.text,
    };
    // `holdLine` returns if the line has been allowed. The batcher then finds the stored line.
    if (hit !== null && !isExempt)
      await holdLine({ db, bus, clock }, programLiveId, line, hit.word);
    return batcher.add(programLiveId, line);
  };
}
