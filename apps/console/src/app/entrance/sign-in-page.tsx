import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { ArrowLeft } from 'lucide-react';
import { useState } from 'react';
import { isCode } from '../../shared/api/api-error.ts';
import { callStaff } from '../../shared/api/call-staff.ts';
import { staffQuery } from '../../shared/api/staff-query.ts';
import { FactorField } from '../../shared/forms/factor-field.tsx';
import { FormFailure } from '../../shared/forms/form-failure.tsx';
import { useStaffForm } from '../../shared/forms/use-staff-form.ts';
import { PasskeyButton } from '../../shared/passkeys/passkey-button.tsx';
import { signInByPasskey } from '../../shared/passkeys/passkeys.ts';
import { keepMe } from '../../shared/session/session-store.ts';
import { Button } from '../../shared/ui/button.tsx';
import { Field } from '../../shared/ui/field.tsx';
import { EntranceFrame } from './entrance-frame.tsx';
import styles from './form.module.css';
import { InsecureSite } from './insecure-site.tsx';
import { OtherFactor } from './other-factor.tsx';
import { isSafeHere, otherAddressOf, usesPasskeys } from './site-options.ts';

interface Values {
  email: string;
  password: string;
  code: string;
}

/**
 * Sign-in by password and second factor, or by a passkey alone. The URL does not change, so the requested page opens
 * after the sign-in.
 */
export default function SignInPage() {
  const { t } = useLingui();
  const options = useQuery(staffQuery('GET /operator/sign-in/options', {}, 'staff'));
  const [asksCode, setAsksCode] = useState(false);
  const { form, submit, isSending, failure, errorOf } = useStaffForm<Values>({
    defaultValues: { email: '', password: '', code: '' },
    fields: { staff_code_invalid: 'code', staff_code_used: 'code' },
    send: async ({ email, password, code }) => {
      const body = code === '' ? { email, password } : { email, password, code };
      try {
        keepMe((await callStaff('POST /operator/sign-in', { body })).data);
      } catch (error) {
        if (isCode(error, 'staff_code_needed')) {
          setAsksCode(true);
          return;
        }
        // Clears the code field for the next code.
        form.setValue('code', '');
        if (isCode(error, 'staff_credentials_invalid')) setAsksCode(false);
        throw error;
      }
    },
  });
  const required = { required: t`Fill this in` };
  if (options.data && !isSafeHere(options.data)) {
    return <InsecureSite url={options.data.console_url} isSafe={options.data.secure} />;
  }
  const otherAddress = otherAddressOf(options.data);
  return (
    <EntranceFrame
      title={asksCode ? t`Second factor` : t`Sign in`}
      text={asksCode ? form.getValues('email') : t`For the people who run the show.`}
    >
      <form
        noValidate
        className={styles.form}
        onSubmit={(event) => {
          event.preventDefault();
          submit();
        }}
      >
        {asksCode ? (
          <FactorField
            value={form.watch('code')}
            onChange={(code) => form.setValue('code', code)}
            onComplete={submit}
            error={errorOf('code')}
            disabled={isSending}
          />
        ) : (
          <>
            <Field
              label={t`E-mail`}
              type="email"
              autoComplete="username"
              autoFocus
              error={errorOf('email')}
              {...form.register('email', required)}
            />
            <Field
              label={t`Password`}
              type="password"
              autoComplete="current-password"
              error={errorOf('password')}
              {...form.register('password', required)}
            />
          </>
        )}
        <FormFailure error={failure} />
        <Button type="submit" variant="primary" size="big" wide disabled={isSending}>
          {asksCode ? <Trans>Sign in</Trans> : <Trans>Continue</Trans>}
        </Button>
        {asksCode ? (
          <Button variant="quiet" icon={ArrowLeft} onClick={() => setAsksCode(false)}>
            <Trans>Back</Trans>
          </Button>
        ) : null}
      </form>
      {!asksCode && usesPasskeys(options.data) ? (
        <OtherFactor>
          <PasskeyButton act={signInByPasskey}>
            <Trans>Sign in with a passkey</Trans>
          </PasskeyButton>
        </OtherFactor>
      ) : null}
      {otherAddress === null ? null : (
        <p className={styles.hint}>
          <Trans>
            Passkeys work at <a href={`${otherAddress}/console/`}>{otherAddress}</a> only.
          </Trans>
        </p>
      )}
    </EntranceFrame>
  );
}
