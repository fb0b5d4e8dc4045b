import { useLingui } from '@lingui/react/macro';
import { isoDateInBangkok } from '@sangwian/i18n/format-date';
import { ChoiceField } from '@sangwian/ui/choice-field';
import { Field } from '@sangwian/ui/field';
import { Notice } from '@sangwian/ui/notice';
import { SubmitButton } from '@sangwian/ui/submit-button';
import { useState } from 'react';
import { Controller, useForm } from 'react-hook-form';
import { callApi } from '../../shared/api/call-api.ts';
import { BirthDateField } from '../../shared/forms/birth-date-field.tsx';
import { fieldMessage } from '../../shared/forms/field-message.tsx';
import { FormRefusal } from '../../shared/forms/form-refusal.tsx';
import { emailRule, firstNameRule, lastNameRule } from '../../shared/forms/form-rules.ts';
import { setRefusal } from '../../shared/forms/set-refusal.ts';
import { keepMemberIfCurrent, type MemberProfile } from '../../shared/session/session.ts';
import { useBusy } from '../../shared/use-busy.ts';
import styles from './edit-form.module.css';
import form from './form.module.css';
import { changeOf, ownBirthDateRule, type ProfileValues, valuesOf } from './profile-values.ts';

/** Returns a function that sends the changed fields and stores the response. */
async function saveProfile(values: ProfileValues, member: MemberProfile): Promise<MemberProfile> {
  const body = changeOf(values, member);
  if (Object.keys(body).length === 0) return member;
  const { data } = await callApi('PUT /auth/member/profile/update/{member_id}', {
    params: { member_id: member.member_id },
    body,
  });
  keepMemberIfCurrent(data);
  return data;
}

/** The form of the profile. Changes in another tab appear here, except in fields that were edited. */
export function EditForm({ member }: { readonly member: MemberProfile }) {
  const { t } = useLingui();
  const [today] = useState(() => isoDateInBangkok(Date.now()));
  const [busy, run] = useBusy();
  const [saved, setSaved] = useState(false);
  const { register, control, handleSubmit, reset, setError, formState } = useForm<ProfileValues>({
    mode: 'onTouched',
    values: valuesOf(member),
    resetOptions: { keepDirtyValues: true },
  });
  const { errors } = formState;
  const submit = handleSubmit((values) =>
    run(async () => {
      setSaved(false);
      try {
        reset(valuesOf(await saveProfile(values, member)));
        setSaved(true);
      } catch (error) {
        setRefusal(
          error,
          { email_invalid: 'email', birth_date_invalid: 'birth', age_too_young: 'birth' },
          setError,
        );
      }
    }),
  );
  return (
    <form noValidate onSubmit={submit} className={form.form}>
      <div className={styles.pair}>
        <Field
          label={t`First name`}
          autoComplete="given-name"
          error={fieldMessage(errors.first_name)}
          {...register('first_name', { validate: firstNameRule })}
        />
        <Field
          label={t`Last name`}
          autoComplete="family-name"
          error={fieldMessage(errors.last_name)}
          {...register('last_name', { validate: lastNameRule })}
        />
      </div>
      <Field
        label={t`Email (optional)`}
        type="email"
        inputMode="email"
        autoComplete="email"
        error={fieldMessage(errors.email)}
        {...register('email', { validate: emailRule })}
      />
      <Controller
        name="birth"
        control={control}
        rules={{ validate: (birth) => ownBirthDateRule(birth, member.member_birth_date, today) }}
        render={({ field: { value, onChange, onBlur, ref }, fieldState }) => (
          <BirthDateField
            ref={ref}
            value={value}
            onChange={onChange}
            onBlur={onBlur}
            today={today}
            error={fieldMessage(fieldState.error)}
          />
        )}
      />
      <ChoiceField
        label={t`Gender`}
        options={[
          { value: 'male', label: t`Male` },
          { value: 'female', label: t`Female` },
          { value: 'unspecified', label: t`Not specified` },
        ]}
        error={fieldMessage(errors.gender)}
        {...register('gender')}
      />
      <FormRefusal errors={errors} />
      <SubmitButton busy={busy}>{busy ? t`Saving…` : t`Save`}</SubmitButton>
      <Notice tone="ok">
        {saved && !formState.isDirty ? t`Your profile has been saved.` : null}
      </Notice>
    </form>
  );
}
