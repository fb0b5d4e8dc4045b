import { useLingui } from '@lingui/react/macro';
import { Button } from '@sangwian/ui/button';
import { useState } from 'react';
import { type FieldErrorCode, fieldMessage, REFUSED } from '../../shared/forms/field-message.tsx';
import { formatPhone } from '../../shared/forms/phone-number.ts';
import { codeOf } from '../../shared/forms/set-refusal.ts';
import { OtpEntry } from '../../shared/otp/otp-entry.tsx';
import { type SentOtp, sendOtp } from '../../shared/otp/send-otp.ts';
import { useBusy } from '../../shared/use-busy.ts';
import styles from './form.module.css';

interface OtpProofProps {
  readonly phone: string;
  readonly sent: SentOtp | null;
  readonly onSent: (sent: SentOtp) => void;
  readonly proven: boolean;
  readonly onToken: (otpToken: string) => void;
}

/** The proof of ownership by an OTP to the member's phone. */
export function OtpProof({ phone, sent, onSent, proven, onToken }: OtpProofProps) {
  const { t } = useLingui();
  const [busy, run] = useBusy();
  const [error, setError] = useState<FieldErrorCode | undefined>();
  const shownPhone = formatPhone(phone);
  const send = () =>
    run(async () => {
      try {
        onSent(await sendOtp(phone, 'delete'));
        setError(undefined);
      } catch (refusal) {
        setError({ type: REFUSED, message: codeOf(refusal) });
      }
    });
  if (proven) return <p className={styles.text}>{t`The OTP is right.`}</p>;
  if (sent) {
    return <OtpEntry sent={sent} onResent={onSent} onToken={async (token) => onToken(token)} />;
  }
  return (
    <>
      <p className={styles.text}>{t`We send an OTP to ${shownPhone}.`}</p>
      <div role="alert" className={styles.refusal}>
        {fieldMessage(error)}
      </div>
      <Button wide aria-disabled={busy} onClick={() => void send()}>
        {t`Send OTP`}
      </Button>
    </>
  );
}
