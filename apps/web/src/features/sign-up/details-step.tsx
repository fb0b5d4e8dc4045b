import { useLingui } from '@lingui/react/macro';
import type { ResponseOf } from '@sangwian/contract/contract';
import { Button } from '@sangwian/ui/button';
import { SubmitButton } from '@sangwian/ui/submit-button';
import { CircleCheck } from 'lucide-react';
import { type RefObject, useEffect, useRef } from 'react';
import { type UseFormReturn, useForm } from 'react-hook-form';
import { ConnectionError } from '../../shared/api/api-error.ts';
import { FormRefusal } from '../../shared/forms/form-refusal.tsx';
import { cleanPhone, formatPhone } from '../../shared/forms/phone-number.ts';
import { setRefusal } from '../../shared/forms/set-refusal.ts';
import { pendingRegistration } from '../../shared/providers/pending-registration.ts';
import { useBusy } from '../../shared/use-busy.ts';
import { DetailsFields } from './details-fields.tsx';
import { RefusalAction } from './refusal-action.tsx';
import {
  type Details,
  registerMember,
  registrationBody,
  signInAfterLostResponse,
} from './register-member.ts';
import styles from './sign-up.module.css';
import { signUpDraft } from './sign-up-draft.ts';

type SignedIn = ResponseOf<'POST /auth/member/register-v2'>['data'];

/** The two fields that are never stored. They are kept only while the page is open. */
export type Secrets = Pick<Details, 'password' | 'confirm_password'>;

interface DetailsStepProps {
  readonly secrets: RefObject<Secrets>;
  readonly signInPath: string;
  readonly onDone: (answer: SignedIn) => void;
  /** Returns to the first step, to enter another number. */
  readonly onChangePhone: () => void;
  /** Called when the proof has expired and a new OTP was sent. */
  readonly onOtpSent: () => void;
}

const NO_BIRTH = { day: '', month: '', year: '' };

/** Returns the stored draft of the form, or the values from the provider. */
function useDetailsForm(secrets: RefObject<Secrets>): UseFormReturn<Details> {
  const profile = pendingRegistration.use().profile;
  const form = useForm<Details>({
    mode: 'onTouched',
    defaultValues: {
      first_name: profile?.first_name ?? '',
      last_name: profile?.last_name ?? '',
      email: profile?.email ?? '',
      birth: NO_BIRTH,
      gender: null,
      agree_terms: false,
      ...signUpDraft.get().details,
      ...secrets.current,
    },
  });
  const { subscribe } = form;
  useEffect(
    () =>
      subscribe({
        formState: { values: true },
        callback: ({ values: { password, confirm_password, ...details } }) => {
          secrets.current = { password, confirm_password };
          signUpDraft.change({ details });
        },
      }),
    [subscribe, secrets],
  );
  return form;
}

/** The confirmed number, with a button to change it. */
function ProvenPhone({
  phone,
  onChange,
}: {
  readonly phone: string;
  readonly onChange: () => void;
}) {
  const { t } = useLingui();
  return (
    <div className={styles.proven}>
      <span className={styles.number}>
        <CircleCheck size={20} role="img" aria-label={t`Confirmed`} />
        {formatPhone(phone)}
      </span>
      <Button variant="ghost" size="small" className={styles.change} onClick={onChange}>
        {t`Change number`}
      </Button>
    </div>
  );
}

/** The form with the details and consents of the new member. Registers the member. */
export function DetailsStep(props: DetailsStepProps) {
  const { secrets, signInPath, onDone, onChangePhone, onOtpSent } = props;
  const { t } = useLingui();
  const [busy, run] = useBusy();
  const { provider, registration_token } = pendingRegistration.use();
  const { proof } = signUpDraft.use();
  const form = useDetailsForm(secrets);
  const { handleSubmit, setError, formState } = form;
  const { errors } = formState;
  /** Whether a response was lost. The member may then exist already. */
  const lost = useRef(false);

  const send = async (details: Details) => {
    if (!proof) return;
    const { otp_token } = proof;
    const body = registrationBody(details, {
      phone: cleanPhone(proof.phone),
      otp_token,
      registration_token,
    });
    try {
      const earlier = lost.current ? await signInAfterLostResponse(body) : null;
      onDone(earlier ?? (await registerMember(body, provider)));
    } catch (error) {
      lost.current = error instanceof ConnectionError;
      setRefusal(
        error,
        {
          email_invalid: 'email',
          birth_date_invalid: 'birth',
          age_too_young: 'birth',
          password_weak: 'password',
          password_common: 'password',
          password_mismatch: 'confirm_password',
          terms_not_agreed: 'agree_terms',
        },
        setError,
      );
    }
  };

  return (
    <form
      noValidate
      className={styles.form}
      onSubmit={handleSubmit((details) => run(() => send(details)))}
    >
      {proof ? <ProvenPhone phone={proof.phone} onChange={onChangePhone} /> : null}
      {/* A hidden field that tells password managers whose password it is. */}
      <input hidden autoComplete="username" value={proof?.phone ?? ''} readOnly />
      <DetailsFields form={form} passwordOptional={registration_token !== null} />
      <FormRefusal errors={errors}>
        <RefusalAction code={errors.root?.message} signInPath={signInPath} onOtpSent={onOtpSent} />
      </FormRefusal>
      <SubmitButton busy={busy}>{busy ? t`Registering…` : t`Register`}</SubmitButton>
    </form>
  );
}
