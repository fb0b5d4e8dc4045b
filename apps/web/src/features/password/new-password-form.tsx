import { useLingui } from '@lingui/react/macro';
import { SubmitButton } from '@sangwian/ui/submit-button';
import { type RefObject, useEffect } from 'react';
import { useForm } from 'react-hook-form';
import { useNavigate, useSearchParams } from 'react-router';
import { callApi } from '../../shared/api/call-api.ts';
import { fieldMessage } from '../../shared/forms/field-message.tsx';
import { FormRefusal } from '../../shared/forms/form-refusal.tsx';
import { confirmRule, newPasswordRule } from '../../shared/forms/form-rules.ts';
import { PasswordField } from '../../shared/forms/password-field.tsx';
import { codeOf, setRefusal } from '../../shared/forms/set-refusal.ts';
import { returnPath } from '../../shared/navigation/navigation.ts';
import { clearSession } from '../../shared/session/session.ts';
import { useBusy } from '../../shared/use-busy.ts';
import styles from './password.module.css';
import { forgetProofs, resetDraft } from './reset-draft.ts';

export interface NewPasswords {
  readonly new_password: string;
  readonly confirm_password: string;
}

interface NewPasswordFormProps {
  /** The proof that the visitor is this member. */
  readonly proof: { readonly otp_token: string } | { readonly pin_token: string };
  /** The typed passwords. They are kept only while the page is open and never stored. */
  readonly secrets: RefObject<NewPasswords>;
  /** Called with the error code when the proof has expired. */
  readonly onEnded: (code: string) => void;
}

/** Sets the new password, which revokes every session of the member. Then opens `/sign-in`. */
export function NewPasswordForm({ proof, secrets, onEnded }: NewPasswordFormProps) {
  const { t } = useLingui();
  const [busy, run] = useBusy();
  const navigate = useNavigate();
  const [query] = useSearchParams();
  const { phone } = resetDraft.use();
  const form = useForm<NewPasswords>({ mode: 'onTouched', defaultValues: secrets.current });
  const { register, handleSubmit, setError, getValues, getFieldState, trigger, formState } = form;
  const { errors } = formState;
  const { subscribe } = form;

  useEffect(
    () =>
      subscribe({
        formState: { values: true },
        callback: ({ values }) => {
          secrets.current = values;
        },
      }),
    [subscribe, secrets],
  );

  const send = async (passwords: NewPasswords) => {
    try {
      await callApi('PUT /auth/resetPasswordMember', { body: { ...proof, ...passwords } });
    } catch (error) {
      const code = codeOf(error);
      if (code === 'otp_token_invalid' || code === 'pin_token_invalid') return onEnded(code);
      return setRefusal(
        error,
        {
          password_weak: 'new_password',
          password_common: 'new_password',
          new_password_mismatch: 'confirm_password',
        },
        setError,
      );
    }
    const target = returnPath(query.get('from'));
    const back = target === '/' ? '' : `&from=${encodeURIComponent(target)}`;
    clearSession();
    await navigate(`/sign-in?notice=password_reset${back}`, { replace: true });
    forgetProofs();
    resetDraft.forget();
  };

  return (
    <form
      noValidate
      className={styles.form}
      onSubmit={handleSubmit((values) => run(() => send(values)))}
    >
      {/* A hidden field that tells password managers whose password it is. */}
      <input hidden autoComplete="username" value={phone} readOnly />
      <PasswordField
        label={t`New password`}
        autoComplete="new-password"
        hint={t`More than 6 characters, with letters a-z and digits 0-9`}
        error={fieldMessage(errors.new_password)}
        {...register('new_password', {
          validate: newPasswordRule,
          onChange: () => {
            if (getFieldState('confirm_password').isTouched) void trigger('confirm_password');
          },
        })}
      />
      <PasswordField
        label={t`Confirm new password`}
        autoComplete="new-password"
        error={fieldMessage(errors.confirm_password)}
        {...register('confirm_password', {
          validate: (typed) =>
            confirmRule(typed, getValues('new_password'), 'new_passwords_differ'),
        })}
      />
      <FormRefusal errors={errors} />
      <SubmitButton busy={busy}>{busy ? t`Saving…` : t`Set new password`}</SubmitButton>
    </form>
  );
}
