import { useLingui } from '@lingui/react/macro';
import { SubmitButton } from '@sangwian/ui/submit-button';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { callApi } from '../../shared/api/call-api.ts';
import { ClosableDialog } from '../../shared/dialogs/closable-dialog.tsx';
import { fieldMessage } from '../../shared/forms/field-message.tsx';
import { FormRefusal } from '../../shared/forms/form-refusal.tsx';
import { confirmRule, mobileRule, newPasswordRule } from '../../shared/forms/form-rules.ts';
import { OtpPhoneField } from '../../shared/forms/otp-phone-field.tsx';
import { PasswordField } from '../../shared/forms/password-field.tsx';
import { cleanPhone } from '../../shared/forms/phone-number.ts';
import { setRefusal } from '../../shared/forms/set-refusal.ts';
import { OtpEntry } from '../../shared/otp/otp-entry.tsx';
import { type SentOtp, sendOtp } from '../../shared/otp/send-otp.ts';
import { keepMemberIfCurrent, type MemberProfile } from '../../shared/session/session.ts';
import { ownDraft } from '../../shared/storage/own-draft.ts';
import { useBusy } from '../../shared/use-busy.ts';
import styles from './form.module.css';

interface LinkPhoneValues {
  readonly phone: string;
  readonly password: string;
  readonly confirm_password: string;
}

interface LinkPhoneDialogProps {
  readonly member: MemberProfile;
  readonly onClose: () => void;
  readonly onDone: () => void;
}

/** Links a phone number after an OTP to that number. A member without a password also sets a password. */
export function LinkPhoneDialog({ member, onClose, onDone }: LinkPhoneDialogProps) {
  const { t } = useLingui();
  const [sent, setSent] = useState<SentOtp | null>(null);
  const [draft] = useState(() => ownDraft('link-phone'));
  const [busy, run] = useBusy();
  const { register, handleSubmit, getValues, setError, formState } = useForm<LinkPhoneValues>({
    mode: 'onTouched',
    defaultValues: { phone: draft.read(), password: '', confirm_password: '' },
  });
  const { errors } = formState;
  const refuse = (error: unknown) =>
    setRefusal(
      error,
      {
        phone_invalid: 'phone',
        phone_country_unserved: 'phone',
        phone_exists: 'phone',
        phone_linked: 'phone',
        phone_linked_line: 'phone',
        phone_linked_apple: 'phone',
        password_weak: 'password',
        password_common: 'password',
        password_mismatch: 'confirm_password',
      },
      setError,
    );
  const send = handleSubmit(({ phone }) =>
    run(async () => {
      try {
        setSent(await sendOtp(cleanPhone(phone), 'link'));
      } catch (error) {
        refuse(error);
      }
    }),
  );
  const link = async (otpToken: string) => {
    const { phone, password, confirm_password } = getValues();
    try {
      const { data } = await callApi('POST /auth/member/link/phone', {
        body: {
          phone: cleanPhone(phone),
          otp_token: otpToken,
          ...(member.has_password ? {} : { password, confirm_password }),
        },
      });
      draft.keep('');
      keepMemberIfCurrent(data);
      onDone();
    } catch (error) {
      // Returns to the fields, because the token may be used up and the refusal concerns one of the fields.
      setSent(null);
      refuse(error);
    }
  };
  return (
    <ClosableDialog title={t`Link a phone number`} onClose={onClose}>
      {sent ? <OtpEntry sent={sent} onResent={setSent} onToken={link} /> : null}
      <form noValidate onSubmit={send} hidden={sent !== null} className={styles.form}>
        <OtpPhoneField
          error={fieldMessage(errors.phone)}
          refusal={errors.phone?.message}
          {...register('phone', {
            validate: mobileRule,
            onChange: ({ target }) => draft.keep(target.value),
          })}
        />
        {member.has_password ? null : (
          <>
            <PasswordField
              label={t`Password to log in with`}
              autoComplete="new-password"
              hint={t`More than 6 characters, with letters a-z and digits 0-9.`}
              error={fieldMessage(errors.password)}
              {...register('password', { validate: newPasswordRule })}
            />
            <PasswordField
              label={t`Confirm password`}
              autoComplete="new-password"
              error={fieldMessage(errors.confirm_password)}
              {...register('confirm_password', {
                validate: (typed, { password }) => confirmRule(typed, password),
              })}
            />
          </>
        )}
        <FormRefusal errors={errors} />
        <SubmitButton busy={busy}>{busy ? t`Sending…` : t`Send OTP`}</SubmitButton>
      </form>
    </ClosableDialog>
  );
}
