import { useLingui } from '@lingui/react/macro';
import { Button, buttonClass } from '@sangwian/ui/button';
import { classNames } from '@sangwian/ui/class-names';
import { useState } from 'react';
import { Link } from 'react-router';
import { type FieldErrorCode, fieldMessage, REFUSED } from '../../shared/forms/field-message.tsx';
import { cleanPhone } from '../../shared/forms/phone-number.ts';
import { codeOf } from '../../shared/forms/set-refusal.ts';
import { sendOtp } from '../../shared/otp/send-otp.ts';
import { pendingRegistration } from '../../shared/providers/pending-registration.ts';
import { useBusy } from '../../shared/use-busy.ts';
import styles from './sign-up.module.css';
import { signUpDraft } from './sign-up-draft.ts';

interface RefusalActionProps {
  /** The code of the refusal. */
  readonly code: string | undefined;
  readonly signInPath: string;
  readonly onOtpSent: () => void;
}

/** Sends a new OTP after the proof has expired. The form keeps its values. */
function AnotherOtp({ onOtpSent }: Pick<RefusalActionProps, 'onOtpSent'>) {
  const { t } = useLingui();
  const [busy, run] = useBusy();
  const [error, setError] = useState<FieldErrorCode | undefined>();
  const send = async () => {
    const { proof } = signUpDraft.get();
    if (!proof) return;
    try {
      const otp = await sendOtp(cleanPhone(proof.phone), 'register');
      signUpDraft.change({ otp, proof: null });
      onOtpSent();
    } catch (refusal) {
      setError({ type: REFUSED, message: codeOf(refusal) });
    }
  };
  return (
    <>
      <Button
        wide
        className={styles.action}
        aria-disabled={busy}
        onClick={() => void run(send)}
      >{t`Get a new OTP`}</Button>
      {error ? <p className={styles.action}>{fieldMessage(error)}</p> : null}
    </>
  );
}

/** The button with the next step after a refusal, if there is one. */
export function RefusalAction({ code, signInPath, onOtpSent }: RefusalActionProps) {
  const { t } = useLingui();
  const look = classNames(buttonClass({ wide: true }), styles.action);
  if (code === 'otp_token_invalid') return <AnotherOtp onOtpSent={onOtpSent} />;
  if (code === 'phone_exists_log_in') {
    return (
      <Link to={signInPath} className={look}>
        {t`Log in with this number`}
      </Link>
    );
  }
  if (code === 'registration_token_invalid') {
    return (
      <Link to={signInPath} className={look} onClick={() => pendingRegistration.forget()}>
        {t`Start again`}
      </Link>
    );
  }
  return null;
}
