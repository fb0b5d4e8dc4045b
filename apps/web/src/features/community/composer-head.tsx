import type { ChatMessage } from '@sangwian/contract/endpoints/live';
import type { LiveRoom } from '../live/room/live-room.ts';
import { ReactionBar } from './reaction-bar.tsx';
import { ReplyChip } from './reply-chip.tsx';

interface ComposerHeadProps {
  readonly chat: {
    readonly room: LiveRoom;
    setReply(message: ChatMessage | null): void;
  };
  readonly snapshot: {
    /** The message that the member is answering. */
    readonly replyTo: ChatMessage | null;
    readonly lines: readonly { readonly id: string; readonly message?: ChatMessage }[];
  };
}

/** What is above the text box: the quick reactions, or the message that the member is answering. */
export function ComposerHead({ chat, snapshot: { replyTo, lines } }: ComposerHeadProps) {
  if (replyTo === null) return <ReactionBar room={chat.room} />;
  // The message may have been removed meanwhile.
  const line = lines.find(({ id }) => id === replyTo.chat_message_id);
  return <ReplyChip message={line?.message ?? replyTo} onCancel={() => chat.setReply(null)} />;
}
