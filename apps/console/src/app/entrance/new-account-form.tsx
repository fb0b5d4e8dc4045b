import { Trans, useLingui } from '@lingui/react/macro';
import type { RequestOf, ResponseOf } from '@sangwian/contract/contract';
import { LIMITS } from '@sangwian/contract/limits';
import { ArrowLeft } from 'lucide-react';
import { useRef, useState } from 'react';
import { ApiError } from '../../shared/api/api-error.ts';
import { callStaff } from '../../shared/api/call-staff.ts';
import { deviceName } from '../../shared/device-name.ts';
import { FactorField } from '../../shared/forms/factor-field.tsx';
import { FormFailure } from '../../shared/forms/form-failure.tsx';
import { useStaffForm } from '../../shared/forms/use-staff-form.ts';
import { PasskeyButton, type PasskeyButtonProps } from '../../shared/passkeys/passkey-button.tsx';
import { makeInvitedPasskey } from '../../shared/passkeys/passkeys.ts';
import type { Me } from '../../shared/session/session-store.ts';
import { TotpEnrolment } from '../../shared/session/totp-enrolment.tsx';
import { Button } from '../../shared/ui/button.tsx';
import { Field } from '../../shared/ui/field.tsx';
import styles from './form.module.css';
import { OtherFactor } from './other-factor.tsx';
import { Steps } from './steps.tsx';

/** The invitation or set-up link that was opened. */
export type OpenedLink = ResponseOf<'POST /operator/invitation/open'>['data'];

interface Values {
  name: string;
  email: string;
  password: string;
  totp_code: string;
}

/** The field of each error code. After an error in a field of the first step, the form shows the first step again. */
const FIELDS = {
  name_invalid: 'name',
  email_invalid: 'email',
  staff_email_taken: 'email',
  staff_password_weak: 'password',
  password_common: 'password',
  staff_code_invalid: 'totp_code',
  staff_code_used: 'totp_code',
} as const;

/** Returns whether an error belongs to a field of the first step. */
function isOfFirstStep(error: unknown): boolean {
  const field = error instanceof ApiError ? FIELDS[error.code as keyof typeof FIELDS] : undefined;
  return field !== undefined && field !== 'totp_code';
}

interface NewAccountFormProps {
  /** Whether this page can create a passkey. */
  readonly takesPasskey: boolean;
  readonly token: string;
  readonly link: OpenedLink;
  readonly onCreated: (me: Me, codes: readonly string[]) => void;
}

type NewPasskey = RequestOf<'POST /operator/setup'>['body']['passkey'];

/** Offers a passkey of this device as the second factor instead of an authenticator app. */
function PasskeyChoice(props: Pick<PasskeyButtonProps, 'act' | 'disabled'>) {
  return (
    <OtherFactor>
      <PasskeyButton {...props}>
        <Trans>Use a passkey instead</Trans>
      </PasskeyButton>
    </OtherFactor>
  );
}

/** The first two steps of a new account: name and password, then an authenticator app or a passkey. */
export function NewAccountForm({ token, link, takesPasskey, onCreated }: NewAccountFormProps) {
  const { t } = useLingui();
  const [step, setStep] = useState<0 | 1>(0);
  /** The created passkey, which the next submission sends instead of a code. */
  const madePasskey = useRef<NewPasskey | null>(null);
  const isSetup = link.kind === 'setup';
  const { form, submit, isSending, failure, errorOf } = useStaffForm<Values>({
    defaultValues: { name: link.name, email: link.email, password: '', totp_code: '' },
    fields: FIELDS,
    send: async ({ name, email, password, totp_code }) => {
      if (step === 0) {
        setStep(1);
        return;
      }
      const { current: passkey } = madePasskey;
      madePasskey.current = null;
      const body = { name, password, token, ...(passkey ? { passkey } : { totp_code }) };
      try {
        const { data } = isSetup
          ? await callStaff('POST /operator/setup', { body: { ...body, email } })
          : await callStaff('POST /operator/invitation/accept', { body });
        onCreated(data.me, data.recovery_codes);
      } catch (error) {
        form.setValue('totp_code', '');
        if (isOfFirstStep(error)) setStep(0);
        throw error;
      }
    },
  });
  const createByPasskey = async () => {
    const credential = await makeInvitedPasskey(token);
    madePasskey.current = { name: deviceName(navigator.userAgent), credential };
    submit();
  };
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
      {step === 1 && takesPasskey ? (
        <PasskeyChoice act={createByPasskey} disabled={isSending} />
      ) : null}
      {step === 1 ? (
        <Button variant="quiet" icon={ArrowLeft} onClick={() => setStep(0)}>
          <Trans>Back</Trans>
        </Button>
      ) : null}
    </form>
  );
}
