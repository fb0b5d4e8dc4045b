import { msg } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import { Button } from '@sangwian/ui/button';
import { Notice } from '@sangwian/ui/notice';
import { useRef, useState } from 'react';
import { useForm } from 'react-hook-form';
import { callApi } from '../../shared/api/call-api.ts';
import { type FieldErrorCode, fieldMessage, REFUSED } from '../../shared/forms/field-message.tsx';
import { cleanPhone } from '../../shared/forms/phone-number.ts';
import { codeOf, setRefusal } from '../../shared/forms/set-refusal.ts';
import { OtpEntry } from '../../shared/otp/otp-entry.tsx';
import { sendOtp } from '../../shared/otp/send-otp.ts';
import type { PageMeta, PageMetaArgs } from '../../shared/page-meta.ts';
import { useBusy } from '../../shared/use-busy.ts';
import { NewPasswordForm, type NewPasswords } from './new-password-form.tsx';
import styles from './password.module.css';
import { PinForm, type PinValues } from './pin-form.tsx';
import { ResetCard } from './reset-card.tsx';
import { pinProofs, resetDraft, toProof } from './reset-draft.ts';

export const meta = ({ i18n }: PageMetaArgs): PageMeta => ({
  title: i18n._(msg`New password by PIN`),
  noindex: true,
});

/** On a device that is new to the member, the PIN also needs an OTP. */
function ConfirmDevice({ error }: { readonly error: FieldErrorCode }) {
  const { t } = useLingui();
  const [busy, run] = useBusy();
  const [shown, setShown] = useState(error);
  const send = async () => {
    try {
      pinProofs.change({ otp: await sendOtp(cleanPhone(resetDraft.get().phone), 'reset') });
    } catch (refusal) {
      setShown({ type: REFUSED, message: codeOf(refusal) });
    }
  };
  return (
    <div className={styles.form}>
      <Notice tone="danger">{fieldMessage(shown)}</Notice>
      <Button variant="primary" wide aria-disabled={busy} onClick={() => void run(send)}>
        {t`Send OTP`}
      </Button>
    </div>
  );
}

/** Checks the PIN, and the OTP if the server requires one. */
function usePinCheck() {
  const [busy, run] = useBusy();
  const [confirm, setConfirm] = useState<FieldErrorCode>();
  const form = useForm<PinValues>({ mode: 'onTouched', defaultValues: { pin: '' } });
  const check = async ({ phone, pin }: PinValues) => {
    const { byOtp } = pinProofs.get();
    try {
      const { data } = await callApi('PUT /auth/member/checkPin', {
        body: {
          phone: cleanPhone(phone),
          pin,
          purpose: 'reset',
          ...(byOtp ? { otp_token: byOtp.token } : {}),
        },
      });
      pinProofs.change({ byPin: toProof(data.pin_token), otp: null, byOtp: null });
    } catch (error) {
      const code = codeOf(error);
      if (code === 'pin_needs_otp' || code === 'otp_token_invalid') {
        pinProofs.change({ otp: null, byOtp: null });
        setConfirm({ type: REFUSED, message: code });
      } else {
        setRefusal(error, { pin_incorrect: 'pin', phone_invalid: 'phone' }, form.setError);
      }
    }
  };
  return {
    form,
    busy,
    confirm,
    submit: (values: PinValues) => run(() => check(values)),
    /** After a correct OTP, continues with the typed PIN. A reload loses the typed PIN. */
    submitAfterOtp: async (otpToken: string) => {
      pinProofs.change({ otp: null, byOtp: toProof(otpToken) });
      setConfirm(undefined);
      const values = form.getValues();
      if (values.pin !== '') await check(values);
    },
  };
}

/** `/password/re-by-PIN`: the PIN, an OTP on a new device, then the new password. */
export function Component() {
  const { t } = useLingui();
  const { otp, byPin } = pinProofs.use();
  const { form, busy, confirm, submit, submitAfterOtp } = usePinCheck();
  const secrets = useRef<NewPasswords>({ new_password: '', confirm_password: '' });
  if (byPin) {
    return (
      <ResetCard step={3} title={t`Your new password`}>
        <NewPasswordForm
          proof={{ pin_token: byPin.token }}
          secrets={secrets}
          onEnded={(code) => {
            pinProofs.change({ byPin: null });
            form.setError('root', { type: REFUSED, message: code });
          }}
        />
      </ResetCard>
    );
  }
  return (
    <ResetCard step={2} title={otp ? t`The OTP` : t`Your PIN`}>
      {otp ? (
        <OtpEntry
          sent={otp}
          onResent={(sent) => pinProofs.change({ otp: sent })}
          onToken={submitAfterOtp}
        />
      ) : confirm ? (
        <ConfirmDevice error={confirm} />
      ) : (
        <PinForm form={form} busy={busy} onSubmit={submit} />
      )}
    </ResetCard>
  );
}
