import { useLingui } from '@lingui/react/macro';
import { SubmitButton } from '@sangwian/ui/submit-button';
import { useEffect } from 'react';
import { useForm } from 'react-hook-form';
import { Link } from 'react-router';
import { fieldMessage } from '../../shared/forms/field-message.tsx';
import { FormRefusal } from '../../shared/forms/form-refusal.tsx';
import { mobileRule } from '../../shared/forms/form-rules.ts';
import { OtpPhoneField } from '../../shared/forms/otp-phone-field.tsx';
import { cleanPhone, formatPhone } from '../../shared/forms/phone-number.ts';
import { setRefusal } from '../../shared/forms/set-refusal.ts';
import { sendOtp } from '../../shared/otp/send-otp.ts';
import { useBusy } from '../../shared/use-busy.ts';
import styles from './sign-up.module.css';
import { type Step, signUpDraft, stepWithout } from './sign-up-draft.ts';

interface PhoneStepProps {
  readonly signInPath: string;
  readonly onDone: (next: Step) => void;
}

/** The phone number for the OTP. A number with a valid OTP or proof gets no second message. */
export function PhoneStep({ signInPath, onDone }: PhoneStepProps) {
  const { t } = useLingui();
  const [busy, run] = useBusy();
  const draft = signUpDraft.use();
  // Without a default value, text that was typed before hydration is kept.
  const form = useForm<{ phone: string }>({ mode: 'onTouched' });
  const { register, handleSubmit, setError, getValues, setValue, formState } = form;
  const { errors } = formState;
  const known = errors.phone?.message === 'phone_exists_log_in';

  useEffect(() => {
    if (draft.phone !== '' && getValues('phone') === '') setValue('phone', draft.phone);
  }, [draft.phone, getValues, setValue]);

  const send = async (typed: string) => {
    const isSame = (other: string) => formatPhone(other) === formatPhone(typed);
    signUpDraft.change({ phone: typed });
    const next = stepWithout(signUpDraft.get(), isSame, Date.now());
    if (next !== 'phone') return onDone(next);
    try {
      const otp = await sendOtp(cleanPhone(typed), 'register');
      signUpDraft.change({ otp, proof: null });
      onDone('otp');
    } catch (error) {
      const fields = {
        phone_invalid: 'phone',
        phone_country_unserved: 'phone',
        phone_exists_log_in: 'phone',
      } as const;
      setRefusal(error, fields, setError);
    }
  };

  return (
    <form
      noValidate
      className={styles.form}
      onSubmit={handleSubmit(({ phone }) => run(() => send(phone)))}
    >
      <OtpPhoneField
        hint={t`We send a one-time password (OTP) to this number by SMS.`}
        error={fieldMessage(errors.phone)}
        refusal={errors.phone?.message}
        {...register('phone', {
          validate: mobileRule,
          onChange: () => signUpDraft.change({ phone: getValues('phone') }),
        })}
      />
      {known ? (
        <Link to={signInPath} className={styles.link}>
          {t`Log in with this number`}
        </Link>
      ) : null}
      <FormRefusal errors={errors} />
      <SubmitButton busy={busy}>{busy ? t`Sending the OTP…` : t`Send OTP`}</SubmitButton>
    </form>
  );
}
