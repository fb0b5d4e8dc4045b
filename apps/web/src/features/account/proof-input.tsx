import { useLingui } from '@lingui/react/macro';
import { LIMITS } from '@sangwian/contract/limits';
import { Button } from '@sangwian/ui/button';
import { CodeBoxes } from '@sangwian/ui/code-boxes';
import { type FieldErrorCode, fieldMessage } from '../../shared/forms/field-message.tsx';
import { PasswordField } from '../../shared/forms/password-field.tsx';
import type { MemberProfile } from '../../shared/session/session.ts';
import type { TypedProof } from './deletion/delete-account.ts';
import styles from './form.module.css';
import { OtpProof } from './otp-proof.tsx';
import { signInAgain } from './pending-action.ts';

interface ProofInputProps {
  readonly member: MemberProfile;
  readonly typed: TypedProof;
  readonly onChange: (typed: Partial<TypedProof>) => void;
  readonly error: FieldErrorCode | undefined;
}

/** The input of the chosen proof, with its refusal. */
export function ProofInput({ member, typed, onChange, error }: ProofInputProps) {
  const { t } = useLingui();
  const minutes = LIMITS.freshSignInMinutes;
  if (typed.kind === 'password') {
    return (
      <PasswordField
        label={t`Password`}
        autoComplete="current-password"
        value={typed.password}
        onChange={({ currentTarget }) => onChange({ password: currentTarget.value })}
        error={fieldMessage(error)}
      />
    );
  }
  if (typed.kind === 'pin') {
    return (
      <CodeBoxes
        label={t`PIN`}
        secret
        length={LIMITS.pinDigits}
        value={typed.pin}
        onChange={(pin) => onChange({ pin })}
        error={fieldMessage(error)}
      />
    );
  }
  return (
    <>
      {typed.kind === 'otp' && member.member_phone ? (
        <OtpProof
          phone={member.member_phone}
          sent={typed.sentOtp}
          onSent={(sentOtp) => onChange({ sentOtp })}
          proven={typed.otpToken !== null}
          onToken={(otpToken) => onChange({ otpToken })}
        />
      ) : (
        <p className={styles.text}>
          {t`You need to have logged in within the last ${minutes} minutes.`}
        </p>
      )}
      <div role="alert" className={styles.refusal}>
        {fieldMessage(error)}
      </div>
      {typed.kind === 'sign_in' && error?.message === 'proof_needed' ? (
        <Button wide onClick={() => signInAgain()}>
          {t`Log in again`}
        </Button>
      ) : null}
    </>
  );
}
