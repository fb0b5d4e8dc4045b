import { Trans, useLingui } from '@lingui/react/macro';
import { CONSENT_VERSIONS } from '@sangwian/contract/consents';
import { formatDate, isoDateInBangkok } from '@sangwian/i18n/format-date';
import { CheckField } from '@sangwian/ui/check-field';
import { ChoiceField } from '@sangwian/ui/choice-field';
import { Field } from '@sangwian/ui/field';
import type { ComponentProps, ReactNode } from 'react';
import { Controller, type UseFormReturn } from 'react-hook-form';
import { Link } from 'react-router';
import { BirthDateField } from '../../shared/forms/birth-date-field.tsx';
import { fieldMessage } from '../../shared/forms/field-message.tsx';
import {
  birthDateRule,
  confirmRule,
  emailRule,
  firstNameRule,
  genderRule,
  lastNameRule,
  newPasswordRule,
  termsRule,
} from '../../shared/forms/form-rules.ts';
import { PasswordField } from '../../shared/forms/password-field.tsx';
import { useHasPage } from '../../shared/navigation/has-page.ts';
import type { Details } from './register-member.ts';
import styles from './sign-up.module.css';

interface PolicyLinkProps {
  readonly to: string;
  readonly children?: ReactNode;
}

/** Opens a new tab, so that the form is kept. */
function PolicyLink({ to, children }: PolicyLinkProps) {
  const hasPage = useHasPage();
  if (!hasPage(to)) return <span className={styles.policy}>{children}</span>;
  return (
    <Link to={to} target="_blank" className={styles.policy}>
      {children}
    </Link>
  );
}

/** The documents that a new member agrees to, with the recorded versions. */
function ConsentField(props: Omit<ComponentProps<typeof CheckField>, 'children'>) {
  const terms = formatDate(CONSENT_VERSIONS.terms);
  const privacy = formatDate(CONSENT_VERSIONS.privacy);
  return (
    <CheckField {...props}>
      <Trans>
        I agree to the <PolicyLink to="/terms">terms and conditions</PolicyLink> (version of {terms}
        ) and the <PolicyLink to="/privacy-policy">privacy policy</PolicyLink> (version of {privacy}
        ).
      </Trans>
    </CheckField>
  );
}

interface DetailsFieldsProps {
  readonly form: UseFormReturn<Details>;
  /** Whether the member can also sign in with LINE or Apple. */
  readonly passwordOptional: boolean;
}

function PersonFields({ form }: Pick<DetailsFieldsProps, 'form'>) {
  const { t } = useLingui();
  const { register, control, formState } = form;
  const { errors } = formState;
  const today = isoDateInBangkok(Date.now());
  const genders = [
    { value: 'male', label: t`Male` },
    { value: 'female', label: t`Female` },
    { value: 'unspecified', label: t`Not specified` },
  ];
  return (
    <>
      <div className={styles.names}>
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
        autoComplete="email"
        error={fieldMessage(errors.email)}
        {...register('email', { validate: emailRule })}
      />
      <Controller
        name="birth"
        control={control}
        rules={{ validate: (birth) => birthDateRule(birth, today) }}
        render={({ field }) => (
          <BirthDateField
            today={today}
            value={field.value}
            onChange={field.onChange}
            onBlur={field.onBlur}
            ref={field.ref}
            error={fieldMessage(errors.birth)}
          />
        )}
      />
      <ChoiceField
        label={t`Gender`}
        options={genders}
        error={fieldMessage(errors.gender)}
        {...register('gender', { validate: genderRule })}
      />
    </>
  );
}

function SecretFields({ form, passwordOptional }: DetailsFieldsProps) {
  const { t } = useLingui();
  const { register, getValues, getFieldState, trigger, formState } = form;
  const { errors } = formState;
  const leftOut = (typed: string) =>
    passwordOptional && typed === '' && getValues('password') === '';
  const judgeAgain = () => {
    if (getFieldState('confirm_password').isTouched) void trigger('confirm_password');
  };
  return (
    <>
      <PasswordField
        label={passwordOptional ? t`Password (optional)` : t`Password`}
        autoComplete="new-password"
        hint={
          passwordOptional
            ? t`With a password you can log in by your phone number, too. More than 6 characters, with letters a-z and digits 0-9`
            : t`More than 6 characters, with letters a-z and digits 0-9`
        }
        error={fieldMessage(errors.password)}
        {...register('password', {
          validate: (typed) => leftOut(typed) || newPasswordRule(typed),
          onChange: judgeAgain,
        })}
      />
      <PasswordField
        label={t`Confirm password`}
        autoComplete="new-password"
        error={fieldMessage(errors.confirm_password)}
        {...register('confirm_password', {
          validate: (typed) => leftOut(typed) || confirmRule(typed, getValues('password')),
        })}
      />
    </>
  );
}

function ConsentPart({ form }: Pick<DetailsFieldsProps, 'form'>) {
  const { register, formState } = form;
  return (
    <ConsentField
      error={fieldMessage(formState.errors.agree_terms)}
      {...register('agree_terms', { validate: termsRule })}
    />
  );
}

/**
 * The fields of a new member, validated on blur by the rules of the specification, section 5. Each group registers its
 * fields when it renders, so that the first invalid field in page order gets the focus.
 */
export const DetailsFields = ({ form, passwordOptional }: DetailsFieldsProps) => (
  <>
    <PersonFields form={form} />
    <SecretFields form={form} passwordOptional={passwordOptional} />
    <ConsentPart form={form} />
  </>
);
