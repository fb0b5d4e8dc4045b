import { useLingui } from '@lingui/react/macro';
import { LIMITS } from '@sangwian/contract/limits';
import { Button } from '@sangwian/ui/button';
import { CodeBoxes } from '@sangwian/ui/code-boxes';
import { useState } from 'react';
import { ConnectionError } from '../api/api-error.ts';
import { callApi } from '../api/call-api.ts';
import { type FieldErrorCode, fieldMessage, REFUSED } from '../forms/field-message.tsx';
import { formatPhone } from '../forms/phone-number.ts';
import { codeOf } from '../forms/set-refusal.ts';
import { useBusy } from '../use-busy.ts';
import { useNow } from '../use-now.ts';
import styles from './otp-entry.module.css';
import { type SentOtp, sendOtp } from './send-otp.ts';

interface OtpEntryProps {
  readonly sent: SentOtp;
  /** Called after another OTP was sent. */
  readonly onResent: (sent: SentOtp) => void;
  /** Called with the OTP token. The caller shows refusals of the following step. */
  readonly onToken: (otpToken: string) => Promise<void>;
}

/** Without a network, OTP requests use a special error sentence. */
const refusalError = (refusal: unknown): FieldErrorCode => ({
  type: REFUSED,
  message: refusal instanceof ConnectionError ? 'otp_connection' : codeOf(refusal),
});

/**
 * The input for a sent OTP. The OTP can be typed, pasted or autofilled from the SMS, and is verified after the last
 * digit. Another OTP can be requested after a wait.
 */
export function OtpEntry({ sent, onResent, onToken }: OtpEntryProps) {
  const { t } = useLingui();
  const [digits, setDigits] = useState('');
  const [error, setError] = useState<FieldErrorCode | undefined>();
  const [busy, run] = useBusy();
  // `useNow` can be a second behind, so that the wait would start at 61 s.
  const now_ms = Math.max(useNow(0), Date.now());
  const wait_s = Math.max(0, Math.ceil((sent.resendAtMs - now_ms) / 1_000));
  const phone = formatPhone(sent.phone);

  const verify = (otp: string) =>
    run(async () => {
      let otpToken: string;
      try {
        const { data } = await callApi(
          'POST /auth/member/verify-otp',
          { body: { otp_ref: sent.otpRef, otp } },
          sent.bearer === undefined ? {} : { bearer: sent.bearer },
        );
        otpToken = data.otp_token;
      } catch (refusal) {
        // Without a response the digits are kept for a retry.
        if (!(refusal instanceof ConnectionError)) setDigits('');
        setError(refusalError(refusal));
        return;
      }
      await onToken(otpToken);
    });
  const resend = () =>
    run(async () => {
      try {
        onResent(await sendOtp(sent.phone, sent.purpose, sent.bearer));
        setDigits('');
        setError(undefined);
      } catch (refusal) {
        setError(refusalError(refusal));
      }
    });

  return (
    <div className={styles.entry}>
      <p className={styles.sent}>
        {t`We have sent an OTP to ${phone}.`}{' '}
        <span className={styles.reference}>{t`Reference: ${sent.otpRef}`}</span>
      </p>
      <CodeBoxes
        label={t`OTP, six digits`}
        autoComplete="one-time-code"
        autoFocus
        length={LIMITS.otpDigits}
        value={digits}
        onChange={(typed) => {
          setDigits(typed);
          if (typed !== '') setError(undefined);
        }}
        onComplete={(otp) => void verify(otp)}
        error={fieldMessage(error)}
      />
      {error && digits.length === LIMITS.otpDigits ? (
        <Button variant="primary" wide aria-disabled={busy} onClick={() => void verify(digits)}>
          {t`Try again`}
        </Button>
      ) : null}
      <Button
        variant="ghost"
        size="small"
        className={styles.again}
        aria-disabled={busy || wait_s > 0}
        onClick={() => {
          if (wait_s === 0) void resend();
        }}
      >
        {wait_s > 0 ? t`Send again in ${wait_s} s` : t`Send again`}
      </Button>
    </div>
  );
}
