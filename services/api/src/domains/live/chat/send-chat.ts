import type { ChatMessage } from '@sangwian/contract/endpoints/live';
import type { ChatMessageId, MemberId, ProgramLiveId } from '@sangwian/contract/ids';
import { ApiError } from '@sangwian/node-kit/api-error';
import type { Bearer } from '../../../platform/http/handler.ts';
import type { MemberName } from '../../identity/members/members.module.ts';
import { addChatLines } from './add-chat-lines.ts';
import type { NewLine } from './chat.store.ts';
import { ChatBatcher } from './chat-batcher.ts';
import { findReplied } from './chat-replies.store.ts';
import { checkChatText, isModerator, sendRefusal } from './chat-rules.ts';
import { holdLine } from './hold-line.ts';
import { hasLink } from './link-rules.ts';
import type { ChatOptions, ReadChat } from './read-chat.ts';
import type { WordFilter } from './word-filter.ts';

export interface SendChatDeps extends Pick<ChatOptions, 'db' | 'bus' | 'clock'> {
  readonly readAccess: ReadChat['readAccess'];
  readonly words: WordFilter;
  readonly findCorners: ChatOptions['findCorners'];
  readonly findName: (memberId: MemberId) => Promise<MemberName | null>;
}

export interface ChatDraft {
  readonly programLiveId: ProgramLiveId;
  readonly chatMessageId: ChatMessageId;
  readonly text: string;
  /** The line of the same live that this line answers. */
  readonly replyTo?: ChatMessageId | undefined;
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
  findCorners,
}: SendChatDeps): SendChat {
  const withCorners = async (programLiveId: ProgramLiveId, lines: readonly NewLine[]) => {
    const corners = await findCorners?.(
      programLiveId,
      lines.map((line) => line.memberId),
    );
    return lines.map((line) => ({ ...line, corner: corners?.get(line.memberId) ?? null }));
  };
  const batcher = new ChatBatcher({
    add: async (programLiveId, lines) =>
      addChatLines(db, programLiveId, await withCorners(programLiveId, lines), clock()),
    onAdded: (programLiveId, messages) => bus.publish('chat:sent', { programLiveId, messages }),
  });

  return async ({ programLiveId, chatMessageId, text, replyTo }, bearer) => {
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
    const reply =
      replyTo === undefined
        ? null
        : await findReplied(db, programLiveId, { chatMessageId: replyTo });
    if (reply === undefined) throw new ApiError('chat_reply_not_found');
    const line = {
      chatMessageId,
      memberId: bearer.memberId,
      memberName: name.name,
      memberAvatar: name.avatar,
      memberRole: name.role,
      paced: !isExempt,
      hasLink: isLink,
      text: checked.text,
      reply,
    };
    // `holdLine` returns if the line has been allowed. The batcher then finds the stored line.
    if (hit !== null && !isExempt)
      await holdLine({ db, bus, clock }, programLiveId, line, hit.word);
    return batcher.add(programLiveId, line);
  };
}
