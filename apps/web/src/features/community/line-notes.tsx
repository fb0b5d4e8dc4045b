import type { ChatMessage } from '@sangwian/contract/endpoints/live';
import { formatClock } from '@sangwian/i18n/format-date';
import styles from './line-notes.module.css';

interface LineNotesProps {
  readonly message: ChatMessage;
}

/** What a line of the chat says beside its text: its time in Bangkok, which a pointer or a tap on the line reveals. */
export function LineNotes({ message }: LineNotesProps) {
  return (
    <time className={styles.time} dateTime={message.sent_at}>
      {formatClock(message.sent_at)}
    </time>
  );
}
