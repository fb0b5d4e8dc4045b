import { useLingui } from '@lingui/react/macro';
import type { ReportReason } from '@sangwian/contract/endpoints/chat-safety';
import type { ChatLine } from './chat-line.ts';
import styles from './held-note.module.css';

interface HeldNoteProps {
  readonly line: Extract<ChatLine, { kind: 'own' }>;
  readonly onDiscard: (id: string) => void;
}

/** What happened to an own line with a watched word: it waits for review, was removed, or expired. */
export function HeldNote({ line, onDiscard }: HeldNoteProps) {
  const { t } = useLingui();
  const reasons: Readonly<Record<ReportReason, string>> = {
    spam: t`Spam`,
    abuse: t`Insults or threats`,
    gambling: t`Illegal ads or scam`,
    sexual: t`Sexual content`,
    other: t`Against the rules of the chat`,
  };
  const reason = reasons[line.reason ?? 'other'];
  if (line.state === 'held') {
    return (
      <span className={styles.note}>{t`Sent for review. Others see it once it is allowed.`}</span>
    );
  }
  return (
    <span className={styles.note}>
      {line.state === 'expired'
        ? t`Not reviewed in time, so nobody saw it.`
        : t`Not allowed: ${reason}`}{' '}
      <button type="button" className={styles.hide} onClick={() => onDiscard(line.id)}>
        {t`Hide`}
      </button>
    </span>
  );
}
