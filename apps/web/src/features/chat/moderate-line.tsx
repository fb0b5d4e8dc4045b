import { useLingui } from '@lingui/react/macro';
import type { ChatMessage } from '@sangwian/contract/endpoints/live';
import { formatTime } from '@sangwian/i18n/format-date';
import { Button, IconButton } from '@sangwian/ui/button';
import { Dialog } from '@sangwian/ui/dialog';
import { X } from 'lucide-react';
import { useState } from 'react';
import { useErrorText } from '../../shared/api/use-error-text.ts';
import { lazyOnDemand } from '../community/lazy-community.ts';
import type { Chat } from './chat.ts';
import type { Moderation, Refusal } from './chat-snapshot.ts';
import styles from './moderate-line.module.css';

const AnswerChoices = lazyOnDemand('AnswerChoices');

interface ModerateLineProps {
  readonly message: ChatMessage;
  readonly chat: Chat;
  /** Whether this moderator has timed the author out. */
  readonly isTimedOut: boolean;
  readonly onClose: () => void;
}

const MINUTES = { short: 10, middle: 60, long: 24 * 60 } as const;

/** The menu of a message for moderators. The server checks the permission of each action. */
export function ModerateLine({ message, chat, isTimedOut, onClose }: ModerateLineProps) {
  const { t } = useLingui();
  const [busy, setBusy] = useState(false);
  const [refusal, setRefusal] = useState<Refusal | null>(null);
  const refused = useErrorText(refusal);
  const name = message.member_name || t`deleted member`;
  const { chat_message_id, member_id } = message;

  const moderate = async (moderation: Moderation): Promise<void> => {
    setBusy(true);
    const error = await chat.moderate(moderation);
    setBusy(false);
    setRefusal(error);
    if (error === null) onClose();
  };
  const timeOut = (minutes: number) => () =>
    void moderate({ action: 'timeout', member_id, minutes });

  return (
    <Dialog
      title={t`Moderate`}
      onClose={onClose}
      closeButton={
        <IconButton label={t`Close`} onClick={onClose}>
          <X size={20} aria-hidden="true" />
        </IconButton>
      }
    >
      <blockquote className={styles.line} dir="auto">
        <bdi className={styles.name}>{name}</bdi> {message.text}{' '}
        <time className={styles.time} dateTime={message.sent_at}>
          {formatTime(message.sent_at)}
        </time>
      </blockquote>
      <p role="alert" className={styles.refused}>
        {refused}
      </p>
      <fieldset className={styles.actions} disabled={busy}>
        {chat.snapshot.get().canChat ? (
          <AnswerChoices chat={chat} message={message} onClose={onClose} />
        ) : null}
        <Button wide onClick={() => void moderate({ action: 'remove', chat_message_id })}>
          {t`Remove this message`}
        </Button>
        <Button wide onClick={() => void moderate({ action: 'remove_all', member_id })}>
          {t`Remove all messages from ${name} in this live`}
        </Button>
        <Button wide onClick={() => void moderate({ action: 'pin', chat_message_id })}>
          {t`Pin this message`}
        </Button>
      </fieldset>
      <fieldset className={styles.actions} disabled={busy}>
        <legend className={styles.legend}>{t`Time out ${name} in this live for`}</legend>
        <div className={styles.times}>
          <Button onClick={timeOut(MINUTES.short)}>{t`10 minutes`}</Button>
          <Button onClick={timeOut(MINUTES.middle)}>{t`1 hour`}</Button>
          <Button onClick={timeOut(MINUTES.long)}>{t`1 day`}</Button>
        </div>
        {isTimedOut ? (
          <Button wide onClick={() => void moderate({ action: 'end_timeout', member_id })}>
            {t`Let ${name} chat again`}
          </Button>
        ) : null}
      </fieldset>
    </Dialog>
  );
}
