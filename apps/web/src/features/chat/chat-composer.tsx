import { useLingui } from '@lingui/react/macro';
import { buttonClass } from '@sangwian/ui/button';
import { visuallyHiddenClass } from '@sangwian/ui/visually-hidden';
import { SendHorizontal } from 'lucide-react';
import { type FormEvent, lazy, type ReactNode, Suspense, useRef } from 'react';
import { Link, useLocation } from 'react-router';
import { useErrorText } from '../../shared/api/use-error-text.ts';
import { signInPath } from '../../shared/navigation/navigation.ts';
import { useSwitchedOff } from '../../shared/switches/site-state.ts';
import { SwitchNotice } from '../../shared/switches/switch-notice.tsx';
import { useNow } from '../../shared/use-now.ts';
import { lazyCommunity } from '../community/lazy-community.ts';
import type { Chat } from './chat.ts';
import styles from './chat-composer.module.css';
import { type ChatSnapshot, slowModeAt } from './chat-snapshot.ts';
import { lettersLeft } from './letters-left.ts';
import type { Appealed } from './sanction.ts';
import { DEFAULT_SLOW_MODE_S, secondsTo } from './send-limits.ts';

const ComposerHead = lazyCommunity('ComposerHead');
const TimeoutNote = lazy(async () => ({
  default: (await import('./appeal-note.tsx')).TimeoutNote,
}));

interface ChatComposerProps {
  readonly chat: Chat | null;
  readonly snapshot: ChatSnapshot;
  readonly signedIn: boolean;
  readonly action?: ReactNode;
  readonly onAppeal: (appealed: Appealed) => void;
}

/** The number of remaining letters is shown from this number down. */
const COUNTER_FROM = 30;
/** The refusals that the server would send, shown without a request. */
const TOO_LONG = { status: 'chat_too_long', message: '' } as const;
const TIMED_OUT = { status: 'chat_timed_out', message: '' } as const;

/** The message form. A refused text returns to the box, with the reason above it. */
export function ChatComposer({ chat, snapshot, signedIn, action, onAppeal }: ChatComposerProps) {
  const { t } = useLingui();
  const { pathname, search } = useLocation();
  const box = useRef<HTMLInputElement>(null);
  const left = lettersLeft(snapshot.draft);
  const now = useNow(0);
  const timeoutS = secondsTo(snapshot.timedOutUntilMs, now);
  const slowModeS = slowModeAt(snapshot, now);
  const waitS = Math.min(slowModeS, secondsTo(snapshot.nextSendAtMs, now));
  // The slow-mode notice disappears when its time is over.
  const isWaitOver = snapshot.notice?.status === 'chat_slow_mode' && now >= snapshot.nextSendAtMs;
  const refusal = left < 0 ? TOO_LONG : isWaitOver ? null : snapshot.notice;
  const notice = useErrorText(timeoutS > 0 ? TIMED_OUT : refusal);
  const slow = slowModeS > DEFAULT_SLOW_MODE_S && !snapshot.canModerate;
  const isOff = useSwitchedOff('chat') !== null;
  if (isOff) {
    return (
      <div className={styles.composer}>
        <SwitchNotice name="chat" />
        {action}
      </div>
    );
  }
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
    // Keeps the on-screen keyboard open for the next message.
    box.current?.focus();
  };
  return (
    <form className={styles.composer} onSubmit={send}>
      <div className={styles.notices}>
        <p id="chat-notice" role="alert" className={styles.notice}>
          {notice}
        </p>
        {/* Outside the alert, because an alert would announce the remaining time every second. */}
        <Suspense>
          {timeoutS > 0 && chat !== null ? (
            <TimeoutNote
              programLiveId={chat.room.programLiveId}
              seconds={timeoutS}
              onAppeal={() => onAppeal({ kind: 'timeout', programLiveId: chat.room.programLiveId })}
            />
          ) : null}
        </Suspense>
      </div>
      <div className={styles.head}>
        {/* The boundary is as new as the chat, which arrives in a transition: the transition does not wait for it. */}
        {chat === null ? null : (
          <Suspense>
            <ComposerHead chat={chat} snapshot={snapshot} />
          </Suspense>
        )}
      </div>
      <div className={styles.row}>
        <span className={styles.field}>
          <input
            ref={box}
            id="chat-box"
            className={styles.box}
            aria-label={t`Message`}
            aria-describedby="chat-notice"
            placeholder={slow ? t`Slow mode: ${slowModeS} s` : t`Write a message`}
            autoComplete="off"
            enterKeyHint="send"
            value={snapshot.draft}
            onChange={(event) => chat?.setDraft(event.currentTarget.value)}
          />
          {left <= COUNTER_FROM ? (
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
          disabled={snapshot.draft.trim() === '' || left < 0 || timeoutS > 0}
        >
          {waitS > 0 && timeoutS === 0 ? (
            <strong aria-hidden="true">{waitS}</strong>
          ) : (
            <SendHorizontal aria-hidden="true" size={20} />
          )}
        </button>
      </div>
      <p id="chat-wait" className={visuallyHiddenClass}>
        {waitS > 0 && timeoutS === 0 ? t`Wait ${waitS} s` : null}
      </p>
    </form>
  );
}
