import { useLingui } from '@lingui/react/macro';
import { Button } from '@sangwian/ui/button';
import { CheckField } from '@sangwian/ui/check-field';
import { SubmitButton } from '@sangwian/ui/submit-button';
import { type FormEvent, useState } from 'react';
import { fieldMessage, REFUSED } from '../../../shared/forms/field-message.tsx';
import { codeOf } from '../../../shared/forms/set-refusal.ts';
import { OtpEntry } from '../../../shared/otp/otp-entry.tsx';
import { type SentOtp, sendOtp } from '../../../shared/otp/send-otp.ts';
import { useBusy } from '../../../shared/use-busy.ts';
import styles from './delete-account.module.css';
import { type DeletionSession, finishDeletion, refreshDeletion } from './deletion-session.ts';

interface ConfirmFormProps {
  readonly session: DeletionSession;
  /** Whether the balance has changed since the form showed it. */
  readonly onChanged: (session: DeletionSession) => void;
  readonly onDeleted: () => void;
  readonly onCancel: () => void;
}

/** The form with the consent to the losses and the OTP that deletes the account. */
export function ConfirmForm({ session, onChanged, onDeleted, onCancel }: ConfirmFormProps) {
  const { t } = useLingui();
  const [understood, setUnderstood] = useState(false);
  const [reminded, setReminded] = useState(false);
  const [refusal, setRefusal] = useState<string | null>(null);
  const [sent, setSent] = useState<SentOtp | null>(null);
  const [busy, run] = useBusy();
  const { token, member } = session;

  const send = (event: FormEvent) => {
    event.preventDefault();
    if (!understood) {
      setReminded(true);
      return;
    }
    void run(async () => {
      setRefusal(null);
      try {
        setSent(await sendOtp(member.member_phone ?? '', 'delete', token));
      } catch (error) {
        setRefusal(codeOf(error));
      }
    });
  };
  const finish = async (otpToken: string) => {
    try {
      await finishDeletion(session, otpToken);
      onDeleted();
    } catch (error) {
      setSent(null);
      setUnderstood(false);
      setRefusal(codeOf(error));
      if (codeOf(error) === 'price_changed') onChanged(await refreshDeletion(session));
    }
  };

  if (sent !== null) return <OtpEntry sent={sent} onResent={setSent} onToken={finish} />;
  return (
    <form noValidate onSubmit={send} className={styles.form}>
      <CheckField
        checked={understood}
        onChange={({ currentTarget }) => {
          setUnderstood(currentTarget.checked);
          setReminded(false);
        }}
        error={reminded ? t`Please confirm that you understand.` : null}
      >
        {t`I understand that this cannot be undone.`}
      </CheckField>
      <div role="alert" className={styles.text}>
        {refusal === null
          ? null
          : refusal === 'price_changed'
            ? t`Your balance has changed. Please check again what you would lose.`
            : fieldMessage({ type: REFUSED, message: refusal })}
      </div>
      <div className={styles.actions}>
        <Button onClick={onCancel}>{t`Keep account`}</Button>
        <SubmitButton busy={busy}>{busy ? t`Sending…` : t`Send OTP`}</SubmitButton>
      </div>
    </form>
  );
}
