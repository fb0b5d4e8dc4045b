import { useLingui } from '@lingui/react/macro';
import { SubmitButton } from '@sangwian/ui/submit-button';
import { useForm } from 'react-hook-form';
import { fieldMessage } from '../../../shared/forms/field-message.tsx';
import { FormRefusal } from '../../../shared/forms/form-refusal.tsx';
import { knownPasswordRule, phoneRule } from '../../../shared/forms/form-rules.ts';
import { PasswordField } from '../../../shared/forms/password-field.tsx';
import { PhoneField } from '../../../shared/forms/phone-field.tsx';
import { cleanPhone } from '../../../shared/forms/phone-number.ts';
import { setRefusal } from '../../../shared/forms/set-refusal.ts';
import { useBusy } from '../../../shared/use-busy.ts';
import styles from './delete-account.module.css';
import { beginDeletion, type DeletionSession } from './deletion-session.ts';

interface Credentials {
  readonly phone: string;
  readonly password: string;
}

interface CredentialsFormProps {
  readonly onProven: (session: DeletionSession) => void;
}

/** The form for the phone number and password of the account. */
export function CredentialsForm({ onProven }: CredentialsFormProps) {
  const { t } = useLingui();
  const [busy, run] = useBusy();
  const { register, handleSubmit, setError, formState } = useForm<Credentials>({
    mode: 'onTouched',
  });
  const { errors } = formState;
  const submit = handleSubmit(({ phone, password }) =>
    run(async () => {
      try {
        onProven(await beginDeletion(cleanPhone(phone), password));
      } catch (error) {
        setRefusal(error, {}, setError);
      }
    }),
  );
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
      <FormRefusal errors={errors} />
      <SubmitButton busy={busy}>{busy ? t`Checking…` : t`Continue`}</SubmitButton>
    </form>
  );
}
