import { useLingui } from '@lingui/react/macro';
import { SubmitButton } from '@sangwian/ui/submit-button';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { callApi } from '../../shared/api/call-api.ts';
import { ClosableDialog } from '../../shared/dialogs/closable-dialog.tsx';
import { fieldMessage } from '../../shared/forms/field-message.tsx';
import { FormRefusal } from '../../shared/forms/form-refusal.tsx';
import { mobileRule } from '../../shared/forms/form-rules.ts';
import { OtpPhoneField } from '../../shared/forms/otp-phone-field.tsx';
import { cleanPhone } from '../../shared/forms/phone-number.ts';
import { setRefusal } from '../../shared/forms/set-refusal.ts';
import { OtpEntry } from '../../shared/otp/otp-entry.tsx';
import { type SentOtp, sendOtp } from '../../shared/otp/send-otp.ts';
import { keepMemberIfCurrent } from '../../shared/session/session.ts';
import { ownDraft } from '../../shared/storage/own-draft.ts';
import { useBusy } from '../../shared/use-busy.ts';
import styles from './form.module.css';

interface ChangePhoneDialogProps {
  readonly onClose: () => void;
  readonly onDone: () => void;
}

/** Changes the phone number after an OTP to the new number. */
export function ChangePhoneDialog({ onClose, onDone }: ChangePhoneDialogProps) {
  const { t } = useLingui();
  const [sent, setSent] = useState<SentOtp | null>(null);
  const [draft] = useState(() => ownDraft('change-phone'));
  const [busy, run] = useBusy();
  const { register, handleSubmit, getValues, setError, formState } = useForm<{ phone: string }>({
    mode: 'onTouched',
    defaultValues: { phone: draft.read() },
  });
  const { errors } = formState;
  const refuse = (error: unknown) => {
    const fields = {
      phone_invalid: 'phone',
      phone_country_unserved: 'phone',
      phone_exists: 'phone',
    } as const;
    setRefusal(error, fields, setError);
  };
  const send = handleSubmit(({ phone }) =>
    run(async () => {
      try {
        setSent(await sendOtp(cleanPhone(phone), 'link'));
      } catch (error) {
        refuse(error);
      }
    }),
  );
  const change = async (otpToken: string) => {
    try {
      const { data } = await callApi('PUT /auth/member/phone', {
        body: { phone: cleanPhone(getValues('phone')), otp_token: otpToken },
      });
      draft.keep('');
      keepMemberIfCurrent(data);
      onDone();
    } catch (error) {
      // Returns to the number, because the token is used up and the refusal concerns the number.
      setSent(null);
      refuse(error);
    }
  };
  return (
    <ClosableDialog title={t`Change phone number`} onClose={onClose}>
      {sent ? <OtpEntry sent={sent} onResent={setSent} onToken={change} /> : null}
      <form noValidate onSubmit={send} hidden={sent !== null} className={styles.form}>
        <OtpPhoneField
          label={t`New phone number`}
          error={fieldMessage(errors.phone)}
          refusal={errors.phone?.message}
          {...register('phone', {
            validate: mobileRule,
            onChange: ({ target }) => draft.keep(target.value),
          })}
        />
        <FormRefusal errors={errors} />
        <SubmitButton busy={busy}>{busy ? t`Sending…` : t`Send OTP`}</SubmitButton>
      </form>
    </ClosableDialog>
  );
}
