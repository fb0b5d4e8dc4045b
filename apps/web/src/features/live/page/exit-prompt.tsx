import { useLingui } from '@lingui/react/macro';
import { Button } from '@sangwian/ui/button';
import { Dialog } from '@sangwian/ui/dialog';
import styles from './exit-prompt.module.css';

export interface ExitPromptProps {
  /** Whether leaving loses an unsent message or gift. */
  readonly losing: boolean;
  readonly onStay: () => void;
  readonly onLeave: () => void;
}

/** Asks for confirmation before leaving a playing live. Escape stays on the page. */
export function ExitPrompt({ losing, onStay, onLeave }: ExitPromptProps) {
  const { t } = useLingui();
  return (
    <Dialog title={t`Leave the live?`} onClose={onStay} backCloses={false}>
      <p className={styles.text}>{t`The live keeps running. Come back any time.`}</p>
      {losing ? <p className={styles.lost}>{t`Unsent messages and gifts will be lost.`}</p> : null}
      <div className={styles.actions}>
        <Button variant="primary" onClick={onStay}>
          {t`Keep watching`}
        </Button>
        <Button variant="quiet" onClick={onLeave}>
          {t`Leave`}
        </Button>
      </div>
    </Dialog>
  );
}
