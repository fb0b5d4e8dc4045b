import { useLingui } from '@lingui/react/macro';
import type { ChatMessage } from '@sangwian/contract/endpoints/live';
import { formatTime } from '@sangwian/i18n/format-date';
import { useBackCloses } from '@sangwian/ui/back-layers';
import { Button, buttonClass } from '@sangwian/ui/button';
import { BellOff, Flag, UserRoundX } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { Link, useLocation } from 'react-router';
import { callApi } from '../../shared/api/call-api.ts';
import { type Refusal, refusalOf } from '../../shared/api/refusal.ts';
import { useErrorText } from '../../shared/api/use-error-text.ts';
import { ClosableDialog } from '../../shared/dialogs/closable-dialog.tsx';
import { signInPath } from '../../shared/navigation/navigation.ts';
import { useBusy } from '../../shared/use-busy.ts';
import { lazyOnDemand } from '../community/lazy-community.ts';
import type { Chat } from './chat.ts';
import styles from './line-menu.module.css';
import { ReportForm } from './report-form.tsx';

// The menu is shown with its answers, so that no choice moves under the finger.
const AnswerChoices = lazyOnDemand('AnswerChoices');

interface LineMenuProps {
  readonly message: ChatMessage;
  readonly chat: Chat;
  readonly signedIn: boolean;
  readonly onClose: () => void;
}

type Step = 'menu' | 'report' | 'block' | 'reported' | 'muted' | 'blocked';

/** The menu of a message for fans: answer it, mention, mute or block its author, or report it. */
export function LineMenu({ message, chat, signedIn, onClose }: LineMenuProps) {
  const { t } = useLingui();
  const [step, setStep] = useState<Step>('menu');
  const [busy, run] = useBusy();
  const [refusal, setRefusal] = useState<Refusal | null>(null);
  const refused = useErrorText(refusal);
  const { member_id } = message;
  // Back returns from a step to the menu.
  useBackCloses(() => setStep('menu'), step === 'report' || step === 'block');
  const name = message.member_name || t`deleted member`;

  const setBlocked = (blocked: boolean) =>
    run(async () => {
      setRefusal(null);
      try {
        await callApi(`${blocked ? 'PUT' : 'DELETE'} /chat/blocks/{member_id}`, {
          params: { member_id },
        });
        chat.setBlocked(member_id, blocked);
        if (blocked) setStep('blocked');
        else onClose();
      } catch (error) {
        setRefusal(refusalOf(error));
      }
    });
  const mute = () => {
    chat.setMuted(member_id, true);
    setStep('muted');
  };
  const undoMute = () => {
    chat.setMuted(member_id, false);
    onClose();
  };

  const titles: Readonly<Record<Step, string>> = {
    menu: t`About this message`,
    report: t`Report`,
    block: t`Block ${name}?`,
    reported: t`Thank you for reporting`,
    muted: t`${name} is muted`,
    blocked: t`${name} is blocked`,
  };
  return (
    <ClosableDialog title={titles[step]} onClose={onClose}>
      {step === 'menu' || step === 'report' ? (
        <blockquote className={styles.line} dir="auto">
          <bdi className={styles.name}>{name}</bdi> {message.text}{' '}
          <time className={styles.time} dateTime={message.sent_at}>
            {formatTime(message.sent_at)}
          </time>
        </blockquote>
      ) : null}
      <p role="alert" className={styles.refused}>
        {refused}
      </p>
      {step === 'menu' ? (
        <Choices
          name={name}
          signedIn={signedIn}
          answers={
            chat.snapshot.get().canChat ? (
              <AnswerChoices {...{ chat, message, onClose }} className={styles.choice} />
            ) : null
          }
          onReport={() => setStep('report')}
          onMute={mute}
          onBlock={() => setStep('block')}
        />
      ) : null}
      {step === 'report' ? (
        <ReportForm message={message} name={name} onDone={() => setStep('reported')} />
      ) : null}
      {step === 'reported' ? (
        <>
          <p>{t`Our moderators will look at it. ${name} does not learn who reported.`}</p>
          <div className={styles.actions}>
            <Button wide onClick={() => setStep('block')}>
              {t`Block ${name} too`}
            </Button>
            <Button wide variant="primary" onClick={onClose}>
              {t`Done`}
            </Button>
          </div>
        </>
      ) : null}
      {step === 'muted' ? (
        <>
          <p>{t`You will not see their messages in this browser for 12 hours.`}</p>
          <EndButtons busy={busy} onUndo={undoMute} onClose={onClose} />
        </>
      ) : null}
      {step === 'block' ? (
        <>
          <p>{t`You will no longer see their messages, in any live and on any device. They are not notified. You can unblock them in My account.`}</p>
          <div className={styles.actions}>
            <Button
              wide
              variant="primary"
              aria-disabled={busy}
              onClick={() => void setBlocked(true)}
            >
              {t`Block`}
            </Button>
            <Button wide onClick={onClose}>
              {t`Cancel`}
            </Button>
          </div>
        </>
      ) : null}
      {step === 'blocked' ? (
        <>
          <p>{t`You no longer see their messages. You can unblock them in My account.`}</p>
          <EndButtons busy={busy} onUndo={() => void setBlocked(false)} onClose={onClose} />
        </>
      ) : null}
    </ClosableDialog>
  );
}

interface ChoicesProps {
  readonly name: string;
  readonly signedIn: boolean;
  /** The choices that answer the message. */
  readonly answers: ReactNode;
  readonly onReport: () => void;
  readonly onMute: () => void;
  readonly onBlock: () => void;
}

function Choices({ name, signedIn, answers, onReport, onMute, onBlock }: ChoicesProps) {
  const { t } = useLingui();
  const { pathname, search } = useLocation();
  return (
    <div className={styles.actions}>
      {answers}
      {signedIn ? (
        <Button wide className={styles.choice} onClick={onReport}>
          <Flag size={18} aria-hidden="true" />
          {t`Report`}
        </Button>
      ) : null}
      <Button wide className={styles.choice} onClick={onMute}>
        <BellOff size={18} aria-hidden="true" />
        {t`Mute ${name} tonight`}
      </Button>
      {signedIn ? (
        <Button wide className={styles.choice} onClick={onBlock}>
          <UserRoundX size={18} aria-hidden="true" />
          {t`Block ${name}`}
        </Button>
      ) : (
        <Link
          to={signInPath(pathname + search)}
          className={buttonClass({ variant: 'quiet', wide: true })}
        >
          {t`Log in to report or block`}
        </Link>
      )}
    </div>
  );
}

interface EndButtonsProps {
  readonly busy: boolean;
  readonly onUndo: () => void;
  readonly onClose: () => void;
}

function EndButtons({ busy, onUndo, onClose }: EndButtonsProps) {
  const { t } = useLingui();
  return (
    <div className={styles.actions}>
      <Button wide variant="primary" onClick={onClose}>
        {t`Done`}
      </Button>
      <Button wide aria-disabled={busy} onClick={onUndo}>
        {t`Undo`}
      </Button>
    </div>
  );
}
