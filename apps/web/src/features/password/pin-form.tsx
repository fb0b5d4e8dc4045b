import { useLingui } from '@lingui/react/macro';
import { LIMITS } from '@sangwian/contract/limits';
import { CodeBoxes } from '@sangwian/ui/code-boxes';
import { SubmitButton } from '@sangwian/ui/submit-button';
import { useEffect } from 'react';
import { Controller, type UseFormReturn } from 'react-hook-form';
import { fieldMessage } from '../../shared/forms/field-message.tsx';
import { FormRefusal } from '../../shared/forms/form-refusal.tsx';
import { mobileRule, pinRule } from '../../shared/forms/form-rules.ts';
import { PhoneField } from '../../shared/forms/phone-field.tsx';
import styles from './password.module.css';
import { resetDraft } from './reset-draft.ts';

export interface PinValues {
  readonly phone: string;
  readonly pin: string;
}

interface PinFormProps {
  readonly form: UseFormReturn<PinValues>;
  readonly busy: boolean;
  readonly onSubmit: (values: PinValues) => Promise<void>;
}

/** The form for the phone number and the PIN. */
export function PinForm({ form, busy, onSubmit }: PinFormProps) {
  const { t } = useLingui();
  const { register, control, handleSubmit, getValues, setValue, formState } = form;
  const { errors } = formState;
  const draft = resetDraft.use();
  useEffect(() => {
    if (draft.phone !== '' && !getValues('phone')) setValue('phone', draft.phone);
  }, [draft.phone, getValues, setValue]);
  return (
    <form noValidate className={styles.form} onSubmit={handleSubmit(onSubmit)}>
      <PhoneField
        hint={t`The number that you log in with.`}
        error={fieldMessage(errors.phone)}
        {...register('phone', {
          validate: mobileRule,
          onChange: () => resetDraft.change({ phone: getValues('phone') }),
        })}
      />
      <Controller
        name="pin"
        control={control}
        rules={{ validate: pinRule }}
        render={({ field }) => (
          <CodeBoxes
            label={t`PIN, six digits`}
            secret
            length={LIMITS.pinDigits}
            value={field.value}
            onChange={field.onChange}
            onBlur={field.onBlur}
            ref={field.ref}
            error={fieldMessage(errors.pin)}
          />
        )}
      />
      <FormRefusal errors={errors} />
      <SubmitButton busy={busy}>{busy ? t`Checking…` : t`Continue`}</SubmitButton>
    </form>
  );
}
