import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { RotateCw } from 'lucide-react';
import { useState } from 'react';
import { callStaff } from '../../shared/api/call-staff.ts';
import { useWritesLocked } from '../../shared/live/connection.ts';
import { RecoveryCodes } from '../../shared/session/recovery-codes.tsx';
import { keepMe, useMe } from '../../shared/session/session-store.ts';
import { useWrite } from '../../shared/toasts/use-write.ts';
import { Button } from '../../shared/ui/button.tsx';
import { ConfirmDialog } from '../../shared/ui/confirm-dialog.tsx';
import { ActionsGap, Dialog, DialogBody } from '../../shared/ui/dialog.tsx';
import { Panel, PanelBody } from '../../shared/ui/panel.tsx';
import styles from './account-place.module.css';

/** Shows how many recovery codes are left, and creates new ones. */
export function RecoveryPanel() {
  const { t } = useLingui();
  const { recovery_codes_left: left } = useMe();
  const isLocked = useWritesLocked();
  const [isAsking, setAsking] = useState(false);
  const [codes, setCodes] = useState<readonly string[] | null>(null);
  const [replace, isBusy] = useWrite('POST /operator/recovery-code');
  const confirm = async () => {
    setAsking(false);
    const answer = await replace({ body: {} });
    if (answer === null) return;
    setCodes(answer.data.recovery_codes);
    keepMe((await callStaff('GET /operator/me', {})).data);
  };
  return (
    <Panel title={t`Recovery codes`}>
      <PanelBody>
        <p className={styles.weak}>
          <Plural
            value={left}
            _0="No code is left."
            one="# code is left."
            other="# codes are left."
          />{' '}
          <Trans>Without your phone, one of them signs you in.</Trans>
        </p>
        <Button
          icon={RotateCw}
          className={styles.start}
          disabled={isBusy || isLocked}
          onClick={() => setAsking(true)}
        >
          <Trans>New codes…</Trans>
        </Button>
      </PanelBody>
      {isAsking ? (
        <ConfirmDialog
          title={t`Make new recovery codes?`}
          description={
            <Plural
              value={left}
              one="Your # old code no longer works."
              other="Your # old codes no longer work."
            />
          }
          action={t`Make new codes`}
          onConfirm={() => void confirm()}
          onClose={() => setAsking(false)}
        />
      ) : null}
      {codes ? (
        <Dialog
          title={t`Your new recovery codes`}
          onClose={() => setCodes(null)}
          actions={
            <>
              <ActionsGap />
              <Button variant="primary" size="big" onClick={() => setCodes(null)}>
                <Trans>I have kept them</Trans>
              </Button>
            </>
          }
        >
          <DialogBody>
            <RecoveryCodes codes={codes} />
          </DialogBody>
        </Dialog>
      ) : null}
    </Panel>
  );
}
