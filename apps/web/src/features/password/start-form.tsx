import { useLingui } from '@lingui/react/macro';
import { ChoiceField } from '@sangwian/ui/choice-field';
import { SubmitButton } from '@sangwian/ui/submit-button';
import { useEffect } from 'react';
import { useForm } from 'react-hook-form';
import { useLocation, useNavigate } from 'react-router';
import { fieldMessage, REFUSED } from '../../shared/forms/field-message.tsx';
import { FormRefusal } from '../../shared/forms/form-refusal.tsx';
import { methodRule, mobileRule } from '../../shared/forms/form-rules.ts';
import { OtpPhoneField } from '../../shared/forms/otp-phone-field.tsx';
import { cleanPhone, formatPhone } from '../../shared/forms/phone-number.ts';
import { setRefusal } from '../../shared/forms/set-refusal.ts';
import { rememberPage } from '../../shared/navigation/remember-page.ts';
import { sendOtp } from '../../shared/otp/send-otp.ts';
import { useBusy } from '../../shared/use-busy.ts';
import styles from './password.module.css';
import { otpProofs, pinProofs, resetDraft } from './reset-draft.ts';

interface StartValues {
  readonly phone: string;
  readonly method: 'OTP' | 'PIN' | null;
}

interface StartFormProps {
  /** The only way that the page offers, if it offers just one. */
  readonly only?: 'OTP';
  /** The error code of the step that returned to this form. */
  readonly refused?: string | undefined;
}

/** Sends an OTP, unless one was sent within the resend interval. */
async function startOtp(typed: string): Promise<void> {
  const { otp } = otpProofs.get();
  const isOnItsWay = otp !== null && otp.resendAtMs > Date.now();
  if (isOnItsWay && formatPhone(otp.phone) === formatPhone(typed)) {
    otpProofs.change({ byOtp: null });
  } else {
    otpProofs.change({ otp: await sendOtp(cleanPhone(typed), 'reset'), byOtp: null });
  }
}

/** The phone number and the way to confirm it; sends the OTP. */
export function StartForm({ only, refused }: StartFormProps) {
  const { t } = useLingui();
  const [busy, run] = useBusy();
  const navigate = useNavigate();
  const { search } = useLocation();
  const draft = resetDraft.use();
  // Without default values, text that was typed before hydration is kept.
  const form = useForm<StartValues>({ mode: 'onTouched' });
  const { register, handleSubmit, setError, getValues, setValue, formState } = form;
  const { errors } = formState;
  const keep = () =>
    resetDraft.change({ phone: getValues('phone'), method: getValues('method') ?? null });

  useEffect(() => {
    if (draft.phone !== '' && !getValues('phone')) setValue('phone', draft.phone);
    if (!only && draft.method && !getValues('method')) setValue('method', draft.method);
  }, [draft, only, getValues, setValue]);
  useEffect(() => {
    if (refused) setError('root', { type: REFUSED, message: refused });
  }, [refused, setError]);

  const start = async ({ phone, method }: StartValues) => {
    const way = only ?? method;
    const isHere = rememberPage();
    resetDraft.change({ phone, method: way });
    try {
      if (way === 'OTP') await startOtp(phone);
      else pinProofs.forget();
      if (!only && isHere()) void navigate(`/password/re-by-${way}${search}`);
    } catch (error) {
      const fields = {
        phone_invalid: 'phone',
        phone_country_unserved: 'phone',
        phone_not_found: 'phone',
      } as const;
      setRefusal(error, fields, setError);
    }
  };

  return (
    <form
      noValidate
      className={styles.form}
      onSubmit={handleSubmit((values) => run(() => start(values)))}
    >
      {only ? null : (
        <ChoiceField
          label={t`How do you want to confirm that it is you?`}
          className={styles.methods}
          options={[
            { value: 'OTP', label: t`One-time password (OTP) by SMS` },
            { value: 'PIN', label: t`My six-digit PIN` },
          ]}
          error={fieldMessage(errors.method)}
          {...register('method', { validate: methodRule, onChange: keep })}
        />
      )}
      <OtpPhoneField
        hint={t`The number that you log in with.`}
        error={fieldMessage(errors.phone)}
        refusal={errors.phone?.message}
        {...register('phone', { validate: mobileRule, onChange: keep })}
      />
      <FormRefusal errors={errors} />
      <SubmitButton busy={busy}>{only ? t`Send OTP` : t`Continue`}</SubmitButton>
    </form>
  );
}
