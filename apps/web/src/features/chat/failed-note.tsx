import { useLingui } from '@lingui/react/macro';
import styles from './failed-note.module.css';

interface FailedNoteProps {
  readonly id: string;
  readonly onRetry: (id: string) => void;
  readonly onDiscard: (id: string) => void;
}

/** Says that an own line was not sent, with buttons that send or delete it. */
export function FailedNote({ id, onRetry, onDiscard }: FailedNoteProps) {
  const { t } = useLingui();
  return (
    <span className={styles.failed}>
      <span>{t`Not sent.`}</span>
      <button type="button" className={styles.action} onClick={() => onRetry(id)}>
        {t`Send again`}
      </button>
      <button type="button" className={styles.action} onClick={() => onDiscard(id)}>
        {t`Delete`}
      </button>
    </span>
  );
}
