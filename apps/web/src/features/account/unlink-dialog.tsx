import { useLingui } from '@lingui/react/macro';
import { Button } from '@sangwian/ui/button';
import { useState } from 'react';
import { callApi } from '../../shared/api/call-api.ts';
import { ClosableDialog } from '../../shared/dialogs/closable-dialog.tsx';
import { type FieldErrorCode, fieldMessage, REFUSED } from '../../shared/forms/field-message.tsx';
import { codeOf } from '../../shared/forms/set-refusal.ts';
import { keepMemberIfCurrent } from '../../shared/session/session.ts';
import { useBusy } from '../../shared/use-busy.ts';
import styles from './form.module.css';
import type { Way } from './ways.ts';

interface UnlinkDialogProps {
  readonly way: Way;
  readonly name: string;
  readonly onClose: () => void;
  readonly onDone: () => void;
}

/** Asks for confirmation before a way to log in is unlinked. */
export function UnlinkDialog({ way, name, onClose, onDone }: UnlinkDialogProps) {
  const { t } = useLingui();
  const [busy, run] = useBusy();
  const [error, setError] = useState<FieldErrorCode | undefined>();
  const unlink = () =>
    run(async () => {
      try {
        const { data } = await callApi('DELETE /auth/member/link/{link}', {
          params: { link: way },
        });
        keepMemberIfCurrent(data);
        onDone();
      } catch (refusal) {
        setError({ type: REFUSED, message: codeOf(refusal) });
      }
    });
  return (
    <ClosableDialog title={t`Unlink ${name}?`} onClose={onClose}>
      <div className={styles.form}>
        <p className={styles.text}>
          {t`You can no longer log in with it. You can link it again at any time.`}
        </p>
        <div role="alert" className={styles.refusal}>
          {fieldMessage(error)}
        </div>
        <div className={styles.actions}>
          <Button onClick={onClose}>{t`Cancel`}</Button>
          <Button variant="primary" aria-disabled={busy} onClick={() => void unlink()}>
            {t`Unlink`}
          </Button>
        </div>
      </div>
    </ClosableDialog>
  );
}
