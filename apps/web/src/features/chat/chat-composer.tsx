import { useLingui } from '@lingui/react/macro';
import { buttonClass } from '@sangwian/ui/button';
import { SendHorizontal } from 'lucide-react';
import { type FormEvent, type ReactNode, useRef } from 'react';
import { Link, useLocation } from 'react-router';
import { useErrorText } from '../../shared/api/use-error-text.ts';
import { signInPath } from '../../shared/navigation.ts';
import type { ChatClient, ChatSnapshot } from './chat-client.ts';
import styles from './chat-composer.module.css';
import { lettersLeft } from './letters-left.ts';

interface ChatComposerProps {
  readonly client: ChatClient | null;
  readonly chat: ChatSnapshot;
  readonly signedIn: boolean;
  readonly action?: ReactNode;
}

/** With fewer letters left than this, they are counted down. */
const COUNT_BELOW = 30;
/** What the server would say of such a line; said before it is sent. */
const TOO_LONG = { status: 'chat_too_long', message: 'The message is too long.' } as const;

/** Where a member writes. What was not taken comes back into the box, with the reason above it. */
export function ChatComposer({ client, chat, signedIn, action }: ChatComposerProps) {
  const { t } = useLingui();
  const { pathname, search } = useLocation();
  const box = useRef<HTMLInputElement>(null);
  const left = lettersLeft(chat.draft);
  const notice = useErrorText(left < 0 ? TOO_LONG : chat.notice);
  if (!signedIn) {
    return (
      <div className={styles.composer}>
        <Link
          to={signInPath(pathname + search)}
          className={buttonClass({ variant: 'quiet', wide: true })}
        >
          {t`Log in to chat`}
        </Link>
      </div>
    );
  }
  const send = (event: FormEvent) => {
    event.preventDefault();
    client?.send();
    // The keyboard of a phone stays for the next line.
    box.current?.focus();
  };
  return (
    <form className={styles.composer} onSubmit={send}>
      <p id="chat-notice" role="alert" className={styles.notice}>
        {notice}
      </p>
      <div className={styles.row}>
        <span className={styles.field}>
          <input
            ref={box}
            className={styles.box}
            aria-label={t`Message`}
            aria-describedby="chat-notice"
            placeholder={t`Write a message`}
            autoComplete="off"
            enterKeyHint="send"
            value={chat.draft}
            onChange={(event) => client?.setDraft(event.currentTarget.value)}
          />
          {left <= COUNT_BELOW ? (
            <span className={styles.left} data-over={left < 0 ? '' : undefined}>
              {left}
            </span>
          ) : null}
        </span>
        {action}
        <button
          type="submit"
          className={styles.send}
          aria-label={t`Send`}
          disabled={chat.draft.trim() === '' || left < 0}
        >
          <SendHorizontal aria-hidden="true" size={20} />
        </button>
      </div>
    </form>
  );
}
