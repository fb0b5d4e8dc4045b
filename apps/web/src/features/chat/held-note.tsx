import { useLingui } from '@lingui/react/macro';
import { RemovalNote } from './appeal-note.tsx';
import type { ChatLine } from './chat-line.ts';
import styles from './held-note.module.css';
import { useReasonName } from './use-reason-name.ts';

interface HeldNoteProps {
  readonly line: Exclude<ChatLine, { kind: 'gift' }>;
  readonly onDiscard: (id: string) => void;
  readonly onAppeal: (id: string) => void;
}

/** Shows the state of an own line: waiting for review, removed, or expired. */
export function HeldNote({ line, onDiscard, onAppeal }: HeldNoteProps) {
  const { t } = useLingui();
  const reason = useReasonName(line.kind === 'own' ? line.reason : null);
  if (line.kind === 'message') {
    return <RemovalNote chatMessageId={line.id} onAppeal={() => onAppeal(line.id)} />;
  }
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
