import { Trans, useLingui } from '@lingui/react/macro';
import { Smartphone } from 'lucide-react';
import { useState } from 'react';
import { callStaff } from '../../shared/api/call-staff.ts';
import { FactorField } from '../../shared/forms/factor-field.tsx';
import { FormFailure } from '../../shared/forms/form-failure.tsx';
import { useStaffForm } from '../../shared/forms/use-staff-form.ts';
import { useWritesLocked } from '../../shared/live/connection.ts';
import { keepMe, useMe } from '../../shared/session/session-store.ts';
import { TotpEnrolment } from '../../shared/session/totp-enrolment.tsx';
import { showToast } from '../../shared/toasts/toasts.ts';
import { useWrite } from '../../shared/toasts/use-write.ts';
import { Button } from '../../shared/ui/button.tsx';
import { ActionsGap, Dialog, DialogBody } from '../../shared/ui/dialog.tsx';
import { Panel, PanelBody } from '../../shared/ui/panel.tsx';
import styles from './account-place.module.css';

interface EnrolmentDialogProps {
  readonly uri: string;
  readonly secret: string;
  readonly onClose: () => void;
}

/** Replaces the authenticator app. The old app works until the person enters the first code of the new one. */
function EnrolmentDialog({ uri, secret, onClose }: EnrolmentDialogProps) {
  const { t } = useLingui();
  const { has_totp: hasApp } = useMe();
  const { form, submit, isSending, failure, errorOf } = useStaffForm({
    defaultValues: { totp_code: '' },
    fields: { staff_code_invalid: 'totp_code' },
    send: async (body) => {
      await callStaff('PUT /operator/totp', { body });
      keepMe((await callStaff('GET /operator/me', {})).data);
      showToast('done', t`The new authenticator app is in use`);
      onClose();
    },
  });
  return (
    <Dialog
      title={t`New authenticator app`}
      description={
        hasApp ? t`The old app works until you have confirmed the first code of the new one.` : null
      }
      onClose={onClose}
      onSubmit={submit}
      actions={
        <>
          <ActionsGap />
          <Button variant="quiet" size="big" keys="Escape" onClick={onClose}>
            <Trans>Not yet</Trans>
          </Button>
          <Button type="submit" variant="primary" size="big" disabled={isSending}>
            <Trans>Use this app</Trans>
          </Button>
        </>
      }
    >
      <DialogBody>
        <TotpEnrolment uri={uri} secret={secret} />
        <FactorField
          value={form.watch('totp_code')}
          onChange={(code) => form.setValue('totp_code', code)}
          onComplete={submit}
          error={errorOf('totp_code')}
          disabled={isSending}
          takesRecoveryCode={false}
        />
        <FormFailure error={failure} />
      </DialogBody>
    </Dialog>
  );
}

/** The authenticator app of the account. */
export default function AuthenticatorPanel() {
  const { t } = useLingui();
  const isLocked = useWritesLocked();
  const { has_totp: hasApp } = useMe();
  const [begin, isBusy] = useWrite('POST /operator/totp');
  const [fresh, setFresh] = useState<{ totp_secret: string; totp_uri: string } | null>(null);
  const start = async () => {
    const answer = await begin({ body: {} });
    if (answer) setFresh(answer.data);
  };
  return (
    <Panel title={t`Authenticator app`}>
      <PanelBody>
        <p className={styles.weak}>
          <Trans>It shows the second factor: six digits that change every 30 seconds.</Trans>
        </p>
        <Button
          icon={Smartphone}
          className={styles.start}
          disabled={isBusy || isLocked}
          onClick={() => void start()}
        >
          {hasApp ? <Trans>Move to another phone…</Trans> : <Trans>Set up the app…</Trans>}
        </Button>
      </PanelBody>
      {fresh ? (
        <EnrolmentDialog
          uri={fresh.totp_uri}
          secret={fresh.totp_secret}
          onClose={() => setFresh(null)}
        />
      ) : null}
    </Panel>
  );
}
