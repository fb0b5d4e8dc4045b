import { useLingui } from '@lingui/react/macro';
import { Button, IconButton } from '@sangwian/ui/button';
import { Field } from '@sangwian/ui/field';
import { Eye, EyeOff } from 'lucide-react';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { ApiError } from '../../shared/api/api-error.ts';
import { callApi } from '../../shared/api/call-api.ts';
import { loadErrorText } from '../../shared/api/error-message.ts';
import { useLanguage } from '../../shared/language/use-language.ts';
import { beginSession } from '../../shared/session/session.ts';
import { cleanPhone, isPhone } from './phone-number.ts';
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

/** Phone and password. A refusal is shown in place, beside the toast. */
export function SignInForm() {
  const { t } = useLingui();
  const { language } = useLanguage();
  const [shown, setShown] = useState(false);
  const { register, handleSubmit, setError, formState } = useForm<SignInValues>({
    mode: 'onTouched',
    defaultValues: { phone: '', password: '' },
  });
  const { errors, isSubmitting } = formState;

  const submit = handleSubmit(async ({ phone, password }) => {
    if (isSubmitting) return;
    try {
      const { data } = await callApi('POST /auth/member/login-v2', {
        body: { phone: cleanPhone(phone), password },
      });
      beginSession(data);
    } catch (error) {
      const reason = reasonOf(error);
      const sentence = await loadErrorText(error, language);
      setError('root', { message: reason ? `${sentence} ${reason}` : sentence });
    }
  });

  return (
    <form noValidate onSubmit={submit} className={styles.form}>
      <Field
        label={t`Phone number`}
        type="tel"
        inputMode="tel"
        autoComplete="username"
        placeholder="081 234 5678"
        error={errors.phone?.message}
        {...register('phone', {
          required: t`Please enter your phone number.`,
          validate: (phone) => isPhone(phone) || t`Please enter a valid phone number.`,
        })}
      />
      <Field
        label={t`Password`}
        type={shown ? 'text' : 'password'}
        autoComplete="current-password"
        maxLength={128}
        error={errors.password?.message}
        trailing={
          <IconButton
            label={shown ? t`Hide password` : t`Show password`}
            onClick={() => setShown(!shown)}
          >
            {shown ? <EyeOff size={20} aria-hidden="true" /> : <Eye size={20} aria-hidden="true" />}
          </IconButton>
        }
        {...register('password', { required: t`Please enter your password.` })}
      />
      <p role="alert" className={styles.refusal}>
        {errors.root?.message}
      </p>
      <Button type="submit" variant="primary" wide aria-disabled={isSubmitting}>
        {isSubmitting ? t`Logging in…` : t`Log in`}
      </Button>
    </form>
  );
}
