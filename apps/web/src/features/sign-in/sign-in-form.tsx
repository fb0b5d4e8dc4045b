import { useLingui } from '@lingui/react/macro';
import { Notice } from '@sangwian/ui/notice';
import { SubmitButton } from '@sangwian/ui/submit-button';
import { useEffect, useRef, useState } from 'react';
import { useForm } from 'react-hook-form';
import { Link } from 'react-router';
import { ApiError } from '../../shared/api/api-error.ts';
import { callWhileBusy } from '../../shared/api/call-while-busy.ts';
import { fieldMessage } from '../../shared/forms/field-message.tsx';
import { FormRefusal } from '../../shared/forms/form-refusal.tsx';
import { knownPasswordRule, phoneRule } from '../../shared/forms/form-rules.ts';
import { PasswordField } from '../../shared/forms/password-field.tsx';
import { PhoneField } from '../../shared/forms/phone-field.tsx';
import { cleanPhone } from '../../shared/forms/phone-number.ts';
import { setRefusal } from '../../shared/forms/set-refusal.ts';
import { useHasPage } from '../../shared/navigation/has-page.ts';
import { resetPath } from '../../shared/navigation/navigation.ts';
import { beginSession } from '../../shared/session/session.ts';
import { useBusy } from '../../shared/use-busy.ts';
import styles from './sign-in-form.module.css';

interface SignInValues {
  readonly phone: string;
  readonly password: string;
}

/** Returns the reason why an account was refused, from `details`. */
const reasonOf = (error: unknown): string | undefined =>
  error instanceof ApiError
    ? error.body.details?.find(({ path }) => path === 'reason')?.message
    : undefined;

interface SignInFormProps {
  /** The URL to return to. */
  readonly target: string;
}

/** The form to sign in by phone and password. A refusal is shown in the form and as a toast. */
export function SignInForm({ target }: SignInFormProps) {
  const { t } = useLingui();
  const hasPage = useHasPage();
  const [busy, run] = useBusy();
  const [isServerBusy, setServerBusy] = useState(false);
  const leaving = useRef<AbortController | null>(null);
  // Aborts a sign-in that waits for a busy server when the form unmounts.
  useEffect(() => () => leaving.current?.abort(), []);
  // Without default values, text that was typed before hydration is kept.
  const { register, handleSubmit, setError, formState } = useForm<SignInValues>({
    mode: 'onTouched',
  });
  const { errors } = formState;

  const send = async ({ phone, password }: SignInValues) => {
    const controller = new AbortController();
    leaving.current = controller;
    try {
      const { data } = await callWhileBusy(
        'POST /auth/member/login-v2',
        { body: { phone: cleanPhone(phone), password } },
        { onBusy: () => setServerBusy(true), signal: controller.signal },
      );
      beginSession(data);
    } catch (error) {
      if (controller.signal.aborted) return;
      setRefusal(error, {}, setError);
      const reason = reasonOf(error);
      if (reason) setError('root.reason', { message: reason });
    } finally {
      setServerBusy(false);
    }
  };
  const submit = handleSubmit((values) => run(() => send(values)));

  return (
    <form noValidate onSubmit={submit} className={styles.form}>
      <PhoneField
        autoComplete="username"
        error={fieldMessage(errors.phone)}
        {...register('phone', { validate: phoneRule })}
      />
      <PasswordField
        label={t`Password`}
        autoComplete="current-password"
        error={fieldMessage(errors.password)}
        {...register('password', { validate: knownPasswordRule })}
      />
      {hasPage('/password/re-by-PHONE') ? (
        <Link to={resetPath(target)} className={styles.forgot}>
          {t`Forgot your password?`}
        </Link>
      ) : null}
      <FormRefusal errors={errors}>
        {errors.root?.reason ? <p>{errors.root.reason.message}</p> : null}
      </FormRefusal>
      <Notice tone="ok">
        {isServerBusy ? t`Many fans are logging in right now. Trying again…` : null}
      </Notice>
      <SubmitButton busy={busy}>{busy ? t`Logging in…` : t`Log in`}</SubmitButton>
    </form>
  );
}
