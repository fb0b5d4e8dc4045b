import { useLingui } from '@lingui/react/macro';
import type { ChatMessage, ChatReply } from '@sangwian/contract/endpoints/live';
import { formatClock } from '@sangwian/i18n/format-date';
import { visuallyHiddenClass } from '@sangwian/ui/visually-hidden';
import { CornerUpLeft } from 'lucide-react';
import { isForReader, type Reader } from './is-for-reader.ts';
import styles from './line-notes.module.css';

/** The message that a line answers. */
function Quote({ reply, isHidden }: { readonly reply: ChatReply; readonly isHidden: boolean }) {
  const { t } = useLingui();
  const name = reply.member_name || t`deleted member`;
  const text = isHidden ? t`Hidden message` : reply.text || t`Message removed`;
  return (
    <span className={styles.quote} dir="ltr">
      <CornerUpLeft size={14} aria-hidden="true" className={styles.arrow} />
      <span className={visuallyHiddenClass}>{t`In reply to`} </span>
      {isHidden ? null : <bdi className={styles.author}>{name}</bdi>}
      <bdi className={styles.excerpt}>{text}</bdi>
    </span>
  );
}

interface LineNotesProps {
  readonly line: {
    /** `undefined` for an own message that the server has not confirmed. */
    readonly message?: ChatMessage;
    /** The message that an unconfirmed message answers. */
    readonly replyTo?: ChatMessage | null;
  };
  readonly reader: Reader;
  /** Members whose messages the reader does not see. */
  readonly hidden: ReadonlySet<string>;
}

/**
 * What a line of the chat shows beside its text: the message that it answers, the corner that its author cheers, whether
 * it concerns the reader, and its time in Bangkok, which a pointer or a tap on the line reveals.
 */
export function LineNotes({ line, reader, hidden }: LineNotesProps) {
  const { t } = useLingui();
  const { message, replyTo } = line;
  if (message === undefined)
    return replyTo == null ? null : (
      <Quote reply={replyTo} isHidden={hidden.has(replyTo.member_id)} />
    );
  const { reply, member_corner: corner } = message;
  return (
    <>
      {reply == null || message.removed ? null : (
        <Quote reply={reply} isHidden={hidden.has(reply.member_id)} />
      )}
      {isForReader(message, reader) ? (
        <span className={styles.forReader}>
          <span className={visuallyHiddenClass}>{t`For you:`} </span>
        </span>
      ) : null}
      {corner == null ? null : (
        <span
          role="img"
          className={styles.corner}
          data-corner={corner}
          aria-label={corner === 'red' ? t`Cheers for red` : t`Cheers for blue`}
        />
      )}
      <time className={styles.time} dateTime={message.sent_at}>
        {formatClock(message.sent_at)}
      </time>
    </>
  );
}
