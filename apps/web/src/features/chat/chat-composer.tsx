import { useLingui } from '@lingui/react/macro';
import { buttonClass } from '@sangwian/ui/button';
import { visuallyHiddenClass } from '@sangwian/ui/visually-hidden';
import { SendHorizontal } from 'lucide-react';
import { type FormEvent, type ReactNode, useRef } from 'react';
import { Link, useLocation } from 'react-router';
import { useErrorText } from '../../shared/api/use-error-text.ts';
import { signInPath } from '../../shared/navigation/navigation.ts';
import { useNow } from '../../shared/use-now.ts';
import type { Chat } from './chat.ts';
import styles from './chat-composer.module.css';
import type { ChatSnapshot } from './chat-snapshot.ts';
import { formatLeft, secondsTo, USUAL_SLOW_S } from './chat-turn.ts';
import { lettersLeft } from './letters-left.ts';

interface ChatComposerProps {
  readonly chat: Chat | null;
  readonly snapshot: ChatSnapshot;
  readonly signedIn: boolean;
  readonly action?: ReactNode;
}

/** With fewer letters left than this, they are counted down. */
const COUNT_BELOW = 30;
/** What the server would say of such a line; said before it is sent. */
const TOO_LONG = { status: 'chat_too_long', message: '' } as const;
const SENT_OUT = { status: 'chat_timed_out', message: '' } as const;

function LeftTime({ seconds }: { readonly seconds: number }) {
  const { t } = useLingui();
  const left = formatLeft(seconds);
  return <p>{t`${left} left`}</p>;
}

/** Where a member writes. What was not taken comes back into the box, with the reason above it. */
export function ChatComposer({ chat, snapshot, signedIn, action }: ChatComposerProps) {
  const { t } = useLingui();
  const { pathname, search } = useLocation();
  const box = useRef<HTMLInputElement>(null);
  const left = lettersLeft(snapshot.draft);
  const now = useNow(0);
  const outS = secondsTo(snapshot.outUntilMs, now);
  const waitS = Math.min(snapshot.slowModeS, secondsTo(snapshot.freeAtMs, now));
  // The wait is over with its time, though nothing was typed since.
  const isWaitOver = snapshot.notice?.status === 'chat_slow_mode' && now >= snapshot.freeAtMs;
  const refusal = left < 0 ? TOO_LONG : isWaitOver ? null : snapshot.notice;
  const notice = useErrorText(outS > 0 ? SENT_OUT : refusal);
  const slow = snapshot.slowModeS > USUAL_SLOW_S && !snapshot.canModerate;
  const slowModeS = snapshot.slowModeS;
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
    chat?.send();
    // The keyboard of a phone stays for the next line.
    box.current?.focus();
  };
  return (
    <form className={styles.composer} onSubmit={send}>
      <div className={styles.notices}>
        <p id="chat-notice" role="alert" className={styles.notice}>
          {notice}
        </p>
        {/* Beside the alert and not in it, which would be read out every second. */}
        {outS > 0 ? <LeftTime seconds={outS} /> : null}
      </div>
      <div className={styles.row}>
        <span className={styles.field}>
          <input
            ref={box}
            className={styles.box}
            aria-label={t`Message`}
            aria-describedby="chat-notice"
            placeholder={slow ? t`Slow mode: ${slowModeS} s` : t`Write a message`}
            autoComplete="off"
            enterKeyHint="send"
            value={snapshot.draft}
            onChange={(event) => chat?.setDraft(event.currentTarget.value)}
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
          aria-describedby="chat-wait"
          disabled={snapshot.draft.trim() === '' || left < 0 || outS > 0}
        >
          {waitS > 0 && outS === 0 ? (
            <strong aria-hidden="true">{waitS}</strong>
          ) : (
            <SendHorizontal aria-hidden="true" size={20} />
          )}
        </button>
      </div>
      <p id="chat-wait" className={visuallyHiddenClass}>
        {waitS > 0 && outS === 0 ? t`Again in ${waitS} s` : null}
      </p>
    </form>
  );
}
