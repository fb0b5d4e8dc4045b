import { useLingui } from '@lingui/react/macro';
import { Button } from '@sangwian/ui/button';
import { Dialog } from '@sangwian/ui/dialog';
import styles from './exit-prompt.module.css';

export interface ExitPromptProps {
  /** Something that was written or sent goes with the page. */
  readonly losing: boolean;
  readonly onStay: () => void;
  readonly onLeave: () => void;
}

/** Whether to leave a live that is being watched. Escape stays. */
export function ExitPrompt({ losing, onStay, onLeave }: ExitPromptProps) {
  const { t } = useLingui();
  return (
    <Dialog title={t`Leave the live?`} onClose={onStay} backCloses={false}>
      <p
        className={styles.text}
      >{t`The live goes on without you. You can come back at any time.`}</p>
      {losing ? <p className={styles.lost}>{t`What you have not sent yet will be lost.`}</p> : null}
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
