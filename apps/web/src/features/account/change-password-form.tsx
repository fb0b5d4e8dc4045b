import { useLingui } from '@lingui/react/macro';
import { Notice } from '@sangwian/ui/notice';
import { SubmitButton } from '@sangwian/ui/submit-button';
import { visuallyHiddenClass } from '@sangwian/ui/visually-hidden';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { Link } from 'react-router';
import { callApi } from '../../shared/api/call-api.ts';
import { fieldMessage } from '../../shared/forms/field-message.tsx';
import { FormRefusal } from '../../shared/forms/form-refusal.tsx';
import { confirmRule, knownPasswordRule, newPasswordRule } from '../../shared/forms/form-rules.ts';
import { PasswordField } from '../../shared/forms/password-field.tsx';
import { setRefusal } from '../../shared/forms/set-refusal.ts';
import { useHasPage } from '../../shared/navigation/has-page.ts';
import type { MemberProfile } from '../../shared/session/session.ts';
import { useBusy } from '../../shared/use-busy.ts';
import styles from './form.module.css';

interface PasswordValues {
  readonly old_password: string;
  readonly new_password: string;
  readonly confirm_password: string;
}

const EMPTY: PasswordValues = { old_password: '', new_password: '', confirm_password: '' };

/** The form that changes the password. A change logs every other device out. */
export function ChangePasswordForm({ member }: { readonly member: MemberProfile }) {
  const { t } = useLingui();
  const hasPage = useHasPage();
  const [busy, run] = useBusy();
  const [done, setDone] = useState(false);
  const { register, handleSubmit, reset, setError, trigger, formState } = useForm<PasswordValues>({
    mode: 'onTouched',
    defaultValues: EMPTY,
  });
  const { errors, touchedFields } = formState;
  const submit = handleSubmit((values) =>
    run(async () => {
      setDone(false);
      try {
        await callApi('PUT /auth/member/resetPassword', { body: values });
        reset(EMPTY);
        setDone(true);
      } catch (error) {
        setRefusal(
          error,
          {
            old_password_invalid: 'old_password',
            password_weak: 'new_password',
            password_common: 'new_password',
            new_password_mismatch: 'confirm_password',
          },
          setError,
        );
      }
    }),
  );
  return (
    <form noValidate onSubmit={submit} className={styles.form}>
      <Notice tone="ok">
        {done ? t`Your password has been changed. Every other device has been logged out.` : null}
      </Notice>
      {/* A hidden field that tells password managers whose password changes. */}
      <input
        type="text"
        readOnly
        tabIndex={-1}
        aria-hidden="true"
        autoComplete="username"
        value={member.member_phone ?? member.member_id}
        className={visuallyHiddenClass}
      />
      <PasswordField
        label={t`Old password`}
        autoComplete="current-password"
        error={fieldMessage(errors.old_password)}
        {...register('old_password', { validate: knownPasswordRule })}
      />
      <PasswordField
        label={t`New password`}
        autoComplete="new-password"
        hint={t`More than 6 characters, with letters a-z and digits 0-9.`}
        error={fieldMessage(errors.new_password)}
        {...register('new_password', {
          validate: newPasswordRule,
          onChange: () => {
            if (touchedFields.confirm_password) void trigger('confirm_password');
          },
        })}
      />
      <PasswordField
        label={t`Confirm new password`}
        autoComplete="new-password"
        error={fieldMessage(errors.confirm_password)}
        {...register('confirm_password', {
          validate: (typed, values) =>
            confirmRule(typed, values.new_password, 'new_passwords_differ'),
        })}
      />
      <FormRefusal errors={errors} />
      <SubmitButton busy={busy}>{busy ? t`Saving…` : t`Change password`}</SubmitButton>
      <p className={styles.text}>
        {t`Every other device is logged out when you change it.`}{' '}
        {hasPage('/password/re-by-PHONE') ? (
          <Link to="/password/re-by-PHONE" className={styles.link}>
            {t`Forgot your password?`}
          </Link>
        ) : null}
      </p>
    </form>
  );
}
