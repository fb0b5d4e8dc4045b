import { useLingui } from '@lingui/react/macro';
import type { ChatMessage } from '@sangwian/contract/endpoints/live';
import { Button } from '@sangwian/ui/button';
import { AtSign, CornerUpLeft } from 'lucide-react';
import { focusTextBox } from './focus-text-box.ts';

/** The parts of the chat that an answer changes. */
interface AnsweredChat {
  readonly snapshot: { get(): { readonly draft: string } };
  setDraft(draft: string): void;
  setReply(message: ChatMessage): void;
}

interface AnswerChoicesProps {
  readonly chat: AnsweredChat;
  readonly message: ChatMessage;
  readonly className?: string | undefined;
  /** Closes the menu of the message. */
  readonly onClose: () => void;
}

/** Adds a mention to the end of the draft. */
function mention(chat: AnsweredChat, name: string): void {
  const draft = chat.snapshot.get().draft.trimEnd();
  chat.setDraft(`${draft}${draft === '' ? '' : ' '}@${name} `);
}

/** The choices of a message's menu that answer it: reply to it, or mention its author. */
export function AnswerChoices({ chat, message, className = '', onClose }: AnswerChoicesProps) {
  const { t } = useLingui();
  const name = message.member_name || t`deleted member`;
  const write = (start: () => void) => () => {
    start();
    onClose();
    focusTextBox();
  };
  return (
    <>
      <Button wide className={className} onClick={write(() => chat.setReply(message))}>
        <CornerUpLeft size={18} aria-hidden="true" />
        {t`Reply`}
      </Button>
      <Button wide className={className} onClick={write(() => mention(chat, name))}>
        <AtSign size={18} aria-hidden="true" />
        {t`Mention ${name}`}
      </Button>
    </>
  );
}
