import { useLingui } from '@lingui/react/macro';
import { SubmitButton } from '@sangwian/ui/submit-button';
import { useForm } from 'react-hook-form';
import { Link } from 'react-router';
import { ApiError } from '../../shared/api/api-error.ts';
import { callApi } from '../../shared/api/call-api.ts';
import { fieldMessage } from '../../shared/forms/field-message.tsx';
import { FormRefusal } from '../../shared/forms/form-refusal.tsx';
import { knownPasswordRule, phoneRule } from '../../shared/forms/form-rules.ts';
import { PasswordField } from '../../shared/forms/password-field.tsx';
import { PhoneField } from '../../shared/forms/phone-field.tsx';
import { cleanPhone } from '../../shared/forms/phone-number.ts';
import { placeRefusal } from '../../shared/forms/place-refusal.ts';
import { useHasPage } from '../../shared/has-page.ts';
import { resetPath } from '../../shared/navigation.ts';
import { beginSession } from '../../shared/session/session.ts';
import { useBusy } from '../../shared/use-busy.ts';
import styles from './sign-in-form.module.css';

interface SignInValues {
  readonly phone: string;
  readonly password: string;
}

/** What the server says of a refused account beside its sentence: the reason, in `details`. */
const reasonOf = (error: unknown): string | undefined =>
  error instanceof ApiError
    ? error.body.details?.find(({ path }) => path === 'reason')?.message
    : undefined;

interface SignInFormProps {
  /** Where the member is back after. */
  readonly target: string;
}

/** Phone and password. A refusal is shown in place, beside the toast. */
export function SignInForm({ target }: SignInFormProps) {
  const { t } = useLingui();
  const hasPage = useHasPage();
  const [busy, run] = useBusy();
  // Without default values, what was typed before the script came stays.
  const { register, handleSubmit, setError, formState } = useForm<SignInValues>({
    mode: 'onTouched',
  });
  const { errors } = formState;

  const send = async ({ phone, password }: SignInValues) => {
    try {
      const { data } = await callApi('POST /auth/member/login-v2', {
        body: { phone: cleanPhone(phone), password },
      });
      beginSession(data);
    } catch (error) {
      placeRefusal(error, {}, setError);
      const reason = reasonOf(error);
      if (reason) setError('root.reason', { message: reason });
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
      <SubmitButton busy={busy}>{busy ? t`Logging in…` : t`Log in`}</SubmitButton>
    </form>
  );
}
