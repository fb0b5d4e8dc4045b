import { Trans, useLingui } from '@lingui/react/macro';
import type { ResponseOf } from '@sangwian/contract/contract';
import { LIMITS } from '@sangwian/contract/limits';
import { ArrowLeft } from 'lucide-react';
import { useState } from 'react';
import { ApiError } from '../../shared/api/api-error.ts';
import { callStaff } from '../../shared/api/call-staff.ts';
import { FactorField } from '../../shared/forms/factor-field.tsx';
import { FormFailure } from '../../shared/forms/form-failure.tsx';
import { useStaffForm } from '../../shared/forms/use-staff-form.ts';
import type { Me } from '../../shared/session/session-store.ts';
import { TotpEnrolment } from '../../shared/session/totp-enrolment.tsx';
import { Button } from '../../shared/ui/button.tsx';
import { Field } from '../../shared/ui/field.tsx';
import styles from './form.module.css';
import { Steps } from './steps.tsx';

/** An opened link. */
export type OpenedLink = ResponseOf<'POST /operator/invitation/open'>['data'];

interface Values {
  name: string;
  email: string;
  password: string;
  totp_code: string;
}

/** The fields of refusals; those of the first step lead back to it. */
const FIELDS = {
  name_invalid: 'name',
  email_invalid: 'email',
  staff_email_taken: 'email',
  staff_password_weak: 'password',
  password_common: 'password',
  staff_code_invalid: 'totp_code',
  staff_code_used: 'totp_code',
} as const;

interface NewAccountFormProps {
  readonly token: string;
  readonly link: OpenedLink;
  readonly onCreated: (me: Me, codes: readonly string[]) => void;
}

/** The first two steps of a new account: name and password, then the authenticator app. */
export function NewAccountForm({ token, link, onCreated }: NewAccountFormProps) {
  const { t } = useLingui();
  const [step, setStep] = useState<0 | 1>(0);
  const isSetup = link.kind === 'setup';
  const { form, submit, isSending, failure, errorOf } = useStaffForm<Values>({
    defaultValues: { name: link.name, email: link.email, password: '', totp_code: '' },
    fields: FIELDS,
    send: async ({ email, ...rest }) => {
      if (step === 0) {
        setStep(1);
        return;
      }
      try {
        const { data } = isSetup
          ? await callStaff('POST /operator/setup', { body: { ...rest, email, token } })
          : await callStaff('POST /operator/invitation/accept', { body: { ...rest, token } });
        onCreated(data.me, data.recovery_codes);
      } catch (error) {
        form.setValue('totp_code', '');
        const field = error instanceof ApiError ? FIELDS[error.code as keyof typeof FIELDS] : null;
        if (field && field !== 'totp_code') setStep(0);
        throw error;
      }
    },
  });
  const required = { required: t`Fill this in` };
  const minimum = LIMITS.staffPasswordCharsMin;
  return (
    <form
      noValidate
      className={styles.form}
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
    >
      <Steps current={step} />
      {step === 0 ? (
        <>
          <Field
            label={t`Name`}
            hint={t`Others see it beside what you do.`}
            autoComplete="name"
            error={errorOf('name')}
            {...form.register('name', required)}
          />
          <Field
            label={t`E-mail`}
            type="email"
            autoComplete="username"
            readOnly={!isSetup}
            error={errorOf('email')}
            {...form.register('email', required)}
          />
          <Field
            label={t`Password`}
            type="password"
            autoComplete="new-password"
            hint={t`At least ${minimum} characters. A few words are easier to keep than signs.`}
            error={errorOf('password')}
            {...form.register('password', required)}
          />
        </>
      ) : (
        <>
          <TotpEnrolment uri={link.totp_uri} secret={link.totp_secret} />
          <FactorField
            value={form.watch('totp_code')}
            onChange={(code) => form.setValue('totp_code', code)}
            onComplete={submit}
            error={errorOf('totp_code')}
            disabled={isSending}
            takesRecoveryCode={false}
          />
        </>
      )}
      <FormFailure error={failure} />
      <Button type="submit" variant="primary" size="big" wide disabled={isSending}>
        {step === 0 ? <Trans>Continue</Trans> : <Trans>Create the account</Trans>}
      </Button>
      {step === 1 ? (
        <Button variant="quiet" icon={ArrowLeft} onClick={() => setStep(0)}>
          <Trans>Back</Trans>
        </Button>
      ) : null}
    </form>
  );
}
